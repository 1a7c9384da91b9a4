import { gzipSync } from 'node:zlib';
import request from 'supertest';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Call, type CallName, calls } from '#shared/calls.ts';
import type { DocumentedCall } from '#shared/contract/documented-call.ts';
import { contract } from '#shared/contract.ts';
import { buildSandbox } from '../../sandbox/app.ts';
import { type Client, openClient } from '../support/client.ts';
import { type FakeSentry, startFakeSentry } from '../support/fake-sentry.ts';
import { type GatewayProcess, startGatewayProcess } from '../support/gateway-process.ts';
import { controlSandbox, type SandboxControl, signIn } from '../support/sandbox-control.ts';
import { freePorts } from '../support/stack.ts';
import { TaintRecorder } from '../support/taint-recorder.ts';

const anna = 'anna.lindqvist@example.com';
const leakedToken = 'sandbox-access-leaked4kX9vB2nQ7';

let sandboxServer: Awaited<ReturnType<typeof buildSandbox>>;
let sandbox: SandboxControl;
let sandboxOrigin: string;
let sentry: FakeSentry;
let gateway: GatewayProcess;
let recorder: TaintRecorder;

beforeAll(async () => {
  const [port = 0, sandboxPort = 0] = await freePorts(2);
  sandboxServer = await buildSandbox({ productOrigin: `http://localhost:${port}` });
  await sandboxServer.listen({ host: '127.0.0.1', port: sandboxPort });
  sandboxOrigin = `http://localhost:${sandboxPort}`;
  sandbox = controlSandbox(sandboxOrigin);
  sentry = await startFakeSentry();
  const env = { SENTRY_DSN: sentry.dsn, LOG_LEVEL: 'trace', RATE_LIMIT_SIGN_IN_PER_MINUTE: '100000' };
  gateway = await startGatewayProcess(port, sandboxPort, env);
});
beforeEach(async () => {
  await sandbox.reset();
  recorder = new TaintRecorder();
});
afterAll(async () => {
  await gateway.close();
  await sandboxServer.close();
  await sentry.close();
});

/** Makes a call with its example body. */
async function make(name: CallName, client: Client, variant: string) {
  const { requestExample }: DocumentedCall = contract[name];
  const body = name === 'deleteAccount' ? undefined : requestExample;
  const response = await client.send(calls[name], body ? { body } : {}).redirects(0);
  return recorder.recordResponse(`${name} ${variant}`, response);
}

const callNames = Object.keys(calls) as CallName[];

async function makeEveryCall(): Promise<void> {
  for (const name of callNames) {
    await make(name, openClient(gateway.origin), 'without a session');
    await make(name, await signIn(gateway.origin, sandbox, anna), 'with a session');
    const expired = await signIn(gateway.origin, sandbox, anna);
    await sandbox.expireTokens();
    await make(name, expired, 'with an expired access token');
    const ended = await signIn(gateway.origin, sandbox, anna);
    await sandbox.expireTokens('refuse');
    await make(name, ended, 'with a refused refresh token');
    await sandbox.reset();
  }
}

/** The upstream returns tokens in unexpected places, errors and invalid bodies. */
async function makeEveryCallGoWrong(): Promise<void> {
  const nested = { nested: [{ access_token: leakedToken, refresh_token: 'sandbox-refresh-leaked4kX9vB2nQ7' }] };
  const faults = [
    { status: 200, body: nested },
    { status: 500, body: nested },
    { status: 200, body: `{"access_token": "${leakedToken}", "cut off` },
    { reset: true },
  ];
  for (const name of callNames.filter((name) => !(calls[name] as Call).redirects)) {
    for (const fault of faults) {
      const client = await signIn(gateway.origin, sandbox, anna);
      await sandbox.addFault({ method: calls[name].method, path: calls[name].path, ...fault, times: 1 });
      if (name === 'refreshTokens') {
        await sandbox.expireTokens();
        await make('profile', client, `while the refresh meets ${JSON.stringify(fault)}`);
      } else await make(name, client, `with the fault ${JSON.stringify(fault)}`);
      await sandbox.reset();
    }
  }
}

/** Sends valid, invalid and malformed tokens in URLs and in error reports. */
async function sendTokensInUrlsAndReports(): Promise<void> {
  const { permanentToken } = await sandbox.findAccount(anna);
  const issued = await request(sandboxOrigin)
    .post(calls.signInWithPermanentToken.path)
    .send({ perm_token: permanentToken });
  const pair = new URLSearchParams(issued.body).toString();
  const paths = [
    `/profile?${pair}`,
    `/profile?${pair.replaceAll('sandbox', '%73andbox')}&keep=1`,
    `/profile?access_token=${leakedToken}`,
    `/profile?access_token=${leakedToken}&refresh_token=sandbox-refresh-unknown`,
    `/enter?token=${leakedToken}`,
    `/h/redirect-to-app?${pair}`,
    `/nowhere/${leakedToken}?permanent_access_token=${leakedToken}`,
    `/web/v1/profile?access_token=${leakedToken}`,
    `/web/v1/${leakedToken}`,
    '/session/extension',
    '/session',
  ];
  for (const path of paths) {
    const response = await openClient(gateway.origin).open(path);
    // The response must not repeat a token of the URL.
    recorder.recordResponse(`the page ${path.split('?')[0]}`, response);
  }
  for (const text of [leakedToken, Buffer.from(leakedToken).toString('base64'), `Bearer ${leakedToken}`]) {
    const report = {
      event_id: '9f86d081884c7d659a2feaa0c55ad015',
      exception: {
        values: [
          {
            type: 'Error',
            value: `it broke: ${text}`,
            stacktrace: { frames: [{ filename: `/p?access_token=${text}`, function: 'x' }] },
          },
        ],
      },
      breadcrumbs: [{ category: 'navigation', data: { from: `/p?token=${text}`, to: `/${text}` } }],
      tags: { page: `/${text}` },
    };
    const response = await request(gateway.origin).post('/reports').set('sec-fetch-site', 'same-origin').send(report);
    recorder.recordResponse('a report', response);
  }
}

/** Reads what operators see. */
async function readOperations(): Promise<void> {
  for (const path of ['/metrics', '/healthz', '/readyz']) {
    recorder.record('operations', (await request(gateway.adminOrigin).get(path)).text, path);
  }
}

test('finds a planted leak in a response, a log line, a metric and an error report', async () => {
  const client = await signIn(gateway.origin, sandbox, anna);
  // The gateway blocks responses by field names only, so this one passes as a leak in the gateway would.
  const body = { profile: { note: Buffer.from(leakedToken).toString('base64') } };
  await sandbox.addFault({ method: 'GET', path: calls.profile.path, status: 200, body, times: 1 });
  await make('profile', client, 'with a planted leak');
  expect(recorder.findings).toEqual(['body of profile with a planted leak: sandbox-access- encoded as base64']);

  recorder.record('log', JSON.stringify({ level: 'info', path: `/profile?access_token=${leakedToken}` }));
  recorder.record('operations', `gateway_requests{path="/${encodeURIComponent(leakedToken)}"} 1`);
  await fetch(`${new URL(sentry.dsn).origin}/api/1/envelope/`, { method: 'POST', body: gzipSync(leakedToken) });
  recorder.record('error report', sentry.received.at(-1) ?? '');
  expect(recorder.findings.slice(1)).toEqual([
    'log: sandbox-access-',
    'operations: sandbox-access-',
    'error report: sandbox-access- encoded as gzip',
  ]);
  sentry.forget();
});

test('no token reaches a response, a log line, a metric or an error report', async () => {
  await makeEveryCall();
  await makeEveryCallGoWrong();
  await sendTokensInUrlsAndReports();
  await readOperations();
  await gateway.close();
  for (const line of gateway.output().split('\n')) recorder.record('log', line, `log line ${line.slice(0, 120)}`);
  for (const sent of sentry.received) recorder.record('error report', sent);

  expect(recorder.findings).toEqual([]);
  // Fails if the search was empty.
  expect(recorder.countOf('response')).toBeGreaterThan(callNames.length * 8);
  expect(recorder.countOf('log')).toBeGreaterThan(callNames.length * 4);
  expect(recorder.countOf('error report')).toBeGreaterThan(0);
  expect(recorder.countOf('operations')).toBe(3);
}, 120_000);
