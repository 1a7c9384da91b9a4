import type { RouterSetup } from '#shared/router-setup.ts';
import type { City, Entry } from './catalog.ts';

/** The ids in a request for a configuration. */
export interface LocationIds {
  readonly groupId: string;
  readonly shortcutId: string;
  readonly clusterId: string;
}

export interface ChosenLocation {
  readonly entry: Entry;
  readonly city: City;
}

/** Null when the catalog does not contain the location. */
export function findLocation(entries: readonly Entry[], ids: LocationIds | null): ChosenLocation | null {
  const entry = entries.find(({ groupId, shortcutId }) => groupId === ids?.groupId && shortcutId === ids.shortcutId);
  const city = entry?.cities.find(({ clusterId }) => clusterId === ids?.clusterId);
  return entry && city ? { entry, city } : null;
}

/** For example "Germany, Frankfurt". A service with one city has no city in its title. */
export const titleLocation = ({ entry, city }: ChosenLocation): string =>
  entry.cities.length > 1 || entry.mode === 'COUNTRY_PICKER' ? `${entry.title}, ${city.title}` : entry.title;

/** Whether the location requires a payment first. product.md §4 */
export const needsPayment = (entry: Entry, hasActiveSubscription: boolean): boolean =>
  entry.premium && !hasActiveSubscription;

/** The recommended location; null when there is none for routers. */
export function findOptimal(
  { optimal_location }: Pick<RouterSetup, 'optimal_location'>,
  entries: readonly Entry[],
): ChosenLocation | null {
  const clusterId = optimal_location?.cluster?.id;
  const shortcutId = optimal_location?.id;
  const country = entries.find((entry) => entry.mode === 'COUNTRY_PICKER' && entry.shortcutId === shortcutId);
  return country && clusterId !== undefined
    ? findLocation(entries, { groupId: country.groupId, shortcutId: country.shortcutId, clusterId })
    : null;
}
