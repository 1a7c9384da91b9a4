import { promises as dns, type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

type Addresses = readonly LookupAddress[];

/** From the start of a lookup, so that one whose query is lost keeps no more than a second's connections waiting. */
const sharedMs = 1_000;

/** How long connections wait for a new lookup if an earlier one has found addresses. */
const patienceMs = 500;

/**
 * `connect`'s `lookup` for one name. All connections that open in the second after a lookup has begun share it. Node
 * has few threads for lookups, a lookup in a cluster takes several queries, and each client that leaves ends a
 * connection: without this, the calls of one client kept all threads busy. When lookups are slow or fail, because a
 * name server is down or other names keep the threads busy, the addresses of the last one serve.
 * docs/decisions/007-bounds.md
 */
export function createSharedLookup(): LookupFunction {
  let known: Addresses | null = null;
  let shared: Promise<Addresses> | null = null;
  /** The newest lookup, until it ends. */
  let running: Promise<Addresses> | null = null;
  const begin = (name: string, hints: number): Promise<Addresses> => {
    const earlier = known;
    const lookup: Promise<Addresses> = dns.lookup(name, { all: true, hints });
    running = lookup;
    lookup.then(
      (found) => {
        known = found;
        if (running === lookup) running = null;
      },
      () => {
        if (running === lookup) running = null;
        if (shared === lookup) shared = null;
      },
    );
    const addresses = earlier
      ? Promise.race([lookup, pause(patienceMs, earlier, { ref: false })]).catch(() => earlier)
      : lookup;
    shared = addresses;
    setTimeout(() => {
      if (shared === addresses) shared = null;
    }, sharedMs).unref();
    return addresses;
  };
  return (name, { all, hints = 0 }, callback) => {
    // In a turn of its own, as by Node's lookup: what it throws is no rejection.
    const answer = (...result: Parameters<typeof callback>) => process.nextTick(callback, ...result);
    const addresses = shared ?? (running && known ? Promise.resolve(known) : begin(name, hints));
    addresses.then(
      (found) => {
        const [first] = found;
        if (all) answer(null, [...found]);
        else answer(null, first?.address ?? '', first?.family);
      },
      (error: NodeJS.ErrnoException) => answer(error, ''),
    );
  };
}
