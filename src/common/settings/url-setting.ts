import type { OutgoingHttp } from '../outgoing-http/outgoing-http';
import { SettingsError } from './settings';

/**
 * The URL of a setting in its normal form.
 * @throws SettingsError when the service does not go there
 */
export function checkedUrl(http: OutgoingHttp, field: string, text: string): string {
  const url = http.checkUrl(text);
  if (!(url instanceof URL)) throw new SettingsError([{ field, message: url }]);
  return url.href;
}

/** `path` below the base address of a server, which may itself have a path: no part of it is taken for markup of a URL. */
export function under(base: string, ...path: string[]): string {
  return [base.replace(/\/+$/, ''), ...path.map(encodeURIComponent)].join('/');
}
