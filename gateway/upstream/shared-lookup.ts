import { promises as dns, type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';

/** How long the addresses are used: an upstream that moves is found this much later. */
const keptMs = 1_000;

/**
 * `connect`'s `lookup` for one name. All connections that open during a lookup, or in the second after it, share it:
 * Node has four threads for lookups, a lookup in a cluster takes several queries, and each client that leaves ends a
 * connection. Without this, the calls of one client kept all threads busy. docs/decisions/007-bounds.md
 */
export function createSharedLookup(): LookupFunction {
  let addresses: Promise<readonly LookupAddress[]> | null = null;
  const forget = () => {
    addresses = null;
  };
  return (name, { all, hints = 0 }, callback) => {
    if (!addresses) {
      addresses = dns.lookup(name, { all: true, hints });
      addresses.then(() => setTimeout(forget, keptMs).unref(), forget);
    }
    // In a turn of its own, as by Node's lookup: what it throws is no rejection.
    const answer = (...result: Parameters<typeof callback>) => process.nextTick(callback, ...result);
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
