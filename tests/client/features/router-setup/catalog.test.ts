import { expect, test } from 'vitest';
import { routerSetupExample } from '#shared/contract/router-setup-example.ts';
import type { Cluster, RouterSetup } from '#shared/router-setup.ts';
import { readCatalog, requireCatalog } from '../../../../client/src/features/router-setup/catalog.ts';

const [countries, streaming] = routerSetupExample.shortcut_groups;
const [sweden] = countries?.shortcuts ?? [];
if (!countries || !streaming || !sweden) throw new Error('the example has lost its groups');

const node = (
  id: string,
  countryCode: string,
  city: string,
  protocol: Cluster['protocols'][0]['protocol'],
): Cluster => ({
  id,
  hostname: `${id}.skerry.example`,
  location: { longitude: 0, latitude: 0, countryCode, city },
  protocols: [{ port: 1194, protocol }],
});

const country = (
  id: string,
  title: RouterSetup['shortcut_groups'][0]['shortcuts'][0]['title'],
  ...clusters: Cluster[]
) => ({
  id,
  title,
  shortcuts_access: 'SHORTCUTS_ACCESS_FREE' as const,
  clusters,
});

const setup = (...shortcuts: ReturnType<typeof country>[]): RouterSetup => ({
  shortcut_groups: [{ ...countries, shortcuts }],
});

test('countries and streaming services are read from both spellings of their type', () => {
  const entries = readCatalog(routerSetupExample, 'de');
  expect(entries.map(({ mode, title }) => [mode, title])).toEqual([
    ['COUNTRY_PICKER', 'Schweden'],
    ['STREAMING', 'Northern Lights TV'],
  ]);
  expect(entries[0]?.cities).toEqual([
    {
      clusterId: 'cluster-se-1',
      title: 'Stockholm',
      name: 'Stockholm',
      host: 'se-1.skerry.example',
      port: 443,
      load: 0.4,
    },
    {
      clusterId: 'cluster-se-2',
      title: 'Gothenburg',
      name: 'Gothenburg',
      host: 'se-2.skerry.example',
      port: 443,
      load: 0.2,
    },
  ]);
});

test('nodes without OpenVPN over TCP are dropped, and so are empty entries', () => {
  const entries = readCatalog(
    setup(
      country(
        'ch',
        { en: 'Switzerland' },
        node('zrh', 'CH', 'Zürich', 'OpenVPN_TCP'),
        node('gva', 'CH', 'Geneva', 'IKEv2'),
      ),
      country('is', { en: 'Iceland' }, node('rek', 'IS', 'Reykjavík', 'Hysteria2')),
      country('xx', { en: 'Nowhere' }),
    ),
    'en',
  );
  expect(entries.map(({ title, cities }) => [title, cities.map((city) => city.title)])).toEqual([
    ['Switzerland', ['Zürich']],
  ]);
});

test("a country without a title has the browser's name for it, and the list is sorted in the language", () => {
  const entries = readCatalog(
    setup(
      country('at', { en: 'Austria', uk: 'Австрія' }, node('vie', 'AT', 'Vienna', 'OpenVPN_TCP')),
      country('ua', { en: 'Ukraine' }, node('iev', 'UA', 'Kyiv', 'OpenVPN_TCP')),
      country('de', { en: 'Germany' }, node('ber', 'DE', 'Berlin', 'OpenVPN_TCP')),
    ),
    'uk',
  );
  expect(entries.map(({ title }) => title)).toEqual(['Австрія', 'Німеччина', 'Україна']);
});

test.each([
  ['SHORTCUTS_ACCESS_FREE', 'SHORTCUTS_ACCESS_FREE', false],
  ['SHORTCUTS_ACCESS_FREE', 'SHORTCUTS_ACCESS_PREMIUM', true],
  ['SHORTCUTS_ACCESS_PREMIUM', 'SHORTCUTS_ACCESS_FREE', true],
] as const)('a group of %s with an entry of %s is premium: %s', (group, entry, premium) => {
  const [read] = readCatalog(
    {
      shortcut_groups: [{ ...countries, shortcuts_access: group, shortcuts: [{ ...sweden, shortcuts_access: entry }] }],
    },
    'en',
  );
  expect(read?.premium).toBe(premium);
});

test('two nodes of a city have distinct titles, and cities of several countries include the country', () => {
  const [entry] = readCatalog(
    setup(
      country(
        'mix',
        { en: 'Fjord TV' },
        node('osl-1', 'NO', 'Oslo', 'OpenVPN_TCP'),
        node('osl-2', 'NO', 'Oslo', 'OpenVPN_TCP'),
        node('lon', 'GB', 'London', 'OpenVPN_TCP'),
      ),
    ),
    'en',
  );
  expect(entry?.countryCode).toBeNull();
  expect(entry?.cities.map(({ title }) => title)).toEqual([
    'Oslo, Norway (osl-1)',
    'Oslo, Norway (osl-2)',
    'London, United Kingdom',
  ]);
});

test.each([
  ['no groups', {}],
  ['a group without entries', { shortcut_groups: [{ group_id: 'g', shortcut_type: 'STREAMING' }] }],
  ['an entry without nodes', { shortcut_groups: [{ shortcut_type: 'STREAMING', shortcuts: [{ id: 's' }] }] }],
  [
    'a node without protocols',
    { shortcut_groups: [{ shortcut_type: 'STREAMING', shortcuts: [{ id: 's', clusters: [{ id: 'c' }] }] }] },
  ],
  ['a type that is not ours', { shortcut_groups: [{ ...countries, shortcut_type: 'HOLOGRAM' }] }],
  ['no type', { shortcut_groups: [{ ...countries, shortcut_type: undefined }] }],
])('a catalog with %s becomes an empty list', (_, broken) => {
  expect(readCatalog(broken as unknown as RouterSetup, 'en')).toEqual([]);
});

test('an entry that differs from the schema is used as far as possible', () => {
  const broken = {
    shortcut_groups: [
      {
        group_id: 'g',
        shortcut_type: 'STREAMING',
        shortcuts: [
          { id: 's', clusters: [{ id: 'c', hostname: 'h', protocols: [{ port: 443, protocol: 'OpenVPN_TCP' }] }] },
        ],
      },
    ],
  } as unknown as RouterSetup;
  expect(readCatalog(broken, 'en')).toMatchObject([{ title: 's', cities: [{ clusterId: 'c', title: 'h' }] }]);
});

test.each([
  [0, 0],
  [0.97, 0.97],
  [1, 1],
  [1.2, null],
  [-1, null],
  [null, null],
  [undefined, null],
])('a load of %s reads as %s', (loadIndex, load) => {
  const [entry] = readCatalog(
    setup(country('at', { en: 'Austria' }, { ...node('vie', 'AT', 'Vienna', 'OpenVPN_TCP'), loadIndex })),
    'en',
  );
  expect(entry?.cities[0]?.load).toBe(load);
});

test('entries and nodes without what a choice needs are dropped, and texts of a wrong type are replaced', () => {
  const good = node('zrh', 'CH', 'Zürich', 'OpenVPN_TCP');
  const misshapen = JSON.parse(
    JSON.stringify({
      shortcut_groups: [
        null,
        5,
        { ...countries, group_id: 5, shortcuts: [country('is', { en: 'Iceland' }, good)] },
        {
          ...countries,
          shortcuts: [
            null,
            { ...country('se', { en: 'Sweden' }, good), id: 5 },
            {
              ...country('no', { en: 'Norway' }, good),
              clusters: [null, { ...good, id: null }, { ...good, hostname: 5 }],
            },
            {
              ...country('dk', { en: 'Denmark' }, good),
              clusters: [{ ...good, protocols: [null, { protocol: 'OpenVPN_TCP' }] }],
            },
            { ...country('ch', { en: 'Switzerland' }, { ...good, id: 'gva' }), title: { en: {} }, images: { icon: 5 } },
            { ...country('at', { en: 'Austria' }, good), clusters: [{ ...good, location: { city: 5 } }] },
          ],
        },
      ],
    }),
  );
  expect(readCatalog(requireCatalog(misshapen), 'en')).toMatchObject([
    { shortcutId: 'at', title: 'Austria', icon: null, cities: [{ name: 'zrh.skerry.example' }] },
    { shortcutId: 'ch', title: 'Switzerland', icon: null, cities: [{ clusterId: 'gva', name: 'Zürich' }] },
  ]);
});

test('a response without a list of groups is a failed call', () => {
  for (const response of [{}, { shortcut_groups: null }, { shortcut_groups: 'all' }]) {
    expect(() => requireCatalog(response)).toThrow('Status 502');
  }
});
