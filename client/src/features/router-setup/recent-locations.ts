import { browserStorage } from '../../storage.ts';
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
    const saved = JSON.parse(browserStorage.read(key) ?? 'null') as Saved | null;
    return saved?.account === account && Array.isArray(saved.locations) ? saved.locations : [];
  } catch {
    return [];
  }
}

export function saveRecentLocation(account: string, { groupId, shortcutId, clusterId }: LocationIds): void {
  const others = readRecentLocations(account).filter((location) => location.clusterId !== clusterId);
  const locations = [{ groupId, shortcutId, clusterId }, ...others].slice(0, limit);
  browserStorage.write(key, JSON.stringify({ account, locations } satisfies Saved));
}
