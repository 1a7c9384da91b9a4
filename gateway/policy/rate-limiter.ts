import { createHash } from 'node:crypto';
import { domainToUnicode } from 'node:url';
import { BoundedMap, type Entry } from '../http/bounded-map.ts';
import type { RedisStore } from '../redis/store.ts';

/** Counts across all replicas. */
export type SharedCounter = Pick<RedisStore, 'addToCounter'>;

export interface Limit {
  readonly name: string;
  readonly max: number;
  readonly windowMs: number;
}

interface Window extends Entry {
  count: number;
  readonly endsAt: number;
  /** Counted here and not sent to Redis yet. */
  unsent: number;
  /** The count of all replicas in the last response of Redis. */
  shared: number;
  sharedEndsAt: number;
}

// About 3 MB for each limit. Beyond that the oldest windows are dropped: better than running out of memory.
const maxWindows = 15_000;

/**
 * A replica sends its count after every 64th part of a limit: a wide limit is inexact by that much, a narrow one is
 * exact.
 */
const stepOf = ({ max }: Limit): number => Math.max(1, Math.floor(max / 64));

/** Never steps back, unlike the system clock. In whole milliseconds: a fraction could add a second to a wait. */
const monotonicNow = (): number => Math.floor(performance.now());

/**
 * Counts requests in windows that begin with the first request. Each replica counts for itself and shares its counts
 * through Redis; without Redis it continues alone.
 */
export function createRateLimiter(counter: SharedCounter | null, now = monotonicNow) {
  // A map of its own for each limit: requests from many addresses must not evict the windows of e-mails.
  const windowsByLimit = new Map<string, BoundedMap<Window>>();

  const windowOf = ({ name, windowMs }: Limit, client: string, time: number): Window => {
    const windows = windowsByLimit.get(name) ?? new BoundedMap<Window>({ maxEntries: maxWindows });
    windowsByLimit.set(name, windows);
    const known = windows.get(client);
    if (known && known.endsAt > time) return known;
    const window = { count: 0, endsAt: time + windowMs, unsent: 0, shared: 0, sharedEndsAt: 0 };
    windows.set(client, window);
    return window;
  };

  const secondsToWait = (window: Window, max: number, time: number): number => {
    const total = window.sharedEndsAt > time ? window.shared + window.unsent : 0;
    const until = window.count > max ? window.endsAt : total > max ? window.sharedEndsAt : time;
    return Math.ceil((until - time) / 1000);
  };

  /**
   * Counts one request of a client.
   * @returns 0 when it may pass, else the seconds until it may
   */
  return function take(limit: Limit, client: string): number | Promise<number> {
    const time = now();
    const window = windowOf(limit, client, time);
    window.count += 1;
    window.unsent += 1;
    if (!counter || window.unsent < stepOf(limit)) return secondsToWait(window, limit.max, time);
    const sent = window.unsent;
    window.unsent = 0;
    return counter.addToCounter(hash(`${limit.name}:${client}`), limit.windowMs, sent).then((shared) => {
      if (shared) [window.shared, window.sharedEndsAt] = [shared[0], now() + shared[1]];
      return secondsToWait(window, limit.max, now());
    });
  };
}

/**
 * Limits know a mailbox only by its hash. Mail to `anna+shop@…` arrives in that of `anna@…`, and Gmail ignores dots.
 */
export const hashMailbox = (email: string): string => {
  const [name = '', host = ''] = normalizeEmail(email).split('@');
  const [mailbox = ''] = name.split('+');
  return hash(
    /^(?:gmail|googlemail)\.com$/.test(host) ? `${mailbox.replaceAll('.', '')}@gmail.com` : `${mailbox}@${host}`,
  );
};

/**
 * One text for all spellings that an upstream may take for the same e-mail: without accents, in whatever letters, with
 * invisible characters and spaces, a domain and its Punycode, a domain and one with dots at its end.
 */
export const normalizeEmail = (email: string): string => {
  const plain = email.normalize('NFKC').replace(/[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/gu, '');
  const [, name, domain = ''] = /^(.*@)(.*)$/s.exec(plain) ?? [];
  // With the condition in front, the search does not start again at each dot.
  const host = domain.replace(/(?<![.\u3002])[.\u3002]+$/, '');
  return foldLetters(name === undefined ? plain : name + (domainToUnicode(host) || host));
};

/** Letters that Unicode does not take apart, in ASCII. */
const plainLetters = new Map(Object.entries({ ø: 'o', ł: 'l', đ: 'd', ħ: 'h', ŧ: 't', æ: 'ae', œ: 'oe', ß: 'ss' }));

/** Without accents. Capitals first: some small letters have the same capital. */
const foldLetters = (text: string): string => {
  const letters = text.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase().toLowerCase();
  return letters.replace(/\P{ASCII}/gu, (letter) => plainLetters.get(letter) ?? letter);
};

// Redis receives neither addresses nor e-mails.
const hash = (text: string): string => createHash('sha256').update(text).digest('base64url');
