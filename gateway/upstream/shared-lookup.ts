import { promises as dns, type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';

/** From the start of a lookup, so that one whose query is lost keeps no more than a second's connections waiting. */
const sharedMs = 1_000;

/**
 * `connect`'s `lookup` for one name. All connections that open in the second after a lookup has begun share it. Node
 * has four threads for lookups, a lookup in a cluster takes several queries, and each client that leaves ends a
 * connection: without this, the calls of one client kept all threads busy. docs/decisions/007-bounds.md
 */
export function createSharedLookup(): LookupFunction {
  let shared: Promise<readonly LookupAddress[]> | null = null;
  const begin = (name: string, hints: number) => {
    const addresses = dns.lookup(name, { all: true, hints });
    const forget = () => {
      if (shared === addresses) shared = null;
    };
    setTimeout(forget, sharedMs).unref();
    addresses.catch(forget);
    return addresses;
  };
  return (name, { all, hints = 0 }, callback) => {
    shared ??= begin(name, hints);
    // In a turn of its own, as by Node's lookup: what it throws is no rejection.
    const answer = (...result: Parameters<typeof callback>) => process.nextTick(callback, ...result);
    shared.then(
      (found) => {
        const [first] = found;
        if (all) answer(null, [...found]);
        else answer(null, first?.address ?? '', first?.family);
      },
      (error: NodeJS.ErrnoException) => answer(error, ''),
    );
  };
}
