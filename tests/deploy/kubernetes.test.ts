import { execFileSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../gateway/config.ts';
import { fromRoot } from '../../scripts/root.ts';
import { checkManifests, type Manifest } from './check-manifests.ts';
import { isInstalled } from './is-installed.ts';
import { readYaml } from './read-yaml.ts';

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
  readonly resources: { requests: Record<string, string>; limits: Record<string, string> };
}

interface Deployment {
  readonly spec: {
    readonly replicas?: number;
    readonly strategy: { rollingUpdate: { maxUnavailable: number } };
    readonly selector: { matchLabels: Record<string, string> };
    readonly template: {
      metadata: { labels: Record<string, string> };
      spec: { terminationGracePeriodSeconds: number; securityContext: object; containers: [Container] };
    };
  };
}

type Values = Readonly<Record<string, string>>;

const folder = ['deploy', 'kubernetes'] as const;
const read = <T>(file: string) => readYaml<T>(...folder, file);
const files = (await readdir(fromRoot(...folder))).filter((file) => file !== 'kustomization.yaml');
const manifests = new Map(await Promise.all(files.map(async (file) => [file, await read<Manifest>(file)] as const)));
const deployment = await read<Deployment>('deployment.yaml');
const { data } = await read<{ data: Values }>('config-map.yaml');
const { stringData } = await read<{ stringData: Values }>('secret.example.yaml');
const pod = deployment.spec.template.spec;
const [container] = pod.containers;

describe('the manifests', () => {
  let mistakes: readonly string[] = [];
  // The compiler has to read Kubernetes' types first.
  beforeAll(() => {
    mistakes = checkManifests(manifests);
  }, 60_000);

  test('have only fields that Kubernetes knows, of the right types, and every required one', () => {
    expect(mistakes).toEqual([]);
  });

  test('would be found wrong if they were', () => {
    const service = (spec: object) => ({ apiVersion: 'v1', kind: 'Service', spec });
    const wrong = {
      'field.yaml': service({ ports: [], selektor: {} }),
      'missing.yaml': service({ ports: [{ name: 'http' }] }),
      'type.yaml': service({ ports: [{ port: '80' }] }),
      'kind.yaml': { apiVersion: 'v1', kind: 'Nonsense' },
      'group.yaml': { apiVersion: 'apps/v1beta1', kind: 'Deployment' },
    };
    expect(checkManifests(new Map(Object.entries(wrong))).sort()).toEqual([
      expect.stringMatching(/^field\.yaml: .*selektor.* does not exist/),
      expect.stringMatching(/^group\.yaml: /),
      expect.stringMatching(/^group\.yaml: apps\/v1beta1 Deployment is not known here/),
      expect.stringMatching(/^kind\.yaml: .*no exported member .*Nonsense/),
      expect.stringMatching(/^missing\.yaml: .*'port' is missing/),
      expect.stringMatching(/^type\.yaml: .*not assignable to type 'number'/),
    ]);
  }, 60_000);

  test('are all in the kustomization, but for the example of the secret', async () => {
    const { resources, images } = await read<{ resources: string[]; images: { name: string; newTag: string }[] }>(
      'kustomization.yaml',
    );
    expect([...resources].sort()).toEqual(files.filter((file) => file !== 'secret.example.yaml').sort());
    const { version } = JSON.parse(await readFile(fromRoot('package.json'), 'utf8'));
    expect(images).toEqual([expect.objectContaining({ name: container.image, newTag: version })]);
  });

  test('find the pods by labels that the pods have', async () => {
    const { labels } = deployment.spec.template.metadata;
    const service = await read<{ spec: { selector: Values; ports: { targetPort: string }[] } }>('service.yaml');
    const budget = await read<{ spec: { selector: { matchLabels: Values } } }>('pod-disruption-budget.yaml');
    const policy = await read<{ spec: { podSelector: { matchLabels: Values } } }>('network-policy.yaml');
    for (const selector of [
      deployment.spec.selector.matchLabels,
      service.spec.selector,
      budget.spec.selector.matchLabels,
      policy.spec.podSelector.matchLabels,
    ]) {
      expect(labels).toMatchObject(selector);
    }
    expect(container.ports.map(({ name }) => name)).toContain(service.spec.ports[0]?.targetPort);
  });
});

describe('the configuration', () => {
  const names = { ...data, ...stringData };
  const config = readConfig({ ...data, COOKIE_KEYS: '', SENTRY_DSN: '' });

  test('has every required variable, and every value of it parses', () => {
    expect(config.environment).toBe('production');
  });

  test('has only variables that the gateway reads', async () => {
    const read = new Set<string>();
    const env = new Proxy<Values>(names, {
      get: (values, name) => {
        read.add(String(name));
        return ['COOKIE_KEYS', 'REDIS_URL'].includes(String(name)) ? '' : values[String(name)];
      },
    });
    readConfig(env);
    expect(Object.keys(names).filter((name) => !read.has(name))).toEqual([]);
  });

  test('keeps secrets apart, and the example of them starts no gateway', () => {
    expect(Object.keys(data).filter((name) => /KEYS|DSN|REDIS/.test(name))).toEqual([]);
    expect(() => readConfig({ ...data, ...stringData })).toThrow(/COOKIE_KEYS|REDIS_URL/);
  });

  test('comes from objects that the manifests name', () => {
    expect(container.envFrom.map(({ configMapRef, secretRef }) => configMapRef?.name ?? secretRef?.name)).toEqual([
      'account-web',
      'account-web',
    ]);
  });

  test('the pod is given longer than it may take: preStop, grace, and what comes after', () => {
    const { seconds } = container.lifecycle.preStop.sleep;
    expect(pod.terminationGracePeriodSeconds * 1000).toBeGreaterThanOrEqual(
      seconds * 1000 + config.shutdownGraceMs + 2_000,
    );
    expect(config.shutdownGraceMs).toBeGreaterThan(config.upstreamTimeoutMs);
  });

  test('a probe waits longer than the gateway looks for its upstream', () => {
    const { timeoutSeconds = 1 } = container.readinessProbe;
    expect(timeoutSeconds * 1000).toBeGreaterThan(config.upstreamConnectTimeoutMs + 1_000);
  });

  test('probes and ports are those of the admin server and the public one', () => {
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

test('a rolling deploy takes no replica away before the new one is ready; the autoscaler keeps two', async () => {
  expect(deployment.spec.strategy.rollingUpdate.maxUnavailable).toBe(0);
  expect(deployment.spec.replicas).toBeUndefined();
  const { spec } = await read<{ spec: { minReplicas: number; scaleTargetRef: object } }>(
    'horizontal-pod-autoscaler.yaml',
  );
  expect(spec.minReplicas).toBeGreaterThanOrEqual(2);
  expect(spec.scaleTargetRef).toEqual({ apiVersion: 'apps/v1', kind: 'Deployment', name: 'account-web' });
});

test('the pod meets the restricted standard, with a read-only root', () => {
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
});

test.skipIf(!isInstalled('kubectl'))(
  'kubectl puts them together, every one in the namespace, with the image of your registry',
  () => {
    const built = execFileSync('kubectl', ['kustomize', fromRoot(...folder)], { encoding: 'utf8' });
    expect(built.match(/^kind: /gm)).toHaveLength(files.length - 1);
    expect(built.match(/^ {2}namespace: account-web$/gm)).toHaveLength(files.length - 2);
    expect(built).toMatch(/image: registry\.example\.com\/skerry-vpn-account-web:\d/);
  },
  60_000,
);
