import ipaddr from 'ipaddr.js';

/**
 * An address as limits count by it: whoever has one IPv6 address has the 2^64 of its network too (RFC 6177), so these count as one. An IPv4
 * address is itself, also when it comes mapped into IPv6.
 */
export const limitedAddress = (address: string): string => {
  // The check is cheap, and most addresses are such.
  if (!address.includes(':')) return address;
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6
    ? `${parsed.parts
        .slice(0, 4)
        .map((part) => part.toString(16))
        .join(':')}::/64`
    : parsed.toString();
};
