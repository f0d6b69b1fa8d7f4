import { Injectable } from '@nestjs/common';
import { SecretBox, SecretError } from '../common/secret-box';
import { secretFields } from '../common/settings/setting';
import { firstCharacters } from '../common/text';
import { Database, type Sql } from '../database/database';
import { pagesOf, placeholders } from '../database/rows';
import { SealedTable } from '../database/sealed-table';
import type { Channel } from './channels/channel';
import { ChannelRegistry } from './channels/channel-registry';
import { refreshNotificationStates } from './notification-state';

interface Stored<S> {
  settings: S;
  previous?: S;
  /** Milliseconds since 1970 until which `previous` counts. */
  until?: number;
}

/** Standard Webhooks 1.0.0, "Secret rotation": old and new for a limited time; a day, as Svix and Outpost have it. */
const PREVIOUS_VALID_MS = 24 * 3_600_000;

/** Settings at rest, and what else a channel's row needs. The table is written here, in `ChannelService`, `ChannelHealth` and `consent`. */
@Injectable()
export class ChannelStore {
  /** All of the settings: whether they open, and exchanging their key. */
  readonly sealed: SealedTable;

  constructor(
    private readonly registry: ChannelRegistry,
    private readonly secrets: SecretBox,
    database: Database,
  ) {
    this.sealed = new SealedTable(database, secrets, { table: 'channel', id: 'id', boundTo: (id) => id });
  }

  /**
   * The whole settings are sealed: a URL may be as secret as a password. Bound to the row: a copied text does not open.
   * @param previous settings with the secret before this one; they count for a day longer
   */
  seal(channelId: string, settings: object, previous?: object): string {
    const until = Date.now() + PREVIOUS_VALID_MS;
    return this.sealStored(channelId, previous ? { settings, previous, until } : { settings });
  }

  /** Settings in place of sealed ones. While the secret stays the same, the one before it counts on for as long as it would have. */
  sealChanged(channel: Channel, channelId: string, sealed: string, settings: object): string {
    if (!this.isReadable(channelId, sealed)) return this.seal(channelId, settings);
    const before = this.stored<Record<string, unknown>>(channelId, sealed);
    const after = settings as Record<string, unknown>;
    const isSame = secretFields(channel.settingsClass).every((name) => before.settings[name] === after[name]);
    return this.sealStored(channelId, isSame ? { ...before, settings } : { settings });
  }

  /** False for settings that are damaged, or sealed with a key that is not here. */
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

  /** Also the settings with the previous secret, while it is still to be used beside the new one. */
  openBoth<S extends object>(channel: Channel<S>, channelId: string, sealed: string): { settings: S; previous?: S } {
    const stored = this.stored<S>(channelId, sealed);
    const settings = Object.assign(new channel.settingsClass(), stored.settings);
    if (!stored.previous || Date.now() > (stored.until ?? 0)) return { settings };
    return { settings, previous: Object.assign(new channel.settingsClass(), stored.previous) };
  }

  /** Stores what the provider said the settings are now, unless their owner has changed them since the delivery was claimed. */
  async replace(
    sql: Sql,
    delivery: { channel_id: string; channel_settings: string | null },
    settings: object,
  ): Promise<void> {
    const { channel_id: id, channel_settings: before } = delivery;
    await sql.execute(
      `UPDATE channel SET settings = ?, updated_at = ${sql.dialect.now} WHERE id = ? AND settings = ?`,
      [this.seal(id, settings), id, before],
    );
  }

  /** The address of a person who has to agree; null when the type has none, or this version does not know it. */
  recipientOf({ id, type, settings }: { id: string; type: string; settings: string }): string | null {
    const channel = this.type(type);
    return channel?.recipient?.(this.open(channel, id, settings)) ?? null;
  }

  type(type: string): Channel | undefined {
    return this.registry.get(type);
  }

  types(): Channel[] {
    return this.registry.all();
  }

  /** Switches it off for good, until its owner switches it on again. */
  async disable(sql: Sql, channelId: string, reason: string): Promise<void> {
    await sql.execute(
      `UPDATE channel SET enabled = 0, state = 'disabled', state_reason = ?, updated_at = ${sql.dialect.now} WHERE id = ?`,
      [reason, channelId],
    );
    await this.cancelQueued(sql, channelId, firstCharacters(`the channel was switched off: ${reason}`, 500));
  }

  /** Nothing that is still queued goes out through it; an attempt that is under way may end. Its row is locked by this transaction. */
  async cancelQueued(sql: Sql, channelId: string, reason: string): Promise<void> {
    const queued = await sql.query<{ id: string }>(
      `SELECT id FROM delivery WHERE channel_id = ? AND state = 'queued' AND claim_id IS NULL`,
      [channelId],
    );
    for (const page of pagesOf(queued)) {
      const ids = page.map(({ id }) => id);
      await sql.execute(
        `UPDATE delivery SET state = 'cancelled', next_at = NULL, collect_at = NULL, digest_id = NULL, last_error = ?, updated_at = ${sql.dialect.now}
         WHERE id IN (${placeholders(ids.length)}) AND state = 'queued' AND claim_id IS NULL`,
        [reason, ...ids],
      );
      await refreshNotificationStates(sql, ids, `notification.state = 'pending'`);
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
