import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database';

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
  late_1: string | null;
  late_3: string | null;
  late_15: string | null;
  channels: number | string;
  channels_at: string | null;
  notifications: string | null;
  inventories: number | string | null;
  inventories_at: string | null;
  history: string | null;
}

/**
 * On a server a transaction may end after one that began later: what it wrote is then not the newest, but moves others down. Places that are
 * looked at, from 0. What is further down is seen when the page asks by itself.
 */
const LATE_PLACES = [1, 3, 15];

/** Asks for all listeners of a replica at once whether something of theirs has changed. */
@Injectable()
export class LiveRepository {
  constructor(private readonly database: Database) {}

  /**
   * One row for each listener. Each part reads the newest rows of an index, or the few channels and inventories of a user. Indexes:
   * favorite_user_updated, channel_user, notification_user, inventory_user_name, favorite_bulk_user.
   */
  read(listeners: Listener[]): Promise<ListenerRow[]> {
    const { dialect } = this.database;
    const { now, byIndex } = dialect;
    const favorite = (column: string, place: number) =>
      `(SELECT f.${column} FROM favorite f ${byIndex('favorite_user_updated')} WHERE f.user_id = g.user_id
         ORDER BY f.user_id DESC, f.updated_at DESC, f.id DESC LIMIT 1 OFFSET ${place})`;
    const late = LATE_PLACES.map((place) => `${favorite('id', place)} AS late_${place}`);
    return this.database.query<ListenerRow>(
      `SELECT g.user_id, g.means, g.credential,
         CASE WHEN EXISTS (SELECT 1 FROM user u WHERE u.id = g.user_id AND u.disabled_at IS NULL)
           AND (g.means NOT IN ('token', 'session')
             OR EXISTS (SELECT 1 FROM access_token t WHERE t.id = g.credential AND (t.expires_at IS NULL OR t.expires_at > ${now}))
             OR EXISTS (SELECT 1 FROM web_session s WHERE s.id = g.credential AND s.idle_until > ${now} AND s.ends_at > ${now}))
           THEN 1 ELSE 0 END AS is_valid,
         ${favorite('updated_at', 0)} AS favorites, ${late.join(', ')},
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
