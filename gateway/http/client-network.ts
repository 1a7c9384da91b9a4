import ipaddr from 'ipaddr.js';

/** The network that limits count as one client: an IPv4 address, or an IPv6 /64. */
export function clientNetwork(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address;
  return ipaddr.IPv6.networkAddressFromCIDR(`${address.split('%')[0]}/64`).toString();
}
