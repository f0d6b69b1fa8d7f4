import isEmail from 'validator/lib/isEmail';
import { parseUrl } from './url';

/** Where operator reports go. */
export type OperatorChannel = { kind: 'webhook'; url: string } | { kind: 'email'; address: string };

/** An http(s) URL, private networks included, or `mailto:` and one address. Refuses credentials in the URL: they would not be sent. */
export function parseOperatorChannel(text: string): OperatorChannel | null {
  const url = parseUrl(text);
  if (!url || url.hash) return null;
  if (url.protocol === 'http:' || url.protocol === 'https:')
    return url.username || url.password ? null : { kind: 'webhook', url: url.href };
  const address = url.pathname;
  const plain = isEmail(address, { require_tld: false }) && !/["\s%]/.test(address);
  return url.protocol === 'mailto:' && !url.search && plain ? { kind: 'email', address } : null;
}
