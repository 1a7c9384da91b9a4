import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { Entry } from '../../../../client/src/features/router-setup/catalog.ts';
import { LocationList } from '../../../../client/src/features/router-setup/location-list.tsx';

const entry = (title: string, cities: readonly string[], premium = false): Entry => ({
  mode: 'COUNTRY_PICKER',
  groupId: 'g',
  shortcutId: title,
  title,
  englishTitle: title,
  countryCode: 'DE',
  icon: null,
  premium,
  cities: cities.map((city) => ({
    clusterId: city,
    title: city,
    name: city,
    host: 'node.example',
    port: 443,
    load: 0.2,
  })),
});

const show = (entries: readonly Entry[], onChoose = vi.fn(), found: Partial<Record<string, string[]>> = {}) =>
  render(
    <LocationList
      found={entries.map((each) => ({ entry: each, clusterIds: found[each.shortcutId] ?? [] }))}
      preselectedId={Object.values(found)[0]?.[0] ?? null}
      chosen={null}
      emptyText=""
      onChoose={onChoose}
    />,
  );

test('an entry with several cities opens them, and one with a single city is chosen directly', async () => {
  const onChoose = vi.fn();
  const entries = [entry('Austria', ['Vienna']), entry('Germany', ['Berlin', 'Frankfurt'])];
  await show(entries, onChoose);
  const germany = page.getByRole('button', { name: 'Germany Select city' });
  await expect.element(germany).toHaveAttribute('aria-expanded', 'false');
  await germany.click();
  await page.getByRole('radio', { name: 'Frankfurt' }).click();
  await page.getByRole('radio', { name: 'Austria' }).click();
  expect(onChoose.mock.calls).toEqual([
    [entries[1], 'Frankfurt'],
    [entries[0], 'Vienna'],
  ]);
});

test('a premium entry has the premium badge', async () => {
  const entries = [entry('Norway', ['Oslo'], true)];
  await show(entries);
  await expect.element(page.getByRole('radio', { name: 'Norway Premium' })).toBeVisible();
});

test('the server’s load describes a city without being part of its name', async () => {
  await show([entry('Austria', ['Vienna'])]);
  await expect
    .element(page.getByRole('radio', { name: 'Austria', exact: true }))
    .toHaveAccessibleDescription('Low load');
});
