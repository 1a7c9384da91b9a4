import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calls } from '#shared/calls.ts';
import {
  type CertificateAuthority,
  createCertificateAuthority,
} from '../../../sandbox/routers/certificate-authority.ts';
import { startGateway } from '../../support/gateway.ts';
import { startGatewayProcess } from '../../support/gateway-process.ts';
import { sendRequest } from '../../support/send-request.ts';
import { freePorts } from '../../support/stack.ts';
import { startUpstream, type TestUpstream } from '../../support/upstream.ts';

const { path } = calls.visitorCountry;
let authority: CertificateAuthority;
let folder: string;
let authorityFile: string;

beforeAll(async () => {
  authority = await createCertificateAuthority();
  folder = await mkdtemp(join(tmpdir(), 'skerry-'));
  authorityFile = join(folder, 'authority.pem');
  await writeFile(authorityFile, authority.certificate);
});
afterAll(() => rm(folder, { recursive: true }));

async function startSecureUpstream(hostname: string): Promise<TestUpstream> {
  const { certificate, key } = await authority.issueToNode(hostname);
  return startUpstream(undefined, { cert: certificate, key });
}

/** Sends a request through a gateway process that trusts the authority and has NODE_TLS_REJECT_UNAUTHORIZED=0. */
async function sendThroughProcess(upstream: TestUpstream) {
  const [port = 0] = await freePorts(1);
  const gateway = await startGatewayProcess(port, 1, {
    API_BASE_URL: upstream.origin,
    NODE_EXTRA_CA_CERTS: authorityFile,
    NODE_TLS_REJECT_UNAUTHORIZED: '0',
    LOG_LEVEL: 'silent',
  });
  const response = await sendRequest(gateway.origin, path);
  await gateway.close();
  return response;
}

test('a certificate of a known authority for this host is accepted', async () => {
  const upstream = await startSecureUpstream('localhost');
  expect((await sendThroughProcess(upstream)).status).toBe(200);
  await upstream.close();
});

test('a certificate for another host is refused, even with NODE_TLS_REJECT_UNAUTHORIZED=0', async () => {
  const upstream = await startSecureUpstream('api.skerry.example');
  expect((await sendThroughProcess(upstream)).status).toBe(502);
  expect(upstream.requests).toEqual([]);
  await upstream.close();
});

test('a certificate of an unknown authority is refused', async () => {
  const upstream = await startSecureUpstream('localhost');
  const gateway = await startGateway(upstream.origin);
  const response = await sendRequest(gateway.origin, path);
  expect([response.status, response.json()]).toEqual([502, { code: 14, message: 'Upstream cannot be reached' }]);
  expect(upstream.requests).toEqual([]);
  await gateway.close();
  await upstream.close();
});
