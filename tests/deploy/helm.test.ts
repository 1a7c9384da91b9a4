import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readConfig } from '../../gateway/config.ts';
import { findKubernetesTool } from '../../scripts/kubernetes-tools.ts';
import { chart, helm, renderChart } from '../../scripts/render-chart.ts';
import { fromRoot } from '../../scripts/root.ts';
import { checkManifests, type Manifest } from './check-manifests.ts';

interface Rendered extends Manifest {
  readonly metadata: {
    readonly name: string;
    readonly labels: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  // biome-ignore lint/suspicious/noExplicitAny: fields of many kinds
  readonly spec: any;
  readonly data?: Readonly<Record<string, string>>;
}

const sets = ['minimal', 'everything', 'managed-redis'] as const;
const valuesOf = (set: (typeof sets)[number]) => `deploy/helm/account-web/ci/${set}-values.yaml`;
const installed = findKubernetesTool('helm') !== null;
if (!installed) console.log('Skipped, because Helm is not installed (npm run setup): tests/deploy/helm.test.ts');

/** All objects of a set of values, by kind and name. */
const render = (file: string) => byName([...renderChart(file).values()].join('---\n'));

function renderWith(set: (typeof sets)[number], ...args: readonly string[]): ReadonlyMap<string, Rendered> {
  return byName(helm('template', 'account-web', chart, '--values', fromRoot(valuesOf(set)), ...args));
}

function byName(text: string): ReadonlyMap<string, Rendered> {
  const objects = parseAllDocuments(text).map((document): Rendered | null => document.toJS());
  return new Map(objects.flatMap((object) => (object ? [[`${object.kind} ${object.metadata.name}`, object]] : [])));
}

describe.skipIf(!installed)('the chart', () => {
  test.each(sets)('passes helm lint with the values %s', (set) => {
    expect(helm('lint', '--strict', '--values', fromRoot(valuesOf(set)), chart)).toContain('0 chart(s) failed');
  });

  test('renders only fields that Kubernetes, Gateway API and the Prometheus Operator know', async () => {
    const all = sets.flatMap((set) =>
      [...render(valuesOf(set))].map(([name, object]) => [`${set} ${name}`.replaceAll(' ', '-'), object] as const),
    );
    all.push(...renderWith('minimal', '--kube-version', '1.32'));
    expect(all.length).toBeGreaterThan(20);
    expect(await checkManifests(new Map(all))).toEqual([]);
  }, 60_000);

  test('renders the plain manifests that are checked in', async () => {
    const handwritten = ['kustomization.yaml', 'namespace.yaml', 'secret.example.yaml', 'values.yaml'];
    const files = (await readdir(fromRoot('deploy/kubernetes'))).filter((file) => !handwritten.includes(file));
    const rendered = renderChart('deploy/kubernetes/values.yaml');
    expect([...rendered.keys()].sort()).toEqual(files.sort());
    for (const [file, text] of rendered) {
      expect(await readFile(fromRoot('deploy/kubernetes', file), 'utf8'), 'npm run manifests').toBe(text);
    }
  });

  test('renders only the required objects with minimal values', () => {
    expect([...render(valuesOf('minimal')).keys()].sort()).toEqual([
      'ConfigMap account-web',
      'Deployment account-web',
      'Service account-web',
    ]);
  });

  test('renders every optional object when all are enabled', () => {
    expect([...render(valuesOf('everything')).keys()].sort()).toEqual([
      'ConfigMap account-staging',
      'ConfigMap account-staging-dashboard',
      'Deployment account-staging',
      'Deployment account-staging-valkey',
      'HTTPRoute account-staging',
      'HorizontalPodAutoscaler account-staging',
      'Ingress account-staging',
      'Ingress account-staging-files',
      'NetworkPolicy account-staging',
      'NetworkPolicy account-staging-valkey',
      'PodDisruptionBudget account-staging',
      'PrometheusRule account-staging',
      'Secret account-staging',
      'Service account-staging',
      'Service account-staging-pods',
      'Service account-staging-valkey',
      'ServiceAccount account-staging',
      'ServiceMonitor account-staging',
    ]);
  });

  test.each(sets)('renders a configuration that the gateway accepts: %s', (set) => {
    const config = [...render(valuesOf(set)).values()].find(({ kind }) => kind === 'ConfigMap');
    expect(readConfig(config?.data ?? {}).publicOrigin).toMatch(/^https:\/\/account\./);
  });

  test('renders my-values.yaml of docs/operations.md: the gateway accepts it, and it needs only the reader’s Secret', async () => {
    const document = await readFile(fromRoot('docs/operations.md'), 'utf8');
    const folder = await mkdtemp(join(tmpdir(), 'helm-'));
    const file = join(folder, 'my-values.yaml');
    await writeFile(file, JSON.stringify(parse(/^ {3}```yaml\n(.*?)^ {3}```/ms.exec(document)?.[1] ?? '')));
    const objects = byName(helm('template', 'account-web', chart, '--values', file));
    await rm(folder, { recursive: true });
    expect(readConfig(objects.get('ConfigMap account-web')?.data ?? {}).publicOrigin).toBe(
      'https://account.example.com',
    );
    const [secret] = /(?<=create secret generic )\S+/.exec(document) ?? [];
    const { envFrom } = objects.get('Deployment account-web')?.spec.template.spec.containers[0] ?? {};
    expect(envFrom).toEqual([{ configMapRef: { name: 'account-web' } }, { secretRef: { name: secret } }]);
    expect([...objects.keys()].filter((name) => name.startsWith('Secret '))).toEqual([]);
    // Its controller is nginx, which by default refuses response headers above 4 kB, and logs the credentials of links.
    const defaults = {
      'nginx.ingress.kubernetes.io/proxy-buffer-size': '16k',
      'nginx.ingress.kubernetes.io/enable-access-log': 'false',
    };
    expect(objects.get('Ingress account-web')?.metadata.annotations).toEqual(defaults);
    expect(objects.get('Ingress account-web-files')).toMatchObject({
      metadata: {
        annotations: { ...defaults, 'nginx.ingress.kubernetes.io/proxy-next-upstream': 'error timeout http_404' },
      },
      spec: { rules: [{ http: { paths: [{ path: '/assets' }] } }] },
    });
  });

  test('widens the range of local ports, and limits the kernel’s TCP buffers from Kubernetes 1.32 on; an older one would refuse the pod', () => {
    const sysctls = (version: string, ...args: string[]) =>
      renderWith('minimal', '--kube-version', version, ...args).get('Deployment account-web')?.spec.template.spec
        .securityContext.sysctls;
    const localPorts = { name: 'net.ipv4.ip_local_port_range', value: '16384 65535' };
    for (const version of ['1.32', 'v1.32.0-eks-1234567', 'v1.35.1+k3s1']) {
      expect(sysctls(version), version).toEqual([
        localPorts,
        { name: 'net.ipv4.tcp_rmem', value: '4096 16384 32768' },
        { name: 'net.ipv4.tcp_wmem', value: '4096 16384 32768' },
      ]);
    }
    expect(sysctls('1.30')).toEqual([localPorts]);
    expect(sysctls('v1.31.9-gke.100')).toEqual([localPorts]);
    expect(sysctls('1.32', '--set', 'tcpBuffers.enabled=false')).toEqual([localPorts]);
    expect(sysctls('1.32', '--set', 'tcpBuffers.send=4096 16384 131072')[2].value).toBe('4096 16384 131072');
  });

  test('starts a rollout when the configuration or the secret changes, and only then', () => {
    const annotations = (...values: string[]) =>
      renderWith('everything', ...values).get('Deployment account-staging')?.spec.template.metadata.annotations;
    const before = annotations();
    expect(annotations('--set', 'service.port=8081')).toEqual(before);
    expect(annotations('--set', 'config.LOG_LEVEL=debug')['checksum/config']).not.toBe(before['checksum/config']);
    const withOtherSecret = annotations('--set', 'secret.values.SENTRY_DSN=https://other@errors.example.com/1');
    expect(withOtherSecret['checksum/secret']).not.toBe(before['checksum/secret']);
    expect(withOtherSecret['checksum/config']).toBe(before['checksum/config']);
  });

  test('labels every object with the version and the release', async () => {
    const { version } = JSON.parse(await readFile(fromRoot('package.json'), 'utf8'));
    const { version: chartVersion, appVersion } = parse(await readFile(join(chart, 'Chart.yaml'), 'utf8'));
    expect([chartVersion, appVersion]).toEqual([version, version]);
    for (const { metadata } of render(valuesOf('everything')).values()) {
      expect(metadata.labels).toMatchObject({
        'app.kubernetes.io/instance': 'account-web',
        'app.kubernetes.io/version': version,
        'helm.sh/chart': `account-web-${version}`,
      });
    }
  });

  test('mounts files that variables may name', () => {
    const { spec } = render(valuesOf('everything')).get('Deployment account-staging') ?? {};
    const { volumes, containers } = spec.template.spec;
    expect(volumes).toEqual([{ name: 'files', configMap: { name: 'account-files' } }]);
    expect(containers[0].volumeMounts).toEqual([{ name: 'files', mountPath: '/etc/account-web', readOnly: true }]);
  });

  test('pins the image by digest', () => {
    const { spec } = render(valuesOf('everything')).get('Deployment account-staging') ?? {};
    expect(spec.template.spec.containers[0].image).toMatch(
      /^registry\.example\.com\/skerry-vpn-account-web:1\.0\.0@sha256:[0-9a-f]{64}$/,
    );
  });

  test('has a headless Service for proxies that hash by cookie', () => {
    const { spec } = render(valuesOf('everything')).get('Service account-staging-pods') ?? {};
    expect(spec.clusterIP).toBe('None');
    expect(spec.ports.map(({ name, port }: { name: string; port: number }) => [name, port])).toEqual([
      ['http', 8080],
      ['admin', 9000],
    ]);
  });

  test('labels metrics with the job of the release, and its alerts select that job', () => {
    const objects = render(valuesOf('everything'));
    const [endpoint] = objects.get('ServiceMonitor account-staging')?.spec.endpoints ?? [];
    expect(endpoint.relabelings).toEqual([{ targetLabel: 'job', replacement: 'account-staging' }]);
    const rules = JSON.stringify(objects.get('PrometheusRule account-staging')?.spec);
    expect(rules).toContain('job=\\"account-staging\\"');
    expect(rules).not.toContain('job=\\"account-web\\"');
  });

  test('restarts only the gateways when a new version is released', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'chart-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    await cp(chart, folder, { recursive: true });
    const file = join(folder, 'Chart.yaml');
    const current = await readFile(file, 'utf8');
    await writeFile(file, current.replace(/^(version|appVersion): .*$/gm, '$1: 99.0.0'));
    const newer = byName(helm('template', 'account-web', folder, '--values', fromRoot(valuesOf('everything'))));
    const older = renderWith('everything');
    const restarted = [...older].filter(([name, { kind, spec }]) => {
      const same = isDeepStrictEqual(spec?.template, newer.get(name)?.spec?.template);
      return kind === 'Deployment' && !same;
    });
    expect(restarted.map(([name]) => name)).toEqual(['Deployment account-staging']);
  });

  test('connects the gateway to the Valkey of the release with its password', () => {
    const objects = render(valuesOf('everything'));
    const { env } = objects.get('Deployment account-staging')?.spec.template.spec.containers[0] ?? {};
    expect(env).toContainEqual({
      name: 'REDIS_URL',
      value: 'redis://:$(VALKEY_PASSWORD)@account-staging-valkey:6379',
    });
    const { args } = objects.get('Deployment account-staging-valkey')?.spec.template.spec.containers[0] ?? {};
    expect(args.join(' ')).toContain('--requirepass $(VALKEY_PASSWORD)');
    // Leases are extended every second, so they are evicted last.
    expect(args.join(' ')).toContain('--maxmemory-policy volatile-lru');
  });
});

describe.skipIf(!installed)('the network policy', () => {
  const policy = () => render(valuesOf('everything')).get('NetworkPolicy account-staging')?.spec;
  const cidrs = (rule: { to: { ipBlock?: { cidr: string } }[] }) =>
    rule.to.flatMap(({ ipBlock }) => ipBlock?.cidr ?? []);

  test('allows the proxies the public port and /readyz', () => {
    const [proxies] = policy().ingress;
    expect(proxies.ports).toEqual([{ port: 'http' }, { port: 'admin' }]);
    expect(proxies.from).toContainEqual({ ipBlock: { cidr: '2001:db8::/32' } });
  });

  test('allows Prometheus only the admin port', () => {
    const [, monitoring] = policy().ingress;
    expect(monitoring.ports).toEqual([{ port: 'admin' }]);
  });

  test('allows DNS by the cluster and by NodeLocal DNSCache', () => {
    const [dns] = policy().egress;
    expect(cidrs(dns)).toContain('169.254.20.10/32');
    expect(dns.ports).toContainEqual({ port: 53, protocol: 'UDP' });
  });

  test('allows public addresses of both families, and no private ones', () => {
    const [, upstream] = policy().egress;
    expect(cidrs(upstream)).toEqual(['0.0.0.0/0', '::/0']);
    const [ipv4, ipv6] = upstream.to.map(({ ipBlock }: { ipBlock: { except: string[] } }) => ipBlock.except);
    expect(ipv4).toEqual(expect.arrayContaining(['10.0.0.0/8', '169.254.0.0/16', '192.168.0.0/16']));
    expect(ipv6).toEqual(expect.arrayContaining(['fc00::/7', 'fe80::/10']));
  });

  test('allows no ingress when no proxy is named', () => {
    const none = 'networkPolicy.proxyNamespaces=null,networkPolicy.monitoringNamespaces=null';
    const policy = renderWith('managed-redis', '--set', none).get('NetworkPolicy account-web');
    expect(policy?.spec.ingress ?? []).toEqual([]);
  });
});

describe.skipIf(!installed)('the schema of the values', () => {
  const lint =
    (...values: string[]) =>
    () =>
      helm('template', 'account-web', chart, '--values', fromRoot(valuesOf('minimal')), ...values);

  test.each([
    ['a required variable that is empty', 'config.API_BASE_URL=', /API_BASE_URL/],
    ['an invalid URL', 'config.SITE_URL=example.com', /SITE_URL/],
    [
      'a secret key instead of the publishable one',
      'config.STRIPE_PUBLISHABLE_KEY=sk_live_1',
      /STRIPE_PUBLISHABLE_KEY/,
    ],
    ['a misspelled variable', 'config.TRUSTED_PROXY=10.0.0.0/8', /TRUSTED_PROXY/],
    ['a secret among the configuration', 'config.COOKIE_KEYS=abc', /COOKIE_KEYS/],
    [
      'a number instead of a string, which YAML would write as 1.5552e+07',
      'config.SESSION_MAX_AGE_S=15552000',
      /SESSION_MAX_AGE_S/,
    ],
    ['one number instead of three for a buffer', 'tcpBuffers.send=32768', /tcpBuffers/],
    ['an invalid digest', 'image.digest=sha256:abc', /digest/],
    ['a misspelled value', 'ingres.enabled=true', /ingres/],
    ['an HTTPRoute without parentRefs', 'httpRoute.enabled=true', /parentRefs/],
  ])('refuses %s', (_, value, message) => {
    expect(lint('--set', value)).toThrow(message);
  });

  test('knows every variable that the gateway reads, and no other', async () => {
    const { properties } = JSON.parse(await readFile(join(chart, 'values.schema.json'), 'utf8'));
    const example = await readFile(fromRoot('.env.example'), 'utf8');
    const names = [...example.matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name);
    const secret = Object.keys(properties.secret.properties.values.properties);
    const development = ['CLIENT_DIR', 'DEV_SERVER_URL'];
    expect([...Object.keys(properties.config.properties), ...secret, ...development].sort()).toEqual(names.sort());
  });
});
