import { Injectable } from '@nestjs/common';
import type { UtcTimestamp } from '../../common/time/utc-timestamp';
import type { Sql } from '../../database/database';
import { assign } from '../../database/dialect';
import { insertRows, pagesOf, placeholders } from '../../database/rows';
import { DeploymentRepository } from '../deployment/deployment.repository';
import { OwnVersionRepository } from '../../version/own-version.repository';
import { favoritesById } from './favorite-scope';
import { FavoriteRepository } from './favorite.repository';

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

/** Not by the column alone: SQLite would read all favorites of the user. */
const OWNED = 'COALESCE(f.user_id, f.id) = ?';

/** Its owner was notified of the version on offer; deleting it deletes the notification. */
const KNOWN = `CASE WHEN EXISTS (SELECT 1 FROM notification n WHERE n.favorite_id = f.id
    AND n.version_id = f.available_version_id AND n.state IN ('sent', 'failed', 'expired'))
  THEN f.available_version_id ELSE f.known_version_id END`;

/** Writes favorites of one user in sets, in transactions that locked them. */
@Injectable()
export class FavoriteStateRepository {
  constructor(
    private readonly favorites: FavoriteRepository,
    private readonly ownVersions: OwnVersionRepository,
    private readonly deployments: DeploymentRepository,
  ) {}

  /** Locks those of these favorites that the user has, and their products: see `FavoriteRepository.lockSoftware`. Index: PRIMARY. */
  async lock(sql: Sql, userId: string, ids: string[]): Promise<FavoriteState[]> {
    const found = await this.find(sql, userId, ids, sql.dialect.forUpdate);
    if (found.length > 0)
      await this.lockSoftware(
        sql,
        found.map(({ softwareId }) => softwareId),
      );
    return found;
  }

  /** Share-locks products, as `FavoriteRepository.lockSoftware` does. @returns those that exist */
  async lockSoftware(sql: Sql, ids: string[]): Promise<Set<string>> {
    const rows = await sql.query<{ id: string }>(
      `SELECT id FROM software WHERE id IN (${placeholders(ids.length)}) ORDER BY id ${sql.dialect.forShare}`,
      ids,
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** The same without a lock: their current state in this transaction. */
  async find(sql: Sql, userId: string, ids: string[], ending = ''): Promise<FavoriteState[]> {
    const { byIndex } = sql.dialect;
    const scope = favoritesById(ids);
    const rows = await sql.query<FavoriteState>(
      `SELECT f.id, f.software_id AS softwareId, f.version_id AS versionId, f.available_version_id AS availableVersionId,
         f.known_version_id AS knownVersionId, f.notified_version_id AS notifiedVersionId, f.evaluate_at AS evaluateAt,
         f.wake_at AS wakeAt, f.notifications_enabled AS notificationsEnabled,
         f.use_default_notification AS useDefaultNotification, f.notify_always AS notifyAlways, f.imported,
         f.created_at AS createdAt
       FROM favorite f ${byIndex(scope.index)} WHERE ${scope.condition('f')} AND ${OWNED} ORDER BY f.id ${ending}`,
      [...scope.parameters, userId],
    );
    return rows.map((row) => ({
      ...row,
      notificationsEnabled: Boolean(row.notificationsEnabled),
      useDefaultNotification: Boolean(row.useDefaultNotification),
      notifyAlways: Boolean(row.notifyAlways),
    }));
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

  /**
   * Sets the version of favorites and of all their deployments.
   * @param former the versions in use until now: an own one that nobody else has is deleted
   */
  async setVersions(
    sql: Sql,
    versions: { id: string; versionId: string }[],
    former: string[],
    bulkId: string,
  ): Promise<void> {
    const ids = versions.map(({ id }) => id);
    const deployed = await this.deployments.versionsOf(sql, ids);
    await this.deployments.moveAll(sql, versions, bulkId);
    await this.setInUse(sql, versions, [...former, ...deployed]);
  }

  /** The same without the deployments: their lowest version is the one in use. */
  async setInUse(sql: Sql, versions: { id: string; versionId: string }[], former: string[]): Promise<void> {
    const rows = versions.map(({ id, versionId }) => [id, versionId]);
    await this.setGiven(sql, { version_id: 'text' }, rows);
    await this.ownVersions.removeUnused(sql, [...new Set(former)]);
  }

  /** Own versions among these that neither a favorite nor a deployment has any more. */
  removeUnusedVersions(sql: Sql, ids: string[]): Promise<void> {
    return this.ownVersions.removeUnused(sql, [...new Set(ids)]);
  }

  async setNotificationsEnabled(sql: Sql, ids: string[], enabled: boolean): Promise<void> {
    const rows = ids.map((id) => [id, enabled ? 1 : 0]);
    await this.setGiven(sql, { notifications_enabled: 'integer' }, rows);
  }

  async setPolicies(sql: Sql, states: PolicyState[]): Promise<void> {
    const rows = states.map(({ id, hasPolicy, wakeAt }) => [id, hasPolicy ? 1 : 0, wakeAt]);
    await this.setGiven(sql, { has_policy: 'integer', wake_at: 'moment' }, rows, ', evaluate_at = NULL');
  }

  async setWakeAt(sql: Sql, states: { id: string; wakeAt: UtcTimestamp | null }[]): Promise<void> {
    await this.setGiven(
      sql,
      { wake_at: 'moment' },
      states.map(({ id, wakeAt }) => [id, wakeAt]),
    );
  }

  async setKnown(sql: Sql, known: { id: string; knownVersionId: string | null }[]): Promise<void> {
    const rows = known.map(({ id, knownVersionId }) => [id, knownVersionId]);
    await this.setGiven(sql, { known_version_id: 'text' }, rows);
  }

  /** Deletes favorites with their policies and notifications. */
  async delete(sql: Sql, favorites: FavoriteState[]): Promise<void> {
    await this.favorites.deleteAll(
      sql,
      favorites.map(({ id, versionId }) => ({ id, version_id: versionId })),
    );
  }

  async insert(sql: Sql, favorites: RestoredFavorite[], now: UtcTimestamp): Promise<void> {
    const columns = [
      ...[
        'id',
        'user_id',
        'software_id',
        'version_id',
        'known_version_id',
        'notified_version_id',
        'has_policy',
        'wake_at',
        'imported',
      ],
      ...['notes', 'notifications_enabled', 'use_default_notification', 'notify_always', 'created_at', 'updated_at'],
    ];
    const rows = favorites.map((favorite) => [
      ...[favorite.id, favorite.userId, favorite.softwareId, favorite.versionId, favorite.knownVersionId],
      ...[favorite.notifiedVersionId, favorite.hasPolicy ? 1 : 0, favorite.wakeAt],
      ...[favorite.imported, favorite.notes],
      ...[
        favorite.notificationsEnabled ? 1 : 0,
        favorite.useDefaultNotification ? 1 : 0,
        favorite.notifyAlways ? 1 : 0,
      ],
      ...[favorite.createdAt, now],
    ]);
    await insertRows(sql, 'favorite', columns, rows);
  }

  /** Those of these products that the user tracks. */
  async tracked(sql: Sql, userId: string, softwareIds: string[]): Promise<Set<string>> {
    const rows = await sql.query<{ software_id: string }>(
      `SELECT software_id FROM favorite WHERE user_id = ? AND software_id IN (${placeholders(softwareIds.length)})`,
      [userId, ...softwareIds],
    );
    return new Set(rows.map(({ software_id }) => software_id));
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
