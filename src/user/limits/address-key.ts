import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** What one customer of a provider usually gets of IPv6: whoever has one address of it has them all (RFC 6177). */
const PREFIX_PARTS = 4;

/** What an address is counted by: itself, and of IPv6 the network of 64 bits. IPv4 that is written as IPv6 is IPv4. */
export function addressKey(address: string | undefined): string {
  const bare = address?.replace(/^::ffff:/i, '') ?? '';
  if (isIPv4(bare)) return bare;
  if (address === undefined || !ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  const network = parsed.parts.slice(0, PREFIX_PARTS).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}
