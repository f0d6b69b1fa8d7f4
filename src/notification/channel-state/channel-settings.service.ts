import { Injectable, Logger } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { parseUrl } from 'small-parts';
import { SecretBox, SecretError } from '../../common/secret-box';
import { secretFields, settingsOf } from '../../common/settings/setting';
import { maskSettings } from '../../common/settings/settings';
import type { Channel } from '../providers/channel';
import { ChannelRegistry } from '../providers/channel-registry';

interface Stored<S> {
  settings: S;
  previous?: S;
  /** Milliseconds since 1970 until which `previous` is valid. */
  until?: number;
}

/** Standard Webhooks 1.0.0, "Secret rotation": both secrets are valid for a limited time. */
const PREVIOUS_VALID_MS = 24 * 3_600_000;

/** Seals and opens the settings of channels. They are encrypted as a whole, since a URL may be as secret as a password. */
@Injectable()
export class ChannelSettingsService {
  private readonly logger = new Logger(ChannelSettingsService.name);

  constructor(
    private readonly registry: ChannelRegistry,
    private readonly secrets: SecretBox,
  ) {}

  /**
   * Bound to the channel's id: settings copied to another row do not open.
   * @param previous settings with the previous secret, which stays valid for 24 hours
   */
  seal(channelId: string, settings: object, previous?: object): string {
    const until = Date.now() + PREVIOUS_VALID_MS;
    return this.sealStored(channelId, previous ? { settings, previous, until } : { settings });
  }

  /** Seals changed settings. A previous secret stays valid until its own end, unless the current secret was changed too. */
  sealChanged(channel: Channel, channelId: string, sealed: string, settings: object): string {
    if (!this.isReadable(channelId, sealed)) return this.seal(channelId, settings);
    const before = this.stored<Record<string, unknown>>(channelId, sealed);
    const after = settings as Record<string, unknown>;
    const isSame = secretFields(channel.settingsClass).every((name) => before.settings[name] === after[name]);
    return this.sealStored(channelId, isSame ? { ...before, settings } : { settings });
  }

  /** False for settings that are damaged, or sealed with an unknown key. */
  isReadable(channelId: string, sealed: string): boolean {
    try {
      this.stored(channelId, sealed);
      return true;
    } catch (error) {
      if (error instanceof SecretError) return false;
      throw error;
    }
  }

  /** @throws SecretError */
  open<S extends object>(channel: Channel<S>, channelId: string, sealed: string): S {
    return this.openBoth(channel, channelId, sealed).settings;
  }

  /**
   * With the settings that hold the previous secret, as long as that is valid.
   * @throws SecretError
   */
  openBoth<S extends object>(channel: Channel<S>, channelId: string, sealed: string): { settings: S; previous?: S } {
    const stored = this.stored<S>(channelId, sealed);
    const settings = Object.assign(new channel.settingsClass(), stored.settings);
    if (!stored.previous || Date.now() > (stored.until ?? 0)) return { settings };
    return { settings, previous: Object.assign(new channel.settingsClass(), stored.previous) };
  }

  /**
   * The address of a person who has to consent; null when the type has none, or this version does not know the type.
   * @throws SecretError
   */
  recipientOf({ id, type, settings }: { id: string; type: string; settings: string }): string | null {
    const channel = this.registry.get(type);
    return channel?.recipient?.(this.open(channel, id, settings)) ?? null;
  }

  /** With secrets masked. Empty when they cannot be opened, so that one damaged channel does not hide the others. */
  masked({ id, type, settings }: { id: string; type: string; settings: string }): Record<string, unknown> {
    const channel = this.registry.get(type);
    if (!channel) return {};
    try {
      return maskSettings(channel.settingsClass, this.open(channel, id, settings));
    } catch (error) {
      if (!(error instanceof SecretError)) throw error;
      this.logger.error({ msg: 'settings of a channel cannot be opened', channel: id, reason: error.reason });
      return {};
    }
  }

  private sealStored(channelId: string, stored: Stored<object>): string {
    return this.secrets.seal(JSON.stringify(stored), channelId);
  }

  private stored<S>(channelId: string, sealed: string): Stored<S> {
    const stored = jsonOrNull(this.secrets.open(sealed, channelId)) as Stored<S> | null;
    if (typeof stored?.settings !== 'object' || stored.settings === null)
      throw new SecretError('damaged', 'The sealed text does not hold settings');
    return stored;
  }
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

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
