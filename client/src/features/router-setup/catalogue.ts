import type { Locale } from '#shared/locale.ts';
import type { Cluster, RouterSetup, Shortcut, ShortcutGroup } from '#shared/router-setup.ts';
import { readShortcutType, type ShortcutType } from '#shared/wire-values.ts';

/** The two lists of the picker. */
export type PickerMode = Extract<ShortcutType, 'COUNTRY_PICKER' | 'STREAMING'>;

export interface City {
  readonly clusterId: string;
  readonly title: string;
  readonly host: string;
  /** The port for OpenVPN over TCP. */
  readonly port: number;
}

/** A country or a streaming service, with the cities that support routers. */
export interface Entry {
  readonly mode: PickerMode;
  readonly groupId: string;
  readonly shortcutId: string;
  readonly title: string;
  readonly englishTitle: string;
  /** Null when its nodes are in several countries. */
  readonly countryCode: string | null;
  readonly icon: string | null;
  readonly premium: boolean;
  /** Never empty. */
  readonly cities: readonly City[];
}

const premiumAccess = 'SHORTCUTS_ACCESS_PREMIUM';

/**
 * The entries of both lists that support routers, with sorted countries. Tolerates a catalogue that differs from its
 * schema. product.md §3
 */
export function readCatalogue(setup: RouterSetup, locale: Locale): readonly Entry[] {
  const entries = listOf(setup.shortcut_groups).flatMap((group) => {
    const mode = readShortcutType(String(group.shortcut_type));
    if (mode !== 'COUNTRY_PICKER' && mode !== 'STREAMING') return [];
    return listOf(group.shortcuts).flatMap((shortcut) => readEntry(group, mode, shortcut, locale) ?? []);
  });
  const { compare } = new Intl.Collator(locale);
  const countries = entries.filter(({ mode }) => mode === 'COUNTRY_PICKER');
  return [
    ...countries.sort((one, other) => compare(one.title, other.title)),
    ...entries.filter(({ mode }) => mode === 'STREAMING'),
  ];
}

function readEntry(group: ShortcutGroup, mode: PickerMode, shortcut: Shortcut, locale: Locale): Entry | null {
  const usable = listOf(shortcut.clusters).flatMap((cluster) => readUsable(cluster) ?? []);
  if (usable.length === 0) return null;
  const codes = new Set(usable.map(({ countryCode }) => countryCode));
  const countryCode = codes.size === 1 ? (usable[0]?.countryCode ?? null) : null;
  const titles: { readonly [Language in Locale]?: string | null | undefined } = shortcut.title ?? {};
  const englishTitle = titles.en ?? shortcut.id;
  // Only the English title is guaranteed; the browser knows country names in every language.
  const regionName = mode === 'COUNTRY_PICKER' && countryCode ? nameRegion(countryCode, locale) : null;
  return {
    mode,
    groupId: group.group_id,
    shortcutId: shortcut.id,
    title: titles[locale] ?? regionName ?? englishTitle,
    englishTitle,
    countryCode,
    icon: shortcut.images?.icon ?? null,
    premium: group.shortcuts_access === premiumAccess || shortcut.shortcuts_access === premiumAccess,
    cities: usable.map((node) => ({
      clusterId: node.id,
      title: titleCity(node, usable, codes.size > 1 ? nameRegion(node.countryCode, locale) : null),
      host: node.host,
      port: node.port,
    })),
  };
}

interface UsableNode {
  readonly id: string;
  readonly host: string;
  readonly port: number;
  readonly city: string;
  readonly countryCode: string;
}

/** Routers support OpenVPN over TCP only. product.md §3 */
function readUsable({ id, hostname, location, protocols }: Cluster): UsableNode | null {
  const openVpn = listOf(protocols).find(({ protocol }) => protocol === 'OpenVPN_TCP');
  if (!openVpn) return null;
  const { city, countryCode } = location ?? {};
  return { id, host: hostname, port: openVpn.port, city: city || hostname, countryCode: countryCode ?? '' };
}

/** The city, with its country if a service spans several, and with the node's name if the city has several. */
function titleCity(node: UsableNode, all: readonly UsableNode[], country: string | null): string {
  const place = country ? `${node.city}, ${country}` : node.city;
  const alone =
    all.filter(({ city, countryCode }) => city === node.city && countryCode === node.countryCode).length < 2;
  return alone ? place : `${place} (${node.host.split('.', 1)[0]})`;
}

const regionNames = new Map<string, Intl.DisplayNames>();

/** A country's name; null for an invalid code. */
export function nameRegion(code: string, locale: string): string | null {
  if (!/^[a-z]{2}$/i.test(code)) return null;
  const names = regionNames.get(locale) ?? new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' });
  regionNames.set(locale, names);
  return names.of(code.toUpperCase()) ?? null;
}

const listOf = <Item>(value: readonly Item[] | null | undefined): readonly Item[] =>
  Array.isArray(value) ? value : [];
