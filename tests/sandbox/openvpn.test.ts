import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePorts } from '../support/stack.ts';
import { createRouter } from './support/routers.ts';
import { type RunningSandbox, startSandbox } from './support/running-sandbox.ts';

let sandbox: RunningSandbox;
let folder: string;
const running: ChildProcess[] = [];

beforeAll(async () => {
  sandbox = await startSandbox();
  folder = await mkdtemp(join(tmpdir(), 'skerry-openvpn-'));
});

afterAll(async () => {
  for (const process of running) process.kill('SIGKILL');
  await sandbox.close();
  await rm(folder, { recursive: true });
});

/** Starts openvpn without a tunnel device and waits for a line of its log. */
async function runOpenVpn(line: string, ...options: string[]): Promise<void> {
  const process = spawn('openvpn', ['--dev', 'null', ...options], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.push(process);
  const log: string[] = [];
  const found = (async () => {
    for await (const entry of createInterface({ input: process.stdout })) {
      log.push(entry);
      if (entry.includes(line)) return;
    }
    throw new Error(`openvpn ended without “${line}”:\n${log.join('\n')}`);
  })();
  await Promise.race([found, once(process, 'error').then(([error]) => Promise.reject(error))]);
}

test('openvpn connects with a downloaded file', async () => {
  const token = await sandbox.signIn('anna.lindqvist@example.com');
  const { cluster, response } = await createRouter(sandbox, token, { country: 'Germany', enhancer: 'security' });
  const { router_configuration, node_login, node_password } = response.body;
  await writeFile(join(folder, 'router.ovpn'), router_configuration);
  await writeFile(join(folder, 'credentials'), `${node_login}\n${node_password}\n`, { mode: 0o600 });
  execFileSync('openvpn', ['--config', 'router.ovpn', '--show-ciphers'], { cwd: folder, stdio: 'pipe' });

  const [port] = await freePorts(1);
  const node = (await sandbox.call('GET', `/sandbox/nodes/${cluster.hostname}`)).body;
  await writeFile(join(folder, 'ca'), node.ca);
  await writeFile(join(folder, 'cert'), node.certificate);
  await writeFile(join(folder, 'key'), node.key, { mode: 0o600 });
  const place = ['--local', '127.0.0.1', '--lport', String(port), '--proto', 'tcp-server'];
  const identity = ['--ca', 'ca', '--cert', 'cert', '--key', 'key', '--remote-cert-tls', 'client'];
  const nodeReady = runOpenVpn(
    'Peer Connection Initiated',
    ...place,
    ...identity,
    '--tls-server',
    '--dh',
    'none',
    '--verb',
    '3',
  );

  // The host of the file does not exist, so the handshake uses this machine.
  await writeFile(join(folder, 'here.ovpn'), router_configuration.replace(/^remote .*$/m, `remote 127.0.0.1 ${port}`));
  const client = ['--config', 'here.ovpn', '--auth-user-pass', 'credentials', '--connect-retry', '1', '1'];
  await Promise.all([nodeReady, runOpenVpn('Initialization Sequence Completed', ...client)]);
  expect(router_configuration).toContain(`verify-x509-name ${cluster.hostname} name`);
});
