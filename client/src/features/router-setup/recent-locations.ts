import type { LocationIds } from './location-choice.ts';

const key = 'recent-locations';
const limit = 3;

interface Saved {
  /** The account that chose them. */
  readonly account: string;
  readonly locations: readonly LocationIds[];
}

/** The locations of the last routers that this account created in this browser, newest first. */
export function readRecentLocations(account: string): readonly LocationIds[] {
  try {
    const saved = JSON.parse(localStorage.getItem(key) ?? 'null') as Saved | null;
    return saved?.account === account && Array.isArray(saved.locations) ? saved.locations : [];
  } catch {
    // Storage may be blocked, and its content may be anything.
    return [];
  }
}

export function saveRecentLocation(account: string, { groupId, shortcutId, clusterId }: LocationIds): void {
  const others = readRecentLocations(account).filter((location) => location.clusterId !== clusterId);
  const locations = [{ groupId, shortcutId, clusterId }, ...others].slice(0, limit);
  try {
    localStorage.setItem(key, JSON.stringify({ account, locations } satisfies Saved));
  } catch {
    // Blocked or full: there are no recent locations then.
  }
}
