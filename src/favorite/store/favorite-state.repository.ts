import { Injectable } from '@nestjs/common';
import type { UtcTimestamp } from '../../common/time/utc-timestamp';
import type { Parameter, Sql } from '../../database/database';
import { assign } from '../../database/dialect';
import { insertRows, pagesOf, placeholders } from '../../database/rows';
import { lockProducts } from '../../software/software.repository';
import { favoritesById, type FavoriteScope } from './favorite-scope';
import { supersedes } from '../../version/versions/version.repository';

/** The columns of favorites that their owner locks to write many of them together. */
export interface FavoriteState {
  id: string;
  softwareId: string;
  versionId: string;
  availableVersionId: string | null;
  knownVersionId: string | null;
  notifiedVersionId: string | null;
  evaluateAt: UtcTimestamp | null;
  wakeAt: UtcTimestamp | null;
  notificationsEnabled: boolean;
  useDefaultNotification: boolean;
  notifyAlways: boolean;
  imported: number | null;
  lastChange: string | null;
  createdAt: UtcTimestamp;
}

export interface PolicyState {
  id: string;
  hasPolicy: boolean;
  wakeAt: UtcTimestamp | null;
}

/** A favorite that was deleted, and comes back. */
export type RestoredFavorite = Omit<FavoriteState, 'availableVersionId' | 'evaluateAt'> & {
  userId: string;
  hasPolicy: boolean;
  notes: string | null;
};

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

/** Of the favorite `f`. */
export const STATE_COLUMNS = `f.id, f.software_id AS softwareId, f.version_id AS versionId, f.available_version_id AS availableVersionId,
  f.known_version_id AS knownVersionId, f.notified_version_id AS notifiedVersionId, f.evaluate_at AS evaluateAt,
  f.wake_at AS wakeAt, f.notifications_enabled AS notificationsEnabled,
  f.use_default_notification AS useDefaultNotification, f.notify_always AS notifyAlways, f.imported,
  f.last_change AS lastChange, f.created_at AS createdAt`;

/** Not by the column alone: SQLite would read all favorites of the user. */
const OWNED = 'COALESCE(f.user_id, f.id) = ?';

/** Its owner was notified of the version on offer; deleting it deletes the notification. */
const KNOWN = `CASE WHEN EXISTS (SELECT 1 FROM notification n WHERE n.favorite_id = f.id
    AND n.version_id = f.available_version_id AND n.state IN ('sent', 'failed', 'expired'))
  THEN f.available_version_id ELSE f.known_version_id END`;

const INSERTED = [
  ...['id', 'user_id', 'software_id', 'version_id', 'known_version_id', 'notified_version_id', 'has_policy', 'wake_at'],
  ...['imported', 'last_change', 'notes', 'notifications_enabled', 'use_default_notification', 'notify_always'],
  ...['created_at', 'updated_at'],
];

/** By something that has no entry in the journal: nothing that came before can be undone. */
const UNRECORDED = ', last_change = NULL';

export type FavoriteFlag = 'notifications_enabled' | 'use_default_notification';

/**
 * Writes favorites in sets, in transactions that locked them. Which versions their owners know, and need no further notification of:
 * `notified_version_id` from notifications, `known_version_id` from writing the favorite.
 */
@Injectable()
export class FavoriteStateRepository {
  /** Locks those of these favorites that the user has, and their products. Index: PRIMARY. */
  async lock(sql: Sql, userId: string, ids: string[]): Promise<FavoriteState[]> {
    const found = await this.find(sql, userId, ids, sql.dialect.forUpdate);
    const products = found.map(({ softwareId }) => softwareId);
    if (found.length > 0) await lockProducts(sql, products);
    return found;
  }

  /** The same without a lock: their current state in this transaction. */
  async find(sql: Sql, userId: string, ids: string[], ending = ''): Promise<FavoriteState[]> {
    const { byIndex } = sql.dialect;
    const scope = favoritesById(ids);
    const rows = await sql.query<FavoriteState>(
      `SELECT ${STATE_COLUMNS}
       FROM favorite f ${byIndex(scope.index)} WHERE ${scope.condition('f')} AND ${OWNED} ORDER BY f.id ${ending}`,
      [...scope.parameters, userId],
    );
    return rows.map(toState);
  }

  /** By favorite: its notes, and the versions that its owner knows and was notified of. */
  async findPrivate(sql: Sql, ids: string[]): Promise<Map<string, { notes: string | null; known: string | null }>> {
    const rows = await sql.query<{ id: string; notes: string | null; known: string | null }>(
      `SELECT f.id, f.notes, ${KNOWN} AS known FROM favorite f WHERE f.id IN (${placeholders(ids.length)})`,
      ids,
    );
    return new Map(rows.map(({ id, ...row }) => [id, row]));
  }

  /** The labels of these versions, own ones included, by id. */
  async labels(sql: Sql, versionIds: string[]): Promise<Map<string, string>> {
    if (versionIds.length === 0) return new Map();
    const rows = await sql.query<{ id: string; version: string }>(
      `SELECT id, version FROM version WHERE id IN (${placeholders(versionIds.length)})`,
      versionIds,
    );
    return new Map(rows.map(({ id, version }) => [id, version]));
  }

  /** See `FavoriteWriter`: the versions of deployments are others. */
  async setVersions(sql: Sql, versions: { id: string; versionId: string }[]): Promise<void> {
    const rows = versions.map(({ id, versionId }) => [id, versionId]);
    await this.setGiven(sql, { version_id: 'text' }, rows, UNRECORDED);
  }

  async setFlag(sql: Sql, column: FavoriteFlag, ids: string[], is: boolean) {
    const rows = ids.map((id) => [id, is ? 1 : 0]);
    await this.setGiven(sql, { [column]: 'integer' }, rows, UNRECORDED);
  }

  /** Something that is kept elsewhere was written, such as tags. */
  async touch(sql: Sql, ids: string[]): Promise<void> {
    const rows = ids.map((id) => [id]);
    await this.setGiven(sql, {}, rows, UNRECORDED);
  }

  async setPolicies(sql: Sql, states: PolicyState[]): Promise<void> {
    const rows = states.map(({ id, hasPolicy, wakeAt }) => [id, hasPolicy ? 1 : 0, wakeAt]);
    await this.setGiven(sql, { has_policy: 'integer', wake_at: 'moment' }, rows, ', evaluate_at = NULL');
  }

  /** @param entry of the journal that has changed them */
  async setLastChange(sql: Sql, ids: string[], entry: string): Promise<void> {
    const rows = ids.map((id) => [id, entry]);
    await this.setGiven(sql, { last_change: 'text' }, rows);
  }

  /** What an undo restores. */
  async restore(sql: Sql, states: FavoriteState[]): Promise<void> {
    const rows = states.map((state) => [
      ...[state.id, state.versionId, state.knownVersionId, state.wakeAt, state.lastChange],
      ...[state.notificationsEnabled ? 1 : 0, state.useDefaultNotification ? 1 : 0, state.notifyAlways ? 1 : 0],
    ]);
    const ids = { version_id: 'text', known_version_id: 'text', wake_at: 'moment', last_change: 'text' } as const;
    const flags = {
      notifications_enabled: 'integer',
      use_default_notification: 'integer',
      notify_always: 'integer',
    } as const;
    await this.setGiven(sql, { ...ids, ...flags }, rows);
  }

  async insert(sql: Sql, favorites: RestoredFavorite[], now: UtcTimestamp): Promise<void> {
    const rows = favorites.map((favorite) => [
      ...[favorite.id, favorite.userId, favorite.softwareId, favorite.versionId, favorite.knownVersionId],
      ...[favorite.notifiedVersionId, favorite.hasPolicy ? 1 : 0, favorite.wakeAt],
      ...[favorite.imported, favorite.lastChange, favorite.notes, favorite.notificationsEnabled ? 1 : 0],
      ...[favorite.useDefaultNotification ? 1 : 0, favorite.notifyAlways ? 1 : 0, favorite.createdAt, now],
    ]);
    await insertRows(sql, 'favorite', INSERTED, rows);
  }

  /** By product: the user's favorites of these products. Index: favorite_user_software. */
  async idsOfSoftware(sql: Sql, userId: string, softwareIds: string[]): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    for (const page of pagesOf(softwareIds)) {
      const rows = await sql.query<{ id: string; software_id: string }>(
        `SELECT id, software_id FROM favorite WHERE user_id = ? AND software_id IN (${placeholders(page.length)})`,
        [userId, ...page],
      );
      for (const { id, software_id } of rows) found.set(software_id, id);
    }
    return found;
  }

  async count(sql: Sql, userId: string): Promise<number> {
    const [row] = await sql.query<{ total: number }>('SELECT COUNT(*) AS total FROM favorite WHERE user_id = ?', [
      userId,
    ]);
    return Number(row!.total);
  }

  /** Channels accepted the notifications of these versions, one for each favorite. The notified version never goes down. */
  async setNotified(sql: Sql, notified: NotifiedVersion[]): Promise<void> {
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

  /** @param columns those that are given, after the id */
  private async setGiven(
    sql: Sql,
    columns: Record<string, 'text' | 'integer' | 'moment'>,
    rows: (string | number | null)[][],
    more = '',
  ): Promise<void> {
    const { givenRows, updateJoined, now } = sql.dialect;
    // Under names of their own: a server would not know whose column is set.
    const given = Object.fromEntries(Object.keys(columns).map((column) => [column, `e.given_${column}`]));
    const types = Object.fromEntries(Object.entries(columns).map(([column, type]) => [`given_${column}`, type]));
    const statement = updateJoined('favorite', {
      source: givenRows({ id: 'text', ...types }),
      on: 'e.id = favorite.id',
      set: assign({ ...given, updated_at: now }) + more,
      where: '1 = 1',
    });
    await sql.execute(statement, [JSON.stringify(rows)]);
  }
}

export const toState = <Row extends FavoriteState>(row: Row): Row => ({
  ...row,
  notificationsEnabled: Boolean(row.notificationsEnabled),
  useDefaultNotification: Boolean(row.useDefaultNotification),
  notifyAlways: Boolean(row.notifyAlways),
});
