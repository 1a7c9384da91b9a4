import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calls } from '#shared/calls.ts';
import { createCertificateAuthority } from '../../../sandbox/routers/certificate-authority.ts';
import { type GatewayProcess, startGatewayProcess } from '../../support/gateway-process.ts';
import { sendRequest } from '../../support/send-request.ts';
import { freePorts } from '../../support/stack.ts';
import { type ReceivedRequest, startUpstream, type TestUpstream } from '../../support/upstream.ts';

const { path } = calls.profile;
const customers = 40;
const rounds = 5;

let folder: string;
let plain: TestUpstream;
let secure: TestUpstream;
let gateways: Record<'http' | 'https', GatewayProcess>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'skerry-'));
  const authority = await createCertificateAuthority();
  const authorityFile = join(folder, 'authority.pem');
  await writeFile(authorityFile, authority.certificate);
  const { certificate, key } = await authority.issueToNode('localhost');
  plain = await startUpstream(respondInPieces);
  secure = await startUpstream(respondInPieces, { cert: certificate, key });
  const [httpPort = 0, httpsPort = 0] = await freePorts(2);
  const env = { NODE_EXTRA_CA_CERTS: authorityFile, LOG_LEVEL: 'silent', RATE_LIMIT_PER_MINUTE: '100000' };
  gateways = {
    http: await startGatewayProcess(httpPort, 1, { ...env, API_BASE_URL: plain.origin }),
    https: await startGatewayProcess(httpsPort, 1, { ...env, API_BASE_URL: secure.origin }),
  };
});
afterAll(async () => {
  await Promise.all([gateways.http.close(), gateways.https.close(), plain.close(), secure.close()]);
  await rm(folder, { recursive: true });
});

/** From a few bytes to several socket reads. */
const bodyFor = (customer: string) =>
  JSON.stringify({ customer, filler: `${customer} `.repeat(4 ** (Number(customer.slice(1)) % 10)) });

async function respondInPieces({ headers }: ReceivedRequest, response: ServerResponse): Promise<void> {
  const body = bodyFor(headers.authorization ?? '');
  const piece = Math.ceil(body.length / 5);
  response.writeHead(200, { 'content-type': 'application/json' });
  for (let start = 0; start < body.length; start += piece) {
    response.write(body.slice(start, start + piece));
    // Responses to other clients are interleaved.
    await nextTurn();
  }
  response.end();
}

test.each(['http', 'https'] as const)(
  'with many concurrent requests over %s, every client gets its own response',
  async (scheme) => {
    const requestAs = (customer: string) =>
      sendRequest(gateways[scheme].origin, path, { cookie: `access_token=${customer}` });
    for (let round = 0; round < rounds; round += 1) {
      const responses = await Promise.all(
        Array.from({ length: customers }, async (_, index) => {
          const customer = `c${index}`;
          const { status, text } = await requestAs(customer);
          return [customer, status, text === bodyFor(customer)];
        }),
      );
      expect(responses).toEqual(Array.from({ length: customers }, (_, index) => [`c${index}`, 200, true]));
    }
  },
);
