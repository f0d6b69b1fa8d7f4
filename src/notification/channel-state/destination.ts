import { createHash } from 'node:crypto';
import { settingsOf } from '../../common/settings/setting';
import { parseUrl } from '../../config/url';
import type { Channel } from '../providers/channel';

/**
 * Identifies the host of a channel's first URL, or else its type (one relay, one provider): limits per host apply to all channels with the
 * same destination. 16 hexadecimal digits of a hash, since the settings are secret.
 */
export function destinationOf(channel: Channel, settings: object): string {
  return createHash('sha256')
    .update(hostOf(channel, settings) ?? channel.type)
    .digest('hex')
    .slice(0, 16);
}

function hostOf(channel: Channel, settings: object): string | null {
  for (const [name, { format }] of settingsOf(channel.settingsClass)) {
    const value = (settings as Record<string, unknown>)[name];
    const text = format === 'urls' && Array.isArray(value) ? (value[0] as unknown) : value;
    if ((format === 'url' || format === 'urls') && typeof text === 'string') return parseUrl(text)?.host ?? null;
  }
  return null;
}
