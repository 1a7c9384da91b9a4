import { execFileSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { readConfig } from '../../gateway/config.ts';
import { findKubernetesTool } from '../../scripts/kubernetes-tools.ts';
import { fromRoot } from '../../scripts/root.ts';
import { checkManifests, type Manifest } from './check-manifests.ts';
import { readYaml } from './read-yaml.ts';

/** The plain manifests, which the chart renders, so that these tests cover the chart. helm.test.ts has the rest. */

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
  readonly timeoutSeconds?: number;
}

interface Container {
  readonly image: string;
  readonly envFrom: readonly { configMapRef?: { name: string }; secretRef?: { name: string } }[];
  readonly ports: readonly { name: string; containerPort: number }[];
  readonly startupProbe: Probe;
  readonly livenessProbe: Probe;
  readonly readinessProbe: Probe;
  readonly lifecycle: { preStop: { sleep: { seconds: number } } };
  readonly securityContext: Readonly<Record<string, unknown>>;
}

interface Deployment {
  readonly spec: {
    readonly replicas?: number;
    readonly strategy: { rollingUpdate: { maxUnavailable: number } };
    readonly selector: { matchLabels: Record<string, string> };
    readonly template: {
      metadata: { labels: Record<string, string> };
      spec: {
        serviceAccountName: string;
        automountServiceAccountToken: boolean;
        terminationGracePeriodSeconds: number;
        securityContext: object;
        containers: [Container];
      };
    };
  };
}

type Values = Readonly<Record<string, string>>;

const folder = ['deploy', 'kubernetes'] as const;
const read = <T>(file: string) => readYaml<T>(...folder, file);
const notManifests = ['kustomization.yaml', 'values.yaml'];
const files = (await readdir(fromRoot(...folder))).filter((file) => !notManifests.includes(file));
interface Selecting extends Manifest {
  // A Service's selector has the labels themselves.
  readonly spec?: {
    readonly selector?: { readonly matchLabels?: Values };
    readonly podSelector?: { readonly matchLabels: Values };
  };
}

const manifests = new Map<string, Selecting>();
for (const file of files) {
  const documents = parseAllDocuments(await readFile(fromRoot(...folder, file), 'utf8'));
  for (const [index, document] of documents.entries()) manifests.set(`${file}-${index}`, document.toJS());
}
const deployment = await read<Deployment>('deployment.yaml');
const { data } = await read<{ data: Values }>('config-map.yaml');
const { stringData } = await read<{ stringData: Values }>('secret.example.yaml');
const pod = deployment.spec.template.spec;
const [container] = pod.containers;

describe('the manifests', () => {
  test('have only known fields, of the right types, and every required field', async () => {
    expect(await checkManifests(manifests)).toEqual([]);
    // The compiler reads Kubernetes' types first.
  }, 60_000);

  test('fail the check when a field is unknown, missing or of a wrong type', async () => {
    const service = (spec: object) => ({ apiVersion: 'v1', kind: 'Service', spec });
    const wrong = {
      field: service({ ports: [], selektor: {} }),
      missing: service({ ports: [{ name: 'http' }] }),
      type: service({ ports: [{ port: '80' }] }),
      kind: { apiVersion: 'v1', kind: 'Nonsense' },
      group: { apiVersion: 'apps/v1beta1', kind: 'Deployment' },
    };
    expect((await checkManifests(new Map(Object.entries(wrong)))).sort()).toEqual([
      expect.stringMatching(/^field: .*selektor.* does not exist/),
      'group: apps/v1beta1 Deployment is unknown',
      'kind: v1 Nonsense is unknown',
      expect.stringMatching(/^missing: .*must have required property port/),
      expect.stringMatching(/^type: .*port must be integer/),
    ]);
  }, 60_000);

  test('are all in the kustomization, except the example secret', async () => {
    const { resources, images } = await read<{ resources: string[]; images: { name: string; newTag: string }[] }>(
      'kustomization.yaml',
    );
    expect([...resources].sort()).toEqual(files.filter((file) => file !== 'secret.example.yaml').sort());
    const { version } = JSON.parse(await readFile(fromRoot('package.json'), 'utf8'));
    expect(images).toEqual([expect.objectContaining({ newTag: version })]);
    expect(container.image).toBe(`${images[0]?.name}:${version}`);
  });

  test('have selectors that match the labels of the pods', () => {
    const { labels } = deployment.spec.template.metadata;
    const selectors = [...manifests.values()].flatMap(({ kind, spec }) => {
      if (!spec) return [];
      const found = kind === 'Service' ? [spec.selector] : [spec.selector?.matchLabels, spec.podSelector?.matchLabels];
      return found.filter((selector) => selector !== undefined);
    });
    expect(selectors).toHaveLength(5);
    for (const selector of selectors) expect(labels).toMatchObject(selector);
  });
});

describe('the configuration', () => {
  const names = { ...data, ...stringData };
  const config = readConfig({ ...data, COOKIE_KEYS: '', SENTRY_DSN: '' });

  test('has every required variable, and every value parses', () => {
    expect(config.environment).toBe('production');
  });

  test('has only variables that the gateway reads', () => {
    const namesRead = new Set<string>();
    const env = new Proxy<Values>(names, {
      get: (values, name) => {
        namesRead.add(String(name));
        return ['COOKIE_KEYS', 'REDIS_URL'].includes(String(name)) ? '' : values[String(name)];
      },
    });
    readConfig(env);
    expect(Object.keys(names).filter((name) => !namesRead.has(name))).toEqual([]);
  });

  test('keeps secrets out of the ConfigMap, and the gateway refuses the example secret', () => {
    expect(Object.keys(data).filter((name) => /KEYS|DSN|REDIS/.test(name))).toEqual([]);
    expect(() => readConfig({ ...data, ...stringData })).toThrow(/COOKIE_KEYS|REDIS_URL/);
  });

  test('is read from the ConfigMap and the Secret of the manifests', () => {
    expect(container.envFrom.map(({ configMapRef, secretRef }) => configMapRef?.name ?? secretRef?.name)).toEqual([
      'account-web',
      'account-web',
    ]);
  });

  test('gives the pod enough time to stop: preStop hook, grace time, exit', () => {
    const { seconds } = container.lifecycle.preStop.sleep;
    expect(pod.terminationGracePeriodSeconds * 1000).toBeGreaterThanOrEqual(
      seconds * 1000 + config.shutdownGraceMs + 2_000,
    );
    expect(config.shutdownGraceMs).toBeGreaterThan(config.upstreamTimeoutMs);
  });

  test('the readiness probe times out later than a connection to the upstream', () => {
    const { timeoutSeconds = 1 } = container.readinessProbe;
    expect(timeoutSeconds * 1000).toBeGreaterThan(config.upstreamConnectTimeoutMs + 1_000);
  });

  test('probes and container ports match the public and the admin server', () => {
    expect(container.ports).toEqual([
      { name: 'http', containerPort: config.port },
      { name: 'admin', containerPort: config.adminPort },
    ]);
    const { startupProbe, livenessProbe, readinessProbe } = container;
    expect([startupProbe, livenessProbe, readinessProbe].map(({ httpGet }) => httpGet)).toEqual([
      { path: '/healthz', port: 'admin' },
      { path: '/healthz', port: 'admin' },
      { path: '/readyz', port: 'admin' },
    ]);
  });
});

test('a rolling update keeps all replicas available, and the autoscaler keeps at least two', async () => {
  expect(deployment.spec.strategy.rollingUpdate.maxUnavailable).toBe(0);
  expect(deployment.spec.replicas).toBeUndefined();
  const { spec } = await read<{ spec: { minReplicas: number; scaleTargetRef: object } }>(
    'horizontal-pod-autoscaler.yaml',
  );
  expect(spec.minReplicas).toBeGreaterThanOrEqual(2);
  expect(spec.scaleTargetRef).toEqual({ apiVersion: 'apps/v1', kind: 'Deployment', name: 'account-web' });
});

test('the pod meets the restricted Pod Security Standard, with a read-only root and no service account token', () => {
  expect(pod.securityContext).toMatchObject({
    runAsNonRoot: true,
    runAsUser: 65532,
    seccompProfile: { type: 'RuntimeDefault' },
  });
  expect(container.securityContext).toEqual({
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  });
  expect([pod.serviceAccountName, pod.automountServiceAccountToken]).toEqual(['account-web', false]);
});

test('the network policy allows the pod only the proxies, Prometheus, DNS, public addresses by https, and Redis', async () => {
  const { spec } = await read<{ spec: { podSelector: { matchLabels: Values } } }>('network-policies.yaml');
  const namespace = (name: string) => ({ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': name } } });
  const dns = { ...namespace('kube-system'), podSelector: { matchLabels: { 'k8s-app': 'kube-dns' } } };
  const address = (cidr: string, ...except: string[]) => ({ ipBlock: { cidr, ...(except.length > 0 && { except }) } });
  const privateIpv4 = ['10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'];
  expect(deployment.spec.template.metadata.labels).toMatchObject(spec.podSelector.matchLabels);
  expect(spec).toEqual({
    podSelector: spec.podSelector,
    policyTypes: ['Ingress', 'Egress'],
    ingress: [
      { from: [namespace('ingress')], ports: [{ port: 'http' }, { port: 'admin' }] },
      { from: [namespace('monitoring')], ports: [{ port: 'admin' }] },
    ],
    egress: [
      { to: [dns, address('169.254.20.10/32')], ports: ['UDP', 'TCP'].map((protocol) => ({ port: 53, protocol })) },
      {
        to: [
          address('0.0.0.0/0', '0.0.0.0/8', ...privateIpv4, '192.168.0.0/16'),
          address('::/0', '::/96', 'fc00::/7', 'fe80::/10', 'fec0::/10'),
        ],
        ports: [{ port: 443 }],
      },
      { to: [address('10.0.0.0/8')], ports: [{ port: 6379 }] },
    ],
  });
});

const kubectl = findKubernetesTool('kubectl');
if (!kubectl) console.log('Skipped, because kubectl is not installed (npm run setup): tests/deploy/kubernetes.test.ts');

test.skipIf(!kubectl)(
  'kubectl builds the kustomization with the namespace and the image of the registry',
  () => {
    const built = execFileSync(kubectl ?? '', ['kustomize', fromRoot(...folder)], { encoding: 'utf8' });
    expect(built.match(/^kind: /gm)).toHaveLength(manifests.size - 1);
    expect(built.match(/^ {2}namespace: account-web$/gm)).toHaveLength(manifests.size - 2);
    expect(built).toMatch(/image: registry\.example\.com\/skerry-vpn-account-web:\d/);
    expect(built).not.toContain('managed-by: Helm');
  },
  60_000,
);
