import { Histogram, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { DurationHistogram } from '../../../gateway/operations/duration-histogram.ts';

const options = { name: 'waited_seconds', help: 'How long', labelNames: ['call', 'status'], buckets: [0.1, 1, 5] };

test('what it shows is what the histogram of prom-client shows of the same durations', async () => {
  const [registry, reference] = [new Registry(), new Registry()];
  const durations = new DurationHistogram({ ...options, registry });
  const expected = new Histogram({ ...options, registers: [reference] });
  const observations = [
    ['profile', '2xx', 0],
    ['profile', '2xx', 0.1],
    ['profile', '5xx', 0.100001],
    ['devices', '2xx', 4.5],
    ['profile', '2xx', 5],
    ['profile', '2xx', 60],
    ['a "quoted" \\ call', '2xx', 1],
  ] as const;
  for (const [call, status, seconds] of observations) {
    durations.observe([call, status], seconds);
    expected.observe({ call, status }, seconds);
  }
  expect(await registry.metrics()).toBe(await reference.metrics());
  expect(await registry.metrics()).toContain('waited_seconds_bucket{le="0.1",call="profile",status="2xx"} 2');
  for (const each of [registry, reference]) each.resetMetrics();
  durations.observe(['profile', '2xx'], 3);
  expected.observe({ call: 'profile', status: '2xx' }, 3);
  expect(await registry.metrics()).toBe(await reference.metrics());
});

test('before the first duration there is its name and nothing else', async () => {
  const registry = new Registry();
  new DurationHistogram({ ...options, registry });
  expect(await registry.metrics()).toBe('# HELP waited_seconds How long\n# TYPE waited_seconds histogram\n');
});
