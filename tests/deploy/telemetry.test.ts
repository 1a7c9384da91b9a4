import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { fromRoot } from '../../scripts/root.ts';
import { isInstalled, withSbin } from './is-installed.ts';
import { parseQuery } from './promql.ts';
import { readYaml } from './read-yaml.ts';
import { type Metrics, readRealMetrics } from './real-metrics.ts';

interface Rule {
  readonly record?: string;
  readonly alert?: string;
  readonly expr: string;
  readonly labels?: { readonly severity: string };
  readonly annotations?: { readonly summary: string; readonly runbook_url: string };
}

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly datasource?: { readonly uid: string };
  readonly targets?: readonly {
    readonly expr: string;
    readonly exemplar?: boolean;
    readonly datasource: { readonly uid: string };
  }[];
}

interface Dashboard {
  readonly panels: readonly Panel[];
  readonly annotations: { readonly list: readonly { readonly expr: string }[] };
  readonly templating: { readonly list: readonly { readonly name: string }[] };
}

const { groups } = await readYaml<{ groups: { rules: Rule[] }[] }>('deploy/prometheus/alerts.yml');
const rules = groups.flatMap((group) => group.rules);
const alerts = rules.filter(({ alert }) => alert !== undefined);
const records = rules.flatMap(({ record }) => record ?? []);
const dashboard: Dashboard = JSON.parse(await readFile(fromRoot('deploy/grafana/dashboard.json'), 'utf8'));
const queries = [
  ...rules.map(({ expr }) => expr),
  ...dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
  ...dashboard.annotations.list.map(({ expr }) => expr),
];

/** Labels that Prometheus adds to every metric. */
const added = ['job', 'instance'];
/** Labels whose values are closed lists. */
const closed = ['outcome', 'kind', 'reason', 'event', 'cause'];

let metrics: Metrics = new Map();

describe('the queries of the dashboard and the alerts', () => {
  beforeAll(async () => {
    metrics = await readRealMetrics();
  }, 60_000);

  const labelsOf = (metric: string) => [...added, ...(metrics.get(metric)?.keys() ?? [])];

  test('use only metrics and labels that the gateway has', () => {
    for (const query of queries) {
      const { selectors, groupedBy } = parseQuery(query);
      for (const { metric, matchers } of selectors) {
        if (metric === 'up' || records.includes(metric)) continue;
        expect([...metrics.keys()], query).toContain(metric);
        for (const { label } of matchers) expect(labelsOf(metric), query).toContain(label);
      }
      const labels = selectors.flatMap(({ metric }) => labelsOf(metric));
      for (const label of groupedBy) expect(labels, query).toContain(label);
    }
  });

  test('use only label values that the gateway sets', () => {
    for (const query of queries) {
      for (const { metric, matchers } of parseQuery(query).selectors) {
        for (const { label, value } of matchers) {
          const values = [...(metrics.get(metric)?.get(label) ?? [])];
          if (closed.includes(label)) for (const one of value.split('|')) expect(values, query).toContain(one);
          if (label === 'call') {
            const calls = [...(metrics.get(metric)?.get(label) ?? []), 'none'];
            expect(
              calls.filter((call) => new RegExp(`^(?:${value})$`).test(call)),
              query,
            ).not.toEqual([]);
          }
          if (label === 'le') expect(metrics.get(metric)?.get(label), query).toContain(value);
        }
      }
    }
  });

  test('use every metric of the gateway', () => {
    const queried = new Set(queries.flatMap((query) => parseQuery(query).selectors.map(({ metric }) => metric)));
    const own = [...metrics.keys()].filter((name) => name.startsWith('gateway_'));
    const families = own.map((name) => name.replace(/_(bucket|sum|count)$/, ''));
    const unused = families.filter((family) => ![...queried].some((metric) => metric.startsWith(family)));
    expect(unused).toEqual([]);
  });

  test('use metrics that docs/operations.md explains, with their labels', async () => {
    const document = await readFile(fromRoot('docs/operations.md'), 'utf8');
    const explained = new Map(
      [...document.matchAll(/^\| `(gateway_\w+)`(?: `\{(.*)\}`)? \|/gm)].map(([, name, labels = '']) => [name, labels]),
    );
    const families = new Map<string, string>();
    for (const [name, labels] of metrics) {
      if (!name.startsWith('gateway_') || /_(sum|count)$/.test(name)) continue;
      const shown = [...labels.keys()].filter((label) => label !== 'le').join(', ');
      families.set(name.replace(/_bucket$/, ''), shown);
    }
    expect(Object.fromEntries([...explained].sort())).toEqual(Object.fromEntries([...families].sort()));
  });
});

test.each([
  ['alerts.yml', 'deploy/prometheus/alerts.yml'],
  ['dashboard.json', 'deploy/grafana/dashboard.json'],
])('the chart contains %s', async (name, original) => {
  const copy = await readFile(fromRoot('deploy/helm/account-web/files', name), 'utf8');
  expect(copy).toBe(await readFile(fromRoot(original), 'utf8'));
});

test('a query with a syntax error is rejected', () => {
  expect(() => parseQuery('sum(rate(gateway_errors_total[5m])')).toThrow('Not PromQL');
});

test('every alert has a severity and a runbook in docs/operations.md, and no runbook lacks its alert', async () => {
  const document = await readFile(fromRoot('docs/operations.md'), 'utf8');
  for (const { alert = '', labels, annotations } of alerts) {
    expect(['page', 'ticket']).toContain(labels?.severity);
    expect(annotations?.summary).toBeTruthy();
    expect(annotations?.runbook_url).toMatch(/^https:\/\/\S+\/docs\/operations\.md#\w+$/);
    expect(annotations?.runbook_url.split('#')[1]).toBe(alert.toLowerCase());
  }
  const explained = [...document.matchAll(/^#### ([A-Z]\w+)$/gm)].map(([, name]) => name);
  expect(explained).toEqual(alerts.map(({ alert }) => alert));
});

test('every query of the alerts and recording rules selects one job', () => {
  for (const { expr } of rules) {
    for (const { metric, matchers } of parseQuery(expr).selectors) {
      const job = matchers.find(({ label }) => label === 'job');
      // The rules' own rates have been filtered already where they are combined with each other.
      if (job || !metric.startsWith('account_web:'))
        expect(job, expr).toMatchObject({ operator: '=', value: 'account-web' });
    }
  }
});

test('each of the three objectives has a fast-burn and a slow-burn alert', () => {
  const burning = alerts.map(({ alert = '' }) => alert).filter((alert) => alert.includes('Burns'));
  expect(burning.sort()).toEqual(
    ['ErrorBudget', 'PageBudget', 'RefreshBudget'].flatMap((name) => [`${name}BurnsFast`, `${name}BurnsSlowly`]),
  );
});

test('every alert has a test in which it fires', async () => {
  interface RuleTest {
    readonly alert_rule_test: readonly { readonly alertname: string; readonly exp_alerts?: readonly unknown[] }[];
  }
  const { tests } = await readYaml<{ tests: RuleTest[] }>('deploy/prometheus/alerts.test.yml');
  const checks = tests.flatMap(({ alert_rule_test }) => alert_rule_test);
  const firing = checks.filter(({ exp_alerts = [] }) => exp_alerts.length > 0).map(({ alertname }) => alertname);
  expect([...new Set(firing)].sort()).toEqual(alerts.map(({ alert }) => alert).sort());
});

test('counters exist before their first event', async () => {
  const metrics = await readRealMetrics({ idle: true });
  for (const { selectors } of rules.map(({ expr }) => parseQuery(expr))) {
    for (const { metric, matchers } of selectors) {
      for (const { label, operator, value } of matchers) {
        if (!closed.includes(label) || !metric.endsWith('_total') || operator === '!=') continue;
        for (const one of value.split('|')) expect([...(metrics.get(metric)?.get(label) ?? [])], metric).toContain(one);
      }
      if (metric.endsWith('_total')) expect([...metrics.keys()]).toContain(metric);
    }
  }
}, 60_000);

describe('the dashboard', () => {
  test('has a unique id and a place without overlap for each panel', () => {
    const { panels } = dashboard;
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    for (const [index, { gridPos: one }] of panels.entries()) {
      expect(one.x + one.w).toBeLessThanOrEqual(24);
      for (const { gridPos: other } of panels.slice(index + 1)) {
        const apart =
          one.x + one.w <= other.x ||
          other.x + other.w <= one.x ||
          one.y + one.h <= other.y ||
          other.y + other.h <= one.y;
        expect([one, other, apart]).toEqual([one, other, true]);
      }
    }
  });

  test('shows exemplars of the latency histogram, one query for each panel', () => {
    const shown = dashboard.panels.flatMap(({ targets = [] }) => targets.filter(({ exemplar }) => exemplar));
    expect(shown).toHaveLength(2);
    for (const { expr } of shown) expect(expr).toContain('rate(gateway_request_duration_seconds_bucket{');
  });

  test('queries the selected data source and job', () => {
    expect(dashboard.templating.list.map(({ name }) => name)).toEqual(['datasource', 'job']);
    for (const { datasource, targets = [] } of dashboard.panels.filter(({ type }) => type !== 'row')) {
      for (const { uid } of [datasource, ...targets.map((target) => target.datasource)].flatMap((one) => one ?? [])) {
        // biome-ignore lint/suspicious/noTemplateCurlyInString: Grafana's variable, not ours
        expect(uid).toBe('${datasource}');
      }
      for (const { expr } of targets) {
        for (const { matchers } of parseQuery(expr).selectors) {
          expect(matchers).toContainEqual({ label: 'job', operator: '=', value: '$job' });
        }
      }
    }
  });
});

if (!isInstalled('promtool'))
  console.log('Skipped, because promtool is not installed (npm run setup): tests/deploy/telemetry.test.ts');

describe.skipIf(!isInstalled('promtool'))('promtool', () => {
  const promtool = (...args: string[]) =>
    execFileSync('promtool', args, {
      env: { PATH: withSbin },
      cwd: fromRoot('deploy/prometheus'),
      encoding: 'utf8',
      stdio: 'pipe',
    });

  test('accepts the configuration and its rules', () => {
    expect(promtool('check', 'config', 'prometheus.yml')).toMatch(/SUCCESS: \d+ rules found/);
  });

  test('confirms that the alerts fire as alerts.test.yml expects', () => {
    expect(promtool('test', 'rules', 'alerts.test.yml')).toContain('SUCCESS');
    // It writes every series to disk.
  }, 120_000);
});
