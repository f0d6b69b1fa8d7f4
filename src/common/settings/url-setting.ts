import type { OutgoingHttp } from '../outgoing-http/outgoing-http';
import { type Prepared, SettingsError } from './settings';

/**
 * The URL of a setting in its normal form.
 * @throws SettingsError when the service does not go there
 */
export function checkedUrl(http: OutgoingHttp, field: string, text: string): string {
  const url = http.checkUrl(text);
  if (!(url instanceof URL)) throw new SettingsError([{ field, message: url }]);
  return url.href;
}

/**
 * An address below which the paths of an API are, in its normal form.
 * @throws SettingsError when the service does not go there, or nothing can be below it
 */
export function checkedBase(http: OutgoingHttp, field: string, text: string): string {
  const url = checkedUrl(http, field, text);
  if (url.includes('?')) throw new SettingsError([{ field, message: 'must not hold a query (?)' }]);
  return url;
}

/**
 * The settings with the base address of a server of one's own checked, when there is one.
 * @throws SettingsError when the service does not go there, or nothing can be below it
 */
export function withCheckedServer<S extends { server?: string }>(http: OutgoingHttp, settings: S): Prepared<S> {
  if (!settings.server) return { settings };
  return { settings: { ...settings, server: checkedBase(http, 'server', settings.server) } };
}

/** `path` below the base address of a server, which may itself have a path: no part of it is taken for markup of a URL. */
export function under(base: string, ...path: string[]): string {
  return [base.replace(/\/+$/, ''), ...path.map(encodeURIComponent)].join('/');
}
