import { Injectable } from '@nestjs/common';
import { Database } from '../database/database';

/** A caller who listens. */
export interface Listener {
  userId: string;
  means: string;
  /** The id of the token or of the session. */
  credential: string;
}

export const KINDS = ['favorites', 'channels', 'notifications', 'inventories', 'history'] as const;
export type Kind = (typeof KINDS)[number];

/** For each kind, a text that changes when something of it does. */
export type Marks = Record<Kind, string>;

export interface ListenerRow {
  user_id: string;
  means: string;
  credential: string;
  /** Whether the token or the session is valid, and the user may use the service. */
  is_valid: number;
  favorites: string | null;
  others: number | string | null;
  channels: number | string;
  channels_at: string | null;
  notifications: string | null;
  inventories: number | string | null;
  inventories_at: string | null;
  history: string | null;
}

/** Seconds by which a transaction may end after one that began later, so that it is noticed at once. */
const LATE_SECONDS = 60;

/** Asks for all listeners of a replica at once whether something of theirs has changed. */
@Injectable()
export class LiveRepository {
  constructor(private readonly database: Database) {}

  /**
   * One row for each listener. Each part reads the newest row of an index, or the few channels and inventories of a user, but for the favorites
   * that were written within a minute of the newest: `SummaryRepository.favoritesChanged` says why. Indexes: favorite_user_updated, channel_user,
   * notification_user, inventory_user_name, favorite_bulk_user.
   */
  read(listeners: Listener[]): Promise<ListenerRow[]> {
    const { dialect } = this.database;
    const { now, byIndex } = dialect;
    const newest = `SELECT m.updated_at FROM favorite m ${byIndex('favorite_user_updated')} WHERE m.user_id = g.user_id
      ORDER BY m.user_id DESC, m.updated_at DESC, m.id DESC LIMIT 1`;
    const others = dialect.embedded ? 'COUNT(*)' : 'BIT_XOR(CRC32(CONCAT(f.id, f.updated_at)))';
    return this.database.query<ListenerRow>(
      `SELECT g.user_id, g.means, g.credential,
         CASE WHEN EXISTS (SELECT 1 FROM user u WHERE u.id = g.user_id AND u.disabled_at IS NULL)
           AND (g.means NOT IN ('token', 'session')
             OR EXISTS (SELECT 1 FROM access_token t WHERE t.id = g.credential AND (t.expires_at IS NULL OR t.expires_at > ${now}))
             OR EXISTS (SELECT 1 FROM web_session s WHERE s.id = g.credential AND s.idle_until > ${now} AND s.ends_at > ${now}))
           THEN 1 ELSE 0 END AS is_valid,
         (${newest}) AS favorites,
         (SELECT ${others} FROM favorite f ${byIndex('favorite_user_updated')}
            WHERE f.user_id = g.user_id AND f.updated_at >= ${dialect.after(`(${newest})`, `-${LATE_SECONDS}`)}) AS others,
         (SELECT COUNT(*) FROM channel c ${byIndex('channel_user')} WHERE c.user_id = g.user_id) AS channels,
         (SELECT MAX(c.updated_at) FROM channel c ${byIndex('channel_user')} WHERE c.user_id = g.user_id) AS channels_at,
         (SELECT n.id FROM notification n ${byIndex('notification_user')} WHERE n.user_id = g.user_id
            ORDER BY n.user_id DESC, n.created_at DESC, n.id DESC LIMIT 1) AS notifications,
         (SELECT SUM(i.revision + 1) FROM inventory i ${byIndex('inventory_user_name')} WHERE i.user_id = g.user_id) AS inventories,
         (SELECT MAX(i.updated_at) FROM inventory i ${byIndex('inventory_user_name')} WHERE i.user_id = g.user_id) AS inventories_at,
         (SELECT b.id FROM favorite_bulk b ${byIndex('favorite_bulk_user')} WHERE b.user_id = g.user_id
            ORDER BY b.user_id DESC, b.created_at DESC, b.id DESC LIMIT 1) AS history
       FROM (${dialect.givenRows({ user_id: 'text', means: 'text', credential: 'text' })}) g`,
      [JSON.stringify(listeners.map(({ userId, means, credential }) => [userId, means, credential]))],
    );
  }
}
