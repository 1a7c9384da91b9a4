import { buildSandbox } from '../../sandbox/app.ts';
import { startGatewayProcess } from '../support/gateway-process.ts';
import { cookiesAfter, navigate, sendRequest } from '../support/send-request.ts';
import { freePorts } from '../support/stack.ts';

/** By metric, the values of each of its labels. */
export type Metrics = ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>;

/** What the gateway's own process tells Prometheus after a sign-in, a refresh, a refusal and a report. */
export async function readRealMetrics(): Promise<Metrics> {
  const [port = 0, sandboxPort = 0] = await freePorts(2);
  const sandbox = await buildSandbox({ productOrigin: `http://localhost:${port}` });
  await sandbox.listen({ host: '127.0.0.1', port: sandboxPort });
  const gateway = await startGatewayProcess(port, sandboxPort, { LOG_LEVEL: 'silent' });
  try {
    const accounts = (await sendRequest(`http://localhost:${sandboxPort}`, '/sandbox/accounts')).json();
    const [{ permanentToken }] = accounts as [{ permanentToken: string }];
    const signedIn = await navigate(gateway.origin, `/?token=${permanentToken}`);
    await sendRequest(`http://localhost:${sandboxPort}`, '/sandbox/expire', { method: 'POST', body: {} });
    await sendRequest(gateway.origin, '/web/v1/profile', { cookie: cookiesAfter(signedIn) });
    await sendRequest(gateway.origin, '/session', { method: 'DELETE', headers: { 'sec-fetch-site': 'cross-site' } });
    await sendRequest(gateway.origin, '/reports', { method: 'POST', body: { type: 'deprecation', body: {} } });
    return parseMetrics((await sendRequest(gateway.adminOrigin, '/metrics')).text);
  } finally {
    await gateway.close();
    await sandbox.close();
  }
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
