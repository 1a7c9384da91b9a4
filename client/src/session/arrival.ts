import { paths } from '../paths.ts';
import { readIntendedUrl } from './intended-url.ts';
import { orderAddress, readKeptTrip } from './kept-trip.ts';

/** Where a visitor who has just signed in goes on to: a page of this site, or the order page. */
export type Arrival = { readonly path: string } | { readonly url: string };

/**
 * What was kept for the arrival at the profile: another site's wish stands over a page of this one. Null: they stay.
 * product.md §4
 */
export function readArrival(orderPage: string, origin: string): Arrival | null {
  const trip = readKeptTrip();
  if (trip?.destination === 'chrome') return { path: paths.toChrome };
  const url = trip && orderAddress(trip, orderPage);
  if (url) return { url };
  const path = readIntendedUrl(origin);
  return path === null ? null : { path };
}
