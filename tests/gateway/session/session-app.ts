import { readConfig } from '../../../gateway/config.ts';
import { sessionPlugin } from '../../../gateway/session/session.ts';
import { upstreamPlugin } from '../../../gateway/upstream/client.ts';
import { demoEnvironment } from '../../../scripts/demo-environment.ts';
import type { LogLine } from '../../support/gateway.ts';
import { buildGuardedApp, type GuardedApp } from '../policy/guarded-app.ts';

/** The session plugin with sealed cookies in front of an upstream; a test may add routes. */
export async function buildSessionApp(
  apiBaseUrl: string,
  lines: LogLine[],
  more: Readonly<Record<string, string>> = {},
): Promise<GuardedApp> {
  const env = { API_BASE_URL: apiBaseUrl, COOKIE_KEYS: Buffer.alloc(32, 7).toString('base64'), ...more };
  const config = readConfig({ ...demoEnvironment({ port: 3000, sandboxPort: 1, adminPort: 0 }), ...env });
  const guarded = await buildGuardedApp({ env, log: { write: (line) => lines.push(JSON.parse(line)) } });
  await guarded.app.register(upstreamPlugin, config);
  await guarded.app.register(sessionPlugin, config);
  return guarded;
}
