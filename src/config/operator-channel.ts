import { isEmail } from 'class-validator';
import { parseUrl } from './url';

/** Where the operator is told of what only he can mend. */
export type OperatorChannel = { kind: 'webhook'; url: string } | { kind: 'email'; address: string };

/** An http(s) URL, which may be inside, or `mailto:` and one plain address. A name and password in a URL would not be sent. */
export function parseOperatorChannel(text: string): OperatorChannel | null {
  const url = parseUrl(text);
  if (!url || url.hash) return null;
  if (url.protocol === 'http:' || url.protocol === 'https:')
    return url.username || url.password ? null : { kind: 'webhook', url: url.href };
  const address = url.pathname;
  const plain = isEmail(address, { require_tld: false }) && !/["\s%]/.test(address);
  return url.protocol === 'mailto:' && !url.search && plain ? { kind: 'email', address } : null;
}
