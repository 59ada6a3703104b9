import { isValid, parse, parseCIDR } from 'ipaddr.js';

/** Decides whether the tools may connect to an IP address. */
export type AddressPolicy = (address: string) => boolean;

/** The only range of IPv6 that is assigned to public hosts (RFC 4291, IANA's registry). */
const GLOBAL_UNICAST = parseCIDR('2000::/3');

/**
 * Whether an address is one of the public internet: no loopback, private, link-local, shared, multicast or reserved
 * address, and no IPv6 address that carries an IPv4 address. Anything that is not an address is not public.
 */
export const isPublicAddress: AddressPolicy = (address) => {
  if (!isValid(address)) return false;
  const parsed = parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_UNICAST);
};
