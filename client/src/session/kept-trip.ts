import { type ReturnTrip, returnTripKey } from './return-trip.ts';

/** The order page's address for a trip; null when it would leave that page's site. */
export function orderAddress(trip: Extract<ReturnTrip, { destination: 'order' }>, orderPage: string): string | null {
  if (!URL.canParse(trip.pathname, orderPage)) return null;
  const url = new URL(trip.pathname, orderPage);
  if (url.origin !== new URL(orderPage).origin) return null;
  for (const [name, value] of new URLSearchParams(trip.params)) url.searchParams.append(name, value);
  return url.href;
}

export const forgetReturnTrip = (): void => localStorage.removeItem(returnTripKey);

export function readKeptTrip(): ReturnTrip | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(returnTripKey) ?? 'null');
    if (typeof kept !== 'object' || kept === null || !('destination' in kept)) return null;
    if (kept.destination === 'chrome') return { destination: 'chrome' };
    const { pathname, params }: Record<string, unknown> = { ...kept };
    if (kept.destination !== 'order' || typeof pathname !== 'string' || typeof params !== 'string') return null;
    return { destination: 'order', pathname, params };
  } catch {
    return null;
  }
}
