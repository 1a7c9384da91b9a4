import type { RouterSetup } from '#shared/router-setup.ts';
import type { Entry } from './catalogue.ts';
import { type ChosenLocation, findLocation } from './location-choice.ts';

/** The place that the catalogue takes for the best one here; null when it names none that a router can use. */
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
