import { createHash } from 'node:crypto';
import { parseUrl } from '../config/url';
import type { Channel } from './channels/channel';
import { settingsOf } from '../common/settings/setting';

/**
 * What a channel shares with others: the host of its first URL, else its type (one relay, one provider). 16 hexadecimal digits of a
 * hash, so that the stored settings tell nothing in clear.
 */
export function laneOf(channel: Channel, settings: object): string {
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
