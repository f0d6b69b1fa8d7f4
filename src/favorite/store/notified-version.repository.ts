import { Injectable } from '@nestjs/common';
import type { Parameter, Sql } from '../../database/database';
import { placeholders } from '../../database/rows';
import { favoritesById, type FavoriteScope } from './favorite-scope';
import { supersedes } from './version-conditions.repository';

/** A version that the owner of a favorite was notified of. */
export interface NotifiedVersion {
  favoriteId: string;
  softwareId: string;
  versionId: string;
}

/** The owner was notified of `av`, or of a higher version. */
const WAS_NOTIFIED = `EXISTS (SELECT 1 FROM notification n JOIN version nv ON nv.id = n.version_id
  WHERE n.favorite_id = f.id AND n.state IN ('sent', 'failed', 'expired') AND nv.software_id = f.software_id
    AND NOT ${supersedes('av', 'nv')})`;

/**
 * Which versions the owners of favorites know: `notified_version_id` from notifications, `known_version_id` from writing the favorite.
 * They need no further notification.
 */
@Injectable()
export class NotifiedVersionRepository {
  /** Channels accepted the notifications of these versions, one for each favorite. The notified version never goes down. */
  async advance(sql: Sql, notified: NotifiedVersion[]): Promise<void> {
    const { thenJoin, givenRows } = sql.dialect;
    const given = givenRows({ favorite_id: 'text', software_id: 'text', version_id: 'text' });
    const rows = notified.map(({ favoriteId, softwareId, versionId }) => [favoriteId, softwareId, versionId]);
    const source = `SELECT g.favorite_id, g.software_id, g.version_id, v.version_key
      FROM (${given}) g ${thenJoin} version v ON v.id = g.version_id`;
    const set = `notified_version_id = e.version_id, updated_at = ${sql.dialect.now}`;
    const on = 'e.favorite_id = favorite.id AND e.software_id = favorite.software_id';
    const where = `(favorite.notified_version_id IS NULL OR (favorite.notified_version_id <> e.version_id AND
      (SELECT nv.version_key FROM version nv WHERE nv.id = favorite.notified_version_id) <= e.version_key))`;
    await sql.execute(sql.dialect.updateJoined('favorite', { source, on, set, where }), [JSON.stringify(rows)]);
  }

  /** The owner has seen the available version. Not while its notification waits to be sent: that may still fail. */
  async acknowledge(sql: Sql, scope: FavoriteScope, unless = ''): Promise<void> {
    await sql.execute(
      `UPDATE favorite SET known_version_id = available_version_id WHERE ${scope.condition('favorite')} ${unless}
         AND NOT EXISTS (SELECT 1 FROM notification n WHERE n.favorite_id = favorite.id
           AND n.version_id = favorite.available_version_id AND n.state = 'pending')`,
      scope.parameters,
    );
  }

  /** The same, but for products that wait for their check: that notifies. */
  acknowledgeIfChecked(sql: Sql, scope: FavoriteScope): Promise<void> {
    const marked = 'SELECT 1 FROM update_mark m WHERE m.software_id = favorite.software_id';
    return this.acknowledge(sql, scope, `AND NOT EXISTS (${marked})`);
  }

  /**
   * Those of these favorites whose owner was not notified of the available version, although a notification was written and then cancelled.
   * @param orHigher or although the version is higher than the known one
   */
  async unnotifiedAmong(sql: Sql, ids: string[], orHigher: boolean): Promise<string[]> {
    if (ids.length === 0) return [];
    const { thenJoin, byIndex } = sql.dialect;
    const scope = favoritesById(ids);
    const higher = orHigher ? `OR kv.id IS NULL OR ${supersedes('av', 'kv')}` : '';
    const rows = await sql.query<{ id: string }>(
      `SELECT f.id FROM favorite f ${byIndex(scope.index)} ${thenJoin} version av ON av.id = f.available_version_id
         LEFT JOIN version kv ON kv.id = f.known_version_id AND kv.software_id = f.software_id
       WHERE ${scope.condition('f')} AND NOT ${WAS_NOTIFIED} AND (EXISTS (
         SELECT 1 FROM notification n WHERE n.favorite_id = f.id AND n.version_id = av.id AND n.state = 'cancelled') ${higher})`,
      scope.parameters,
    );
    return rows.map(({ id }) => id);
  }

  /** Those of these favorites with an available version that is higher than the known one and was not notified. @returns their ids */
  async findUnnotified(sql: Sql, ids: string[]): Promise<string[]> {
    const { thenJoin, byIndex } = sql.dialect;
    const scope = favoritesById(ids);
    const rows = await sql.query<{ id: string }>(
      `SELECT f.id FROM favorite f ${byIndex(scope.index)} ${thenJoin} version av ON av.id = f.available_version_id
         LEFT JOIN version kv ON kv.id = f.known_version_id
       WHERE ${scope.condition('f')} AND (kv.id IS NULL OR kv.software_id <> f.software_id OR ${supersedes('av', 'kv')})
         AND NOT EXISTS (SELECT 1 FROM notification n ${byIndex('notification_once')}
           WHERE n.favorite_id = f.id AND n.version_id = f.available_version_id AND n.state <> 'cancelled')`,
      scope.parameters,
    );
    return rows.map(({ id }) => id);
  }

  /**
   * Makes the next check evaluate favorites whose available version is one that was cancelled: it may be available again.
   * @param source a SELECT of `favorite_id` and `version_id`
   */
  async recheckCancelled(sql: Sql, source: string, parameters: Parameter[]): Promise<void> {
    const [on, set] = ['e.favorite_id = favorite.id', `evaluate_at = ${sql.dialect.now}`];
    const where = 'favorite.available_version_id = e.version_id';
    await sql.execute(sql.dialect.updateJoined('favorite', { source, on, set, where }), parameters);
  }

  /** Before notifications are deleted: the owners still know their versions, and are not notified again. */
  async keepNotified(sql: Sql, notificationIds: string[]): Promise<void> {
    const source = `SELECT n.favorite_id, v.software_id, MAX(v.version_key) AS version_key
      FROM notification n ${sql.dialect.thenJoin} version v ON v.id = n.version_id
      WHERE n.id IN (${placeholders(notificationIds.length)}) AND n.state <> 'cancelled' GROUP BY n.favorite_id, v.software_id`;
    const known = (column: string) => `EXISTS (SELECT 1 FROM version k
      WHERE k.id = favorite.${column} AND k.software_id = e.software_id AND k.version_key >= e.version_key)`;
    await sql.execute(
      sql.dialect.updateJoined('favorite', {
        source,
        on: 'e.favorite_id = favorite.id AND e.software_id = favorite.software_id',
        set: `known_version_id = (SELECT MIN(w.id) FROM version w
          WHERE w.software_id = e.software_id AND w.hidden = 0 AND w.version_key = e.version_key)`,
        where: `NOT ${known('known_version_id')} AND NOT ${known('version_id')}`,
      }),
      notificationIds,
    );
  }
}
