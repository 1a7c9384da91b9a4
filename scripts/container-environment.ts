import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import type { DemoPorts } from './demo-environment.ts';
import { fromRoot } from './root.ts';

export type Environment = Readonly<Record<string, string>>;

interface ComposeFile {
  readonly services: Readonly<Record<string, { readonly environment?: Environment } | undefined>>;
}

/** The gateway's environment of docker-compose.yml, with this machine's ports and without Redis. */
export async function gatewayEnvironment({ port, adminPort, sandboxPort }: DemoPorts): Promise<Environment> {
  return {
    ...(await composeEnvironment('gateway-1')),
    API_BASE_URL: `http://127.0.0.1:${sandboxPort}`,
    REDIS_URL: '',
    COOKIE_KEYS: '',
    PORT: String(port),
    ADMIN_PORT: String(adminPort),
    LOG_LEVEL: 'warn',
  };
}

/** The sandbox's environment of docker-compose.yml, with this machine's port. */
export const sandboxEnvironment = async ({ sandboxPort }: DemoPorts): Promise<Environment> => ({
  ...(await composeEnvironment('sandbox')),
  SANDBOX_PORT: String(sandboxPort),
});

async function composeEnvironment(service: string): Promise<Environment> {
  const file: ComposeFile = parse(await readFile(fromRoot('docker-compose.yml'), 'utf8'), { merge: true });
  return file.services[service]?.environment ?? {};
}
