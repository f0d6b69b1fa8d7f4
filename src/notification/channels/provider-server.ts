import type { OutgoingHttp } from '../../common/outgoing-http/outgoing-http';
import type { Prepared } from '../../common/settings/settings';
import { checkedUrl } from '../../common/settings/url-setting';
import { SettingsError } from '../../common/settings/settings';

/** The settings with the base address of a provider's server in its normal form, when there is one. */
export function withCheckedServer<S extends { server?: string }>(http: OutgoingHttp, settings: S): Prepared<S> {
  if (!settings.server) return { settings };
  return { settings: { ...settings, server: checkedBase(http, 'server', settings.server) } };
}

/**
 * An address below which the paths of a provider's API are.
 * @throws SettingsError when the service does not go there, or nothing can be below it
 */
export function checkedBase(http: OutgoingHttp, field: string, text: string): string {
  const url = checkedUrl(http, field, text);
  if (url.includes('?')) throw new SettingsError([{ field, message: 'must not hold a query (?)' }]);
  return url;
}
