/**
 * `npm run image`: builds the images of the unchanged Dockerfile without a container engine's daemon, starts gateway
 * and sandbox under the pod's limits, signs in through them, stops the gateway, and attacks another one with
 * `tests/bounds`. `--report-waits` only prints long waits under attack, for a machine with other work.
 * Needs Linux on x64, root, buildah, runc and mmdebstrap. The base images are made here:
 * scripts/image-bases.ts.
 */
import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { request } from 'undici';
import { parse } from 'yaml';
import { demoEnvironment } from './demo-environment.ts';
import { parseStages, readDockerfile } from './dockerfile.ts';
import { makeBaseImages, run } from './image-bases.ts';
import { Container } from './image-container.ts';
import { waitForServer } from './processes.ts';
import { fromRoot } from './root.ts';

const gatewayImage = 'localhost/skerry-vpn-account-web:test';
const sandboxImage = 'localhost/skerry-vpn-sandbox:test';
/** npm in the build reaches the registry as this machine does: with its settings and certificate authorities. */
const authorities = '/etc/ssl/certs/ca-certificates.crt';
const [port = 0, adminPort = 0, sandboxPort = 0, attackersPort = 0] = await findFreePorts(4);
const ports = { port, adminPort, sandboxPort };
const origin = `http://localhost:${ports.port}`;
const adminOrigin = `http://localhost:${ports.adminPort}`;
const sandboxOrigin = `http://localhost:${ports.sandboxPort}`;

const { values } = parseArgs({ options: { 'report-waits': { type: 'boolean', default: false } } });
const attackOptions = values['report-waits'] ? ['--report-waits'] : [];
requirePrograms();
const dockerfile = await readDockerfile();
await step('makes the base images', async () => {
  const stages = parseStages(dockerfile);
  const own = new Set(stages.map(({ name }) => name));
  await makeBaseImages([...new Set(stages.map(({ base }) => withoutDigest(base)))].filter((base) => !own.has(base)));
});
await step('builds the gateway and the sandbox', async () => {
  await build('sandbox', sandboxImage);
  await build('gateway', gatewayImage);
});
console.log(`  the gateway's layers over the base image: ${measureLayers()} MB`);

const memoryBytes = await readMemoryLimit();
const cookieKeys = [1, 2].map(() => randomBytes(32).toString('base64')).join();
const environment = { ...demoEnvironment(ports), LOG_LEVEL: 'error', COOKIE_KEYS: cookieKeys };
const containers: Container[] = [];
try {
  const sandbox = await Container.start({
    image: sandboxImage,
    env: {
      SANDBOX_PORT: String(ports.sandboxPort),
      PRODUCT_ORIGIN: origin,
      SANDBOX_PUBLIC_ORIGIN: sandboxOrigin,
    },
    memoryBytes,
  });
  containers.push(sandbox);
  const gateway = await Container.start({
    image: gatewayImage,
    env: environment,
    memoryBytes,
  });
  containers.push(gateway);
  await step('starts', async () => {
    await waitForServer(`${sandboxOrigin}/sandbox/accounts`);
    await waitForServer(`${adminOrigin}/healthz`);
    await expectResponse(`${adminOrigin}/readyz`, '"upstream":"up"');
  });
  await step('passes its own health check', async () => {
    gateway.exec(gateway.config.Healthcheck?.Test.slice(1) ?? []);
  });
  await step('serves the prerendered page and its script', async () => {
    const page = await expectResponse(`${origin}/enter`, 'id="start">');
    if (!page.includes('data-prerendered="hydrate"')) throw new Error('The page is not prerendered');
    await expectResponse(`${origin}${/src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1]}`, 'import');
  });
  await step('signs in and reads the profile', signIn);
  await step('allocates with jemalloc', async () => {
    const [node = ''] = gateway.config.Entrypoint;
    const maps = gateway.exec([node, '-p', "fs.readFileSync('/proc/1/maps', 'utf8')"]);
    if (!maps.includes('/libjemalloc.so.2')) throw new Error('libjemalloc is not loaded');
  });
  await step('has no shell, no root user, no writable file and no capability', async () => {
    expectLockedDown(gateway);
  });
  await step('ends with 0 on SIGTERM', async () => {
    const code = await gateway.stop();
    if (code !== 0) throw new Error(`The gateway ended with ${code}`);
  });
  const attacked = await Container.start({
    image: gatewayImage,
    env: { ...environment, API_BASE_URL: `http://127.0.0.1:${attackersPort}`, TRUST_PROXY: '127.0.0.1' },
    memoryBytes,
  });
  containers.push(attacked);
  await step('holds its bounds under attack', () => attack(attacked));
  console.log(
    `  most memory: ${Math.round((await attacked.peakMemoryBytes()) / 2 ** 20)} of ${memoryBytes / 2 ** 20} MiB`,
  );
} finally {
  for (const container of containers) await container.remove();
}

async function step(name: string, act: () => Promise<void>): Promise<void> {
  const started = Date.now();
  await act();
  console.log(`✓ ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
}

/** All are taken at once, so that they differ. */
async function findFreePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const found = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return found;
}

function requirePrograms(): void {
  const missing = ['buildah', 'runc', 'mmdebstrap'].filter((program) => {
    try {
      execFileSync('which', [program], { env: { PATH: `${process.env.PATH}:/usr/sbin` }, stdio: 'ignore' });
      return false;
    } catch {
      return true;
    }
  });
  if (process.platform !== 'linux' || process.arch !== 'x64' || process.getuid?.() !== 0) {
    throw new Error('npm run image needs root on Linux (x64)');
  }
  if (missing.length > 0) throw new Error(`Please install: apt-get install ${missing.join(' ')}`);
}

function withoutDigest(base: string): string {
  return base.replace(/@sha256:[0-9a-f]{64}$/, '');
}

/** The Dockerfile as it is; only digests, which name images of a registry, are removed from the base images. */
async function build(target: string, image: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'image-build-'));
  try {
    const file = join(folder, 'Dockerfile');
    await writeFile(file, dockerfile.replace(/^(FROM \S+?)@sha256:[0-9a-f]{64}/gm, '$1'));
    const settings = join(folder, '.npmrc');
    const own = await readFile(join(homedir(), '.npmrc'), 'utf8').catch(() => '');
    await writeFile(settings, `${own}\ncafile=${authorities}\n`);
    const volumes = [`${settings}:/root/.npmrc:ro`, `${authorities}:${authorities}:ro`];
    const options = [
      ...['--pull-never', '--network', 'host', '--isolation', 'chroot', '--format', 'docker', '--layers'],
      ...volumes.flatMap((volume) => ['--volume', volume]),
    ];
    const child = spawn(
      'buildah',
      ['bud', ...options, '--target', target, '--file', file, '--tag', image, fromRoot()],
      {
        stdio: ['ignore', 'inherit', 'inherit'],
      },
    );
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new Error(`buildah ended with ${code}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function measureLayers(): string {
  const size = (image: string) =>
    Number(JSON.parse(run('buildah', 'images', '--json', image))[0].size.replace(/[^\d.]/g, ''));
  const base = parseStages(dockerfile).find(({ name }) => name === 'node')?.base ?? '';
  return (size(gatewayImage) - size(withoutDigest(base))).toFixed(1);
}

/** The pod's own values, so that the results apply to the pod. */
async function readMemoryLimit(): Promise<number> {
  const deployment = parse(await readFile(fromRoot('deploy/kubernetes/deployment.yaml'), 'utf8'));
  const limit: string = deployment.spec.template.spec.containers[0].resources.limits.memory;
  return Number.parseInt(limit, 10) * 2 ** 20;
}

async function expectResponse(url: string, text: string): Promise<string> {
  const response = await fetch(url, { headers: { accept: 'text/html,*/*' } });
  const body = await response.text();
  if (response.status !== 200 || !body.includes(text)) {
    throw new Error(`${url}: ${response.status} ${body.slice(0, 500)}`);
  }
  return body;
}

async function signIn(): Promise<void> {
  const accounts = await fetch(`${sandboxOrigin}/sandbox/accounts`);
  const [account] = (await accounts.json()) as { readonly email: string; readonly permanentToken: string }[];
  // Not fetch, which never sends a navigation.
  const signedIn = await request(`${origin}/?token=${account?.permanentToken}`, { headers: { accept: 'text/html' } });
  const cookies = [signedIn.headers['set-cookie'] ?? []].flat().map((cookie) => cookie.split(';')[0]);
  if (!cookies.some((cookie) => cookie?.startsWith('refresh_token='))) {
    throw new Error(`No session: ${signedIn.statusCode} ${signedIn.headers.location}`);
  }
  const profile = await fetch(`${origin}/web/v1/profile`, { headers: { cookie: cookies.join('; ') } });
  const text = await profile.text();
  if (profile.status !== 200 || !text.includes(account?.email ?? '')) throw new Error(`No profile: ${profile.status}`);
}

function expectLockedDown(gateway: Container): void {
  const [node = ''] = gateway.config.Entrypoint;
  const script = `
    const fs = require('fs');
    let written = 'written';
    try { fs.writeFileSync('/app/written', ''); } catch ({ code }) { written = code; }
    const status = fs.readFileSync('/proc/1/status', 'utf8');
    console.log(JSON.stringify({
      written, uid: process.getuid(), shell: fs.existsSync('/bin/sh'),
      capabilities: /CapEff:\\s*(\\w+)/.exec(status)[1], noNewPrivileges: /NoNewPrivs:\\s*(\\d)/.exec(status)[1],
    }));`;
  const found = gateway.exec([node, '-e', script]).trim();
  const expected = JSON.stringify({
    written: 'EROFS',
    uid: Number(gateway.config.User.split(':')[0]),
    shell: false,
    capabilities: '0'.repeat(16),
    noNewPrivileges: '1',
  });
  if (found !== expected) throw new Error(`Expected ${expected}: ${found}`);
}

/** The suite brings the upstream that the gateway has been started with, and seals the attackers' cookies. */
async function attack(gateway: Container): Promise<void> {
  await waitForServer(`${adminOrigin}/healthz`);
  const target = [gateway.pid(), ports.port, attackersPort].join();
  const child = spawn('tsx', [fromRoot('tests/bounds/main.ts'), '--attach', target, ...attackOptions], {
    env: { ...process.env, COOKIE_KEYS: cookieKeys },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`tests/bounds ended with ${code}`);
}
