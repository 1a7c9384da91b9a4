import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { Entry } from '../../../../client/src/features/router-setup/catalogue.ts';
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
  cities: cities.map((city) => ({ clusterId: city, title: city, host: 'node.example', port: 443 })),
});

test('an entry with several cities opens them, and one with a single city is chosen directly', async () => {
  const onChoose = vi.fn();
  const entries = [entry('Austria', ['Vienna']), entry('Germany', ['Berlin', 'Frankfurt'])];
  await render(<LocationList entries={entries} chosen={null} emptyText="" onChoose={onChoose} />);
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
  await render(<LocationList entries={entries} chosen={null} emptyText="" onChoose={() => undefined} />);
  await expect.element(page.getByRole('radio', { name: 'Norway Premium' })).toBeVisible();
});
