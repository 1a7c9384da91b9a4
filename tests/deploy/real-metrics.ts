import { buildSandbox } from '../../sandbox/app.ts';
import { startGatewayProcess } from '../support/gateway-process.ts';
import { cookiesAfter, navigate, sendRequest } from '../support/send-request.ts';
import { freePorts } from '../support/stack.ts';

/** By metric, the values of each of its labels. */
export type Metrics = ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>;

/** The metrics of a gateway process: right after its start, or after a sign-in, a refresh, a refusal and a report. */
export async function readRealMetrics({ idle = false } = {}): Promise<Metrics> {
  const [port = 0, sandboxPort = 0] = await freePorts(2);
  const sandbox = await buildSandbox({ productOrigin: `http://localhost:${port}` });
  await sandbox.listen({ host: '127.0.0.1', port: sandboxPort });
  const gateway = await startGatewayProcess(port, sandboxPort, { LOG_LEVEL: 'silent' });
  try {
    if (!idle) await causeMetrics(gateway.origin, `http://localhost:${sandboxPort}`);
    return parseMetrics((await sendRequest(gateway.adminOrigin, '/metrics')).text);
  } finally {
    await gateway.close();
    await sandbox.close();
  }
}

async function causeMetrics(origin: string, sandboxOrigin: string): Promise<void> {
  const accounts = (await sendRequest(sandboxOrigin, '/sandbox/accounts')).json();
  const [{ permanentToken }] = accounts as [{ permanentToken: string }];
  const signedIn = await navigate(origin, `/?token=${permanentToken}`);
  await sendRequest(sandboxOrigin, '/sandbox/expire', { method: 'POST', body: {} });
  await sendRequest(origin, '/web/v1/profile', { cookie: cookiesAfter(signedIn) });
  await sendRequest(origin, '/session', { method: 'DELETE', headers: { 'sec-fetch-site': 'cross-site' } });
  await sendRequest(origin, '/reports', { method: 'POST', body: { type: 'deprecation', body: {} } });
}

/** Prometheus' text format, without the values. */
function parseMetrics(text: string): Metrics {
  const metrics = new Map<string, Map<string, Set<string>>>();
  for (const [, name = '', labels = ''] of text.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
    const known = metrics.get(name) ?? new Map<string, Set<string>>();
    metrics.set(name, known);
    for (const [, label = '', value = ''] of labels.matchAll(/(\w+)="([^"]*)"/g)) {
      known.set(label, (known.get(label) ?? new Set()).add(value));
    }
  }
  return metrics;
}
