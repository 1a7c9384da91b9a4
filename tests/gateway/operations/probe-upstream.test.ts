import { lookup } from 'node:dns';
import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { probeUpstream } from '../../../gateway/operations/probe-upstream.ts';
import { createCertificateAuthority } from '../../../sandbox/routers/certificate-authority.ts';
import { startUpstream } from '../../support/upstream.ts';

test('an upstream with TLS is probed by its address without a warning that is no log line', async () => {
  const { certificate, key } = await (await createCertificateAuthority()).issueToNode('localhost');
  const upstream = await startUpstream(undefined, { cert: certificate, key });
  onTestFinished(() => upstream.close());
  const warnings: string[] = [];
  const note = ({ message }: Error) => void warnings.push(message);
  process.on('warning', note);
  onTestFinished(() => void process.off('warning', note));
  const { port } = new URL(upstream.origin);
  // Its authority is unknown.
  expect(await probeUpstream(`https://127.0.0.1:${port}`, 1_000, lookup)).toBe(false);
  await setImmediate();
  expect(warnings).toEqual([]);
});
