import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createRouter, type Group, listGroups, type Shortcut } from './support/routers.ts';
import { type RunningSandbox, startSandbox } from './support/running-sandbox.ts';

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
beforeEach(() => sandbox.post('/sandbox/reset'));
afterAll(() => sandbox.close());

const usable = ({ clusters }: Shortcut) =>
  clusters.filter(({ protocols }) => protocols.some(({ protocol }) => protocol === 'OpenVPN_TCP'));

describe('the catalog', () => {
  let countries: Group;
  let streaming: Group;
  beforeAll(async () => {
    [countries, streaming] = await listGroups(sandbox, await sandbox.signIn('anna.lindqvist@example.com'));
  });

  test('has at least 25 countries and 6 streaming services for routers, some of them premium', () => {
    expect(countries.shortcuts.filter((shortcut) => usable(shortcut).length > 0).length).toBeGreaterThanOrEqual(25);
    expect(streaming.shortcuts.filter((shortcut) => usable(shortcut).length > 0)).toHaveLength(6);
    for (const { shortcuts } of [countries, streaming]) {
      expect(new Set(shortcuts.map(({ shortcuts_access }) => shortcuts_access)).size).toBe(2);
    }
  });

  test('has countries with several cities, clusters without OpenVPN, and one country with only such clusters', () => {
    expect(countries.shortcuts.some((shortcut) => usable(shortcut).length > 1)).toBe(true);
    expect(countries.shortcuts.some((shortcut) => usable(shortcut).length < shortcut.clusters.length)).toBe(true);
    expect(countries.shortcuts.filter((shortcut) => usable(shortcut).length === 0)).toHaveLength(1);
  });

  test('has English titles everywhere, and the other five languages with gaps', () => {
    const titles = countries.shortcuts.map(({ title }) => Object.keys(title));
    for (const language of ['en', 'de', 'es', 'fr', 'pt', 'uk']) expect(titles.flat()).toContain(language);
    expect(titles.every((languages) => languages.includes('en'))).toBe(true);
    expect(titles.some((languages) => languages.length < 6)).toBe(true);
  });

  test('has loads from idle to full', () => {
    const loads = countries.shortcuts.flatMap(({ clusters }) => clusters.map(({ loadIndex }) => loadIndex));
    expect(Math.min(...loads)).toBeLessThan(0.2);
    expect(Math.max(...loads)).toBeGreaterThan(0.8);
    expect(loads.every((load) => load >= 0 && load <= 1)).toBe(true);
  });

  test('is the same after a reset', async () => {
    await sandbox.post('/sandbox/reset');
    const again = await listGroups(sandbox, await sandbox.signIn('free@example.com'));
    expect(again).toEqual([countries, streaming]);
  });
});

test('the file has only line feeds, ends with one, and has fewer than 3,500 characters per certificate', async () => {
  const token = await sandbox.signIn('anna.lindqvist@example.com');
  const { response } = await createRouter(sandbox, token, { country: 'Sweden', enhancer: 'adsec' });
  const file: string = response.body.router_configuration;
  expect(file).not.toContain('\r');
  expect(file.endsWith('\n')).toBe(true);
  expect(file).toContain('# Protection: Online Threat Shield, DNS Adblock\n');
  for (const [, content] of file.matchAll(/<(?:ca|cert|key)>\n([\s\S]*?)\n<\//g)) {
    expect(content?.length).toBeLessThan(3500);
  }
});

test('a router is refused for an unknown model, and for a streaming service with protection', async () => {
  const anna = await sandbox.signIn('anna.lindqvist@example.com');
  const { draft } = await createRouter(sandbox, anna, { country: 'Norway' });
  const toaster = { ...draft, router_model: 'toaster' };
  expect((await sandbox.post('/web/v1/account/download-router-configuration', toaster, anna)).status).toBe(400);
  const streaming = await createRouter(sandbox, anna, { country: 'Fjord TV', enhancer: 'adblock' });
  expect(streaming.response.status).toBe(400);
});

test('returns the file of each router, and an empty one if it was not stored', async () => {
  const token = await sandbox.signIn('routers@example.com');
  const { devices } = await sandbox.profile(token);
  const files = await Promise.all(
    devices.map(async ({ id }: { id: string }) => {
      const { body } = await sandbox.post('/web/v1/account/get-router-configuration', { device_id: id }, token);
      return body.router_configuration === '' ? 'none' : body.enhancer;
    }),
  );
  expect(files).toEqual(['general', 'adsec', 'general', 'none']);
});
