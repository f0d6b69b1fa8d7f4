import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The network that one customer usually gets, with all its addresses (RFC 6177). */
const PREFIX_PARTS = 4;

/** The key that an address is counted by: IPv4 as it is (also when written as IPv6), IPv6 by its /64 network. */
export function addressKey(address: string | undefined): string {
  const bare = address?.replace(/^::ffff:/i, '') ?? '';
  if (isIPv4(bare)) return bare;
  if (address === undefined || !ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  const network = parsed.parts.slice(0, PREFIX_PARTS).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}
