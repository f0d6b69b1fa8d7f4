import { Injectable } from '@nestjs/common';
import { SecretBox } from '../common/secret-box';
import type { Sql } from '../database/database';
import type { Channel } from './channels/channel';
import { ChannelRegistry } from './channels/channel-registry';
import { refreshNotificationState } from './notification-state';

/** Settings at rest, and what else a channel's row needs; the channel table is written here and in `ChannelService`. */
@Injectable()
export class ChannelStore {
  constructor(
    private readonly registry: ChannelRegistry,
    private readonly secrets: SecretBox,
  ) {}

  /** The whole settings are sealed: a URL may be as secret as a password. Bound to the row: a copied text does not open. */
  seal(channelId: string, settings: object): string {
    return this.secrets.seal(JSON.stringify(settings), channelId);
  }

  open<S extends object>(channel: Channel<S>, channelId: string, sealed: string): S {
    return Object.assign(new channel.settingsClass(), JSON.parse(this.secrets.open(sealed, channelId)) as S);
  }

  type(type: string): Channel | undefined {
    return this.registry.get(type);
  }

  types(): Channel[] {
    return this.registry.all();
  }

  /** Nothing that is still queued goes out through it; an attempt that is under way may end. */
  async cancelQueued(sql: Sql, channelId: string, reason: string): Promise<void> {
    const ended = await sql.execute(
      `UPDATE delivery SET state = 'cancelled', next_at = NULL, last_error = ?, updated_at = ${sql.dialect.now}
       WHERE channel_id = ? AND state = 'queued' AND claim_id IS NULL`,
      [reason, channelId],
    );
    if (ended === 0) return;
    const condition = `state = 'pending' AND id IN (SELECT d.notification_id FROM delivery d WHERE d.channel_id = ?)`;
    await refreshNotificationState(sql, condition, channelId);
  }
}
