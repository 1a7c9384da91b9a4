import type { Locale } from '#shared/locale.ts';
import type { Cluster, RouterSetup, Shortcut, ShortcutGroup } from '#shared/router-setup.ts';
import { readShortcutType, type ShortcutType } from '#shared/wire-values.ts';
import { RequestProblem } from '../../api/request-problem.ts';

/** The two lists of the picker. */
export type PickerMode = Extract<ShortcutType, 'COUNTRY_PICKER' | 'STREAMING'>;

export interface City {
  readonly clusterId: string;
  readonly title: string;
  /** The city's own name, without country or node. */
  readonly name: string;
  readonly host: string;
  /** The port for OpenVPN over TCP. */
  readonly port: number;
  /** The server's load, from 0 to 1; null if it is unknown. */
  readonly load: number | null;
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

/** @throws {RequestProblem} for a response without a catalog */
export function requireCatalog(response: unknown): RouterSetup {
  const setup = response as RouterSetup;
  if (!Array.isArray(setup.shortcut_groups)) throw new RequestProblem(502, null, null, null);
  return setup;
}

/**
 * The entries of both lists that support routers, with sorted countries. Tolerates a catalog that differs from its
 * schema. product.md §3
 */
export function readCatalog(setup: RouterSetup, locale: Locale): readonly Entry[] {
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
  const groupId = textOf(group.group_id);
  const shortcutId = textOf(shortcut.id);
  const usable = listOf(shortcut.clusters).flatMap((cluster) => readUsable(cluster) ?? []);
  if (!groupId || !shortcutId || usable.length === 0) return null;
  const codes = new Set(usable.map(({ countryCode }) => countryCode));
  const countryCode = codes.size === 1 ? (usable[0]?.countryCode ?? null) : null;
  const titles: { readonly [Language in Locale]?: string | null | undefined } = shortcut.title ?? {};
  const englishTitle = textOf(titles.en) ?? shortcutId;
  // Only the English title is guaranteed; the browser knows country names in every language.
  const regionName = mode === 'COUNTRY_PICKER' && countryCode ? nameRegion(countryCode, locale) : null;
  return {
    mode,
    groupId,
    shortcutId,
    title: textOf(titles[locale]) ?? regionName ?? englishTitle,
    englishTitle,
    countryCode,
    icon: textOf(shortcut.images?.icon),
    premium: group.shortcuts_access === premiumAccess || shortcut.shortcuts_access === premiumAccess,
    cities: usable.map((node) => ({
      clusterId: node.id,
      title: titleCity(node, usable, codes.size > 1 ? nameRegion(node.countryCode, locale) : null),
      name: node.city,
      host: node.host,
      port: node.port,
      load: node.load,
    })),
  };
}

interface UsableNode {
  readonly id: string;
  readonly host: string;
  readonly port: number;
  readonly city: string;
  readonly countryCode: string;
  readonly load: number | null;
}

/** Routers support OpenVPN over TCP only. product.md §3 */
function readUsable({ id, hostname, location, protocols, loadIndex }: Cluster): UsableNode | null {
  const clusterId = textOf(id);
  const host = textOf(hostname);
  const port = listOf(protocols).find(({ protocol }) => protocol === 'OpenVPN_TCP')?.port;
  if (!clusterId || !host || !Number.isInteger(port)) return null;
  return {
    id: clusterId,
    host,
    port: port as number,
    city: textOf(location?.city) ?? host,
    countryCode: textOf(location?.countryCode) ?? '',
    load: typeof loadIndex === 'number' && loadIndex >= 0 && loadIndex <= 1 ? loadIndex : null,
  };
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

const listOf = <Item extends object>(value: readonly Item[] | null | undefined): readonly Item[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'object' && item !== null) : [];

/** Null for an empty text as well. */
const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
