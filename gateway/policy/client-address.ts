import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import ipaddr from 'ipaddr.js';
import type { Config } from '../config.ts';
import { clientNetwork } from '../http/client-network.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The client's address in front of the proxies in TRUST_PROXY. */
    clientAddress: string;
  }
}

/** Results of one matcher: addresses of clients end up there, too. */
const maxKnown = 10_000;

/** No installation has more trusted proxies in a row, but a client could send thousands of their addresses. */
const maxHops = 32;

/** Matches addresses against addresses and CIDR ranges. */
export function rangeMatcher(ranges: readonly string[]): (address: string) => boolean {
  if (ranges.length === 0) return () => false;
  const parsed = ranges.map((range) => {
    const [address = '', bits] = range.split('/');
    const base = ipaddr.process(address);
    return [base, bits === undefined ? (base.kind() === 'ipv4' ? 32 : 128) : Number(bits)] as const;
  });
  const known = new Map<string, boolean>();
  return (address) => {
    const before = known.get(address);
    if (before !== undefined) return before;
    const ip = ipaddr.isValid(address) ? ipaddr.process(address) : undefined;
    const inside = ip !== undefined && parsed.some(([base, bits]) => ip.kind() === base.kind() && ip.match(base, bits));
    if (known.size >= maxKnown) known.clear();
    known.set(address, inside);
    return inside;
  };
}

/**
 * Reads X-Forwarded-For from the right while the hop that wrote an entry is trusted. Entries further left come from the
 * client.
 */
export function findClientAddress(
  remote: string,
  forwardedFor: string | undefined,
  isTrusted: (address: string) => boolean,
): string {
  let address = unmapped(remote);
  // Entry by entry: a client could send thousands that no one needs.
  let rest = forwardedFor;
  for (let hops = 0; rest !== undefined && hops < maxHops && isTrusted(address); hops += 1) {
    const comma = rest.lastIndexOf(',');
    const next = plainAddress(rest.slice(comma + 1).trim());
    // A zone names a network card of the proxy, and could be any text.
    if (!ipaddr.isValid(next) || next.includes('%')) return address;
    // Normalized: two spellings of an address must not count as two clients.
    address = ipaddr.process(next).toString();
    rest = comma === -1 ? undefined : rest.slice(0, comma);
  }
  return address;
}

/** Without the port and brackets that some proxies add. */
const plainAddress = (hop: string): string =>
  hop.replace(/^\[(.*)\](:\d+)?$/, '$1').replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1');

/** An IPv4 address as such, also from a dual-stack socket. */
const unmapped = (address: string): string =>
  address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address;

/** The address that the connection comes from, and what the proxies say about it. */
function readForwarding({ socket, headers }: IncomingMessage) {
  const forwarded = headers['x-forwarded-for'];
  return { remote: socket.remoteAddress ?? '', header: typeof forwarded === 'string' ? forwarded : forwarded?.join() };
}

/** Finds the network of a request that Fastify has not seen yet. */
export function networkReader({ trustedProxies }: Config): (request: IncomingMessage) => string {
  const isTrusted = rangeMatcher(trustedProxies);
  return (request) => {
    const { remote, header } = readForwarding(request);
    return clientNetwork(findClientAddress(remote, header, isTrusted));
  };
}

async function clientAddress(app: FastifyInstance, { trustedProxies }: Config): Promise<void> {
  const isTrusted = rangeMatcher(trustedProxies);
  app.decorateRequest('clientAddress', '');
  app.addHook('onRequest', (request, _reply, done) => {
    const { remote, header } = readForwarding(request.raw);
    request.clientAddress = findClientAddress(remote, header, isTrusted);
    if (header !== undefined) {
      if (!isTrusted(unmapped(remote))) app.telemetry.forwardedForIgnored();
      // A load balancer in front of the proxy can replace the clients' addresses with its own.
      else if (isTrusted(request.clientAddress)) app.telemetry.clientHidden();
    }
    done();
  });
}

export const clientAddressPlugin = fastifyPlugin(clientAddress, {
  name: 'client-address',
  dependencies: ['telemetry'],
});
