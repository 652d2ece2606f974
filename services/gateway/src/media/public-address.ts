import ipaddr from 'ipaddr.js';

/** Ports on which the web serves pictures. */
const webPorts = new Set([80, 443]);
/** The part of IPv6 that is given out (RFC 4291). The rest of it holds, among others, IPv4 addresses in old spellings. */
const globalIpv6 = ipaddr.parseCIDR('2000::/3');
/** Azure answers its virtual machines here with what is theirs alone. */
const azure = '168.63.129.16';

/**
 * Whether an address belongs to the public internet. Addresses that lead to others (mapped, NAT64, 6to4, Teredo) do not count as public,
 * and neither does any range that a registry keeps for a special use.
 */
const isPublic = (address: string): boolean => {
  if (!ipaddr.isValid(address) || address === azure) return false;
  const parsed = ipaddr.parse(address);
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(globalIpv6));
};

/** Where the gateway may connect to on a stranger's word. */
export const mayConnect = (address: string, port: number): boolean => webPorts.has(port) && isPublic(address);
