import { deriveId } from '../world/derive-ids.ts';
import { type Country, countries, type Place, type Service, services } from './places.ts';

type Texts = { readonly en: string } & Readonly<Record<string, string>>;

export interface Cluster {
  readonly id: string;
  readonly hostname: string;
  readonly location: {
    readonly longitude: number;
    readonly latitude: number;
    readonly countryCode: string;
    readonly city: string;
  };
  readonly protocols: readonly { readonly port: number; readonly protocol: 'OpenVPN_TCP' | 'IKEv2' | 'Hysteria2' }[];
  readonly loadIndex: number;
  readonly capacity: number;
}

export interface Shortcut {
  readonly id: string;
  readonly title: Texts;
  readonly description: Texts;
  readonly images: { readonly icon: string };
  readonly shortcuts_access: 'SHORTCUTS_ACCESS_FREE' | 'SHORTCUTS_ACCESS_PREMIUM';
  readonly clusters: readonly Cluster[];
}

export interface ShortcutGroup {
  readonly group_id: string;
  readonly slug: string;
  readonly title: Texts;
  readonly description: Texts;
  readonly images: { readonly header: string };
  readonly shortcuts_access: Shortcut['shortcuts_access'];
  readonly shortcut_type: string;
  readonly payload: unknown;
  readonly shortcuts: readonly Shortcut[];
}

/** The catalog. It includes nodes that cannot serve a router; the client drops them. product.md §3 */
export function describeCatalog(origin: string) {
  const groups = describeGroups(origin);
  const optimal = groups[0]?.shortcuts.find(({ title }) => title.en === 'Germany');
  const cluster = optimal?.clusters.find(({ location }) => location.city === 'Frankfurt');
  return {
    cache_ttl: 3600,
    shortcut_groups: groups,
    optimal_location: optimal &&
      cluster && {
        id: optimal.id,
        shortcuts_access: optimal.shortcuts_access,
        cluster: { id: cluster.id, location: { city: cluster.location.city } },
      },
  };
}

export interface Choice {
  readonly group: ShortcutGroup;
  readonly shortcut: Shortcut;
  readonly cluster: Cluster;
}

/** The entry with these ids; null if they do not belong together. */
export function findChoice(groupId: string, shortcutId: string, clusterId: string): Choice | null {
  const group = describeGroups('').find(({ group_id }) => group_id === groupId);
  const shortcut = group?.shortcuts.find(({ id }) => id === shortcutId);
  const cluster = shortcut?.clusters.find(({ id }) => id === clusterId);
  return group && shortcut && cluster ? { group, shortcut, cluster } : null;
}

/** The ids of a group's first entry in this city. */
export function findPlace(slug: string, city: string): { groupId: string; shortcutId: string; clusterId: string } {
  for (const group of describeGroups('').filter((candidate) => candidate.slug === slug)) {
    for (const shortcut of group.shortcuts) {
      const cluster = shortcut.clusters.find(({ location }) => location.city === city);
      if (cluster) return { groupId: group.group_id, shortcutId: shortcut.id, clusterId: cluster.id };
    }
  }
  throw new Error(`no node in ${city}`);
}

const access = (premium: boolean) => (premium ? 'SHORTCUTS_ACCESS_PREMIUM' : 'SHORTCUTS_ACCESS_FREE');

function describeGroups(origin: string): ShortcutGroup[] {
  return [
    {
      group_id: deriveId('group', 'countries'),
      slug: 'countries',
      title: { en: 'Countries', de: 'Länder', es: 'Países', fr: 'Pays', pt: 'Países', uk: 'Країни' },
      description: { en: 'All countries with nodes' },
      images: { header: `${origin}/images/countries.svg` },
      shortcuts_access: access(false),
      shortcut_type: 'SHORTCUTS_TYPE_COUNTRY_PICKER',
      payload: { sort: 'title' },
      shortcuts: countries.map((country, index) => describeCountry(country, index, origin)),
    },
    {
      group_id: deriveId('group', 'streaming'),
      slug: 'streaming',
      title: { en: 'Streaming', de: 'Streaming', fr: 'Streaming', uk: 'Стримінг' },
      description: { en: 'Streaming services and their cities' },
      images: { header: `${origin}/images/streaming.svg` },
      shortcuts_access: access(false),
      // Both spellings of the type occur. product.md §3
      shortcut_type: 'STREAMING',
      payload: null,
      shortcuts: services.map((service) => describeService(service, origin)),
    },
  ];
}

const describeCountry = ({ code, premium, places }: Country, index: number, origin: string): Shortcut => ({
  id: deriveId('country', code),
  title: nameCountry(code, index),
  description: { en: places.map(({ city }) => city).join(', ') },
  images: { icon: `${origin}/images/${code.toLowerCase()}.svg` },
  shortcuts_access: access(premium),
  clusters: places.map((place) => describeCluster('country', code, place)),
});

function describeService({ slug, name, premium, cities }: Service, origin: string): Shortcut {
  const nodes = countries.flatMap(({ code, places }) => places.map((place) => ({ code, place })));
  return {
    id: deriveId('service', slug),
    title: { en: name },
    description: { en: `Watch ${name}`, de: `${name} ansehen`, fr: `Regarder ${name}` },
    images: { icon: `${origin}/images/${slug}.svg` },
    shortcuts_access: access(premium),
    clusters: nodes
      .filter(({ place }) => cities.includes(place.city))
      .map(({ code, place }) => describeCluster(slug, code, place)),
  };
}

function describeCluster(purpose: string, countryCode: string, { city, latitude, longitude, openVpn }: Place): Cluster {
  const plain = city
    .normalize('NFD')
    .replace(/[^\w ]/g, '')
    .replaceAll(' ', '-')
    .toLowerCase();
  const load = Math.abs(latitude * 7 + longitude * 3) % 97;
  return {
    id: deriveId('cluster', `${purpose}:${city}`),
    hostname: `${countryCode.toLowerCase()}-${plain}.nodes.skerry.example`,
    location: { longitude, latitude, countryCode, city },
    protocols: [
      ...(openVpn ? [{ port: 443, protocol: 'OpenVPN_TCP' as const }] : []),
      { port: 500, protocol: 'IKEv2' },
      ...(longitude > 0 ? [{ port: 8443, protocol: 'Hysteria2' as const }] : []),
    ],
    loadIndex: Math.round(load) / 100,
    capacity: 1000,
  };
}

const languages = ['de', 'es', 'fr', 'pt', 'uk'] as const;

/** English is always present; many countries lack some of the other languages, and every ninth lacks all of them. */
function nameCountry(code: string, index: number): Texts {
  const nameIn = (language: string) => new Intl.DisplayNames([language], { type: 'region' }).of(code) ?? code;
  const known = languages.filter((_, place) => index % 9 !== 8 && (index + place) % 7 !== 3);
  return { en: nameIn('en'), ...Object.fromEntries(known.map((language) => [language, nameIn(language)])) };
}
