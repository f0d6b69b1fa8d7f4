import { Injectable } from '@nestjs/common';
import type { UtcTimestamp } from '../../common/time/utc-timestamp';
import type { Parameter, Sql } from '../../database/database';
import { assign } from '../../database/dialect';
import { insertRows, pagesOf, placeholders, snake } from '../../database/rows';
import { newId } from '../../common/ids';
import { lockProducts } from '../../software/software.repository';
import { type Favorite, type Flag, FLAGS, NEW_FLAGS } from './favorite.entity';
import { favoritesById, type FavoriteScope } from './favorite-scope';
import { supersedes } from '../../version/versions/version.repository';

/** What writes favorites reads of them, by the types of values that are given for a column; null = it is too long for that. */
const COLUMNS = {
  ...({ id: 'text', userId: 'text', softwareId: 'text', versionId: 'text', availableVersionId: 'text' } as const),
  ...({ knownVersionId: 'text', notifiedVersionId: 'text', lastChange: 'text' } as const),
  ...({ evaluateAt: 'moment', wakeAt: 'moment', createdAt: 'moment' } as const),
  ...({ hasPolicy: 'integer', imported: 'integer', notes: null } as const),
  ...(Object.fromEntries(FLAGS.map((flag) => [flag, 'integer'])) as Record<Flag, 'integer'>),
};
type Column = keyof typeof COLUMNS;
const ALL = Object.keys(COLUMNS) as Column[];

/** A favorite, without what only the check and lists read. */
export type FavoriteState = Pick<Favorite, Column>;

/** One that has nothing but its version. */
export const newFavorite = (
  of: Pick<FavoriteState, 'userId' | 'softwareId' | 'versionId'>,
  createdAt: UtcTimestamp,
): FavoriteState => ({
  ...{ id: newId(), ...of, availableVersionId: null, knownVersionId: null, notifiedVersionId: null },
  ...{ evaluateAt: null, wakeAt: null, hasPolicy: false, imported: null, lastChange: null, notes: null },
  ...{ ...NEW_FLAGS, createdAt },
});

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
export const STATE_COLUMNS = ALL.map((column) => `f.${snake(column)} AS ${column}`).join(', ');

/** Not by the column alone: SQLite would read all favorites of the user. */
const OWNED = 'COALESCE(f.user_id, f.id) = ?';

/** Its owner was notified of the version on offer; deleting it deletes the notification. */
const KNOWN = `CASE WHEN EXISTS (SELECT 1 FROM notification n WHERE n.favorite_id = f.id
    AND n.version_id = f.available_version_id AND n.state IN ('sent', 'failed', 'expired'))
  THEN f.available_version_id ELSE f.known_version_id END`;

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

  /** By favorite: the version that its owner knows. */
  async known(sql: Sql, ids: string[]): Promise<Map<string, string | null>> {
    const rows = await sql.query<{ id: string; known: string | null }>(
      `SELECT f.id, ${KNOWN} AS known FROM favorite f WHERE f.id IN (${placeholders(ids.length)})`,
      ids,
    );
    return new Map(rows.map(({ id, known }) => [id, known]));
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

  /**
   * Writes these columns, and that they were written. Whoever does not say which entry of the journal does it ends the undo of what came before.
   * See `FavoriteWriter`: the versions of deployments are others.
   */
  async write<Written extends Exclude<Column, 'id' | 'notes'>>(
    sql: Sql,
    columns: readonly Written[],
    states: Pick<FavoriteState, 'id' | Written>[],
  ): Promise<void> {
    const { givenRows, updateJoined, now } = sql.dialect;
    // Under names of their own: a server would not know whose column is set.
    const given = (column: Written) => `given_${snake(column)}`;
    const set = Object.fromEntries(columns.map((column) => [snake(column), `e.${given(column)}`]));
    const statement = updateJoined('favorite', {
      source: givenRows({
        id: 'text',
        ...Object.fromEntries(columns.map((column) => [given(column), COLUMNS[column]])),
      }),
      on: 'e.id = favorite.id',
      set: assign({ last_change: 'NULL', ...set, updated_at: now }),
      where: '1 = 1',
    });
    const rows = states.map((state) => [state.id, ...columns.map((column) => valueOf(state[column]))]);
    await sql.execute(statement, [JSON.stringify(rows)]);
  }

  async insert(sql: Sql, favorites: FavoriteState[], now: UtcTimestamp): Promise<void> {
    const rows = favorites.map((favorite) => [...ALL.map((column) => valueOf(favorite[column])), now]);
    await insertRows(sql, 'favorite', [...ALL.map(snake), 'updated_at'], rows);
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
}

const valueOf = (value: FavoriteState[Column]) => (typeof value === 'boolean' ? Number(value) : value);

export const toState = (row: FavoriteState): FavoriteState => ({
  ...row,
  ...Object.fromEntries([...FLAGS, 'hasPolicy' as const].map((flag) => [flag, Boolean(row[flag])])),
});
