import { createHash } from 'node:crypto';

/** What counts over all replicas; Redis through `ioredis`, or nothing. */
export interface SharedCounter {
  /**
   * Adds to a key that ends by itself after the window.
   * @returns the count and the milliseconds left; null when nobody could be asked
   */
  addToCounter(key: string, windowMs: number, by: number): Promise<readonly [count: number, leftMs: number] | null>;
}

export interface Limit {
  readonly name: string;
  readonly max: number;
  readonly windowMs: number;
}

interface Window {
  count: number;
  readonly endsAt: number;
  /** Counted here and not told to the others yet. */
  untold: number;
  /** What all replicas had counted when they were last asked. */
  common: number;
  commonEndsAt: number;
}

// About 10 MB; beyond it the oldest windows are forgotten, which is kinder than running out of memory.
const maxWindows = 100_000;

/** A replica tells the others after every sixty-fourth of a limit: a wide one is off by that much, a narrow one is exact. */
const stepOf = ({ max }: Limit): number => Math.max(1, Math.floor(max / 64));

/**
 * Counts requests in windows that begin with the first one. Each replica counts for itself, and now and then together with
 * the others; where those cannot be asked, it goes on alone.
 */
export function createRateLimiter(shared: SharedCounter | null, now: () => number = Date.now) {
  const windows = new Map<string, Window>();

  const windowOf = (key: string, windowMs: number, time: number): Window => {
    const known = windows.get(key);
    if (known && known.endsAt > time) return known;
    if (windows.size >= maxWindows) forgetOldest(time);
    const window = { count: 0, endsAt: time + windowMs, untold: 0, common: 0, commonEndsAt: 0 };
    // Taken out first, so that the map stays in the order in which windows began.
    windows.delete(key);
    windows.set(key, window);
    return window;
  };

  const forgetOldest = (time: number): void => {
    for (const [key, window] of windows) {
      if (window.endsAt > time && windows.size < maxWindows) return;
      windows.delete(key);
    }
  };

  const secondsToWait = (window: Window, max: number, time: number): number => {
    const inCommon = window.commonEndsAt > time ? window.common + window.untold : 0;
    const until = window.count > max ? window.endsAt : inCommon > max ? window.commonEndsAt : time;
    return Math.ceil((until - time) / 1000);
  };

  /**
   * Counts one request of `who`.
   * @returns 0 when it may pass, else the seconds until it may
   */
  return function take(limit: Limit, who: string): number | Promise<number> {
    const key = `${limit.name}:${who}`;
    const time = now();
    const window = windowOf(key, limit.windowMs, time);
    window.count += 1;
    window.untold += 1;
    if (!shared || window.untold < stepOf(limit)) return secondsToWait(window, limit.max, time);
    const told = window.untold;
    window.untold = 0;
    return shared.addToCounter(hash(key), limit.windowMs, told).then((common) => {
      if (common) [window.common, window.commonEndsAt] = [common[0], now() + common[1]];
      return secondsToWait(window, limit.max, now());
    });
  };
}

/** An e-mail as a limit knows it: not in clear text in this process either. */
export const hashEmail = (email: string): string => hash(email.trim().toLowerCase());

// Redis learns neither addresses nor e-mails.
const hash = (text: string): string => createHash('sha256').update(text).digest('base64url');
