import { Injectable } from '@nestjs/common';
import type { Listed } from '../api/list/list-page';
import type { ListRequest } from '../api/list/list-request';
import { momentText, type UtcTimestamp } from '../common/time/utc-timestamp';
import { Database, type Sql, type Transaction } from '../database/database';
import type { FeedDetails, FeedKind } from './writing/documents';
import { Feed } from './feed.entity';
import { feedList } from './feed.list';

export interface FeedRow {
  id: string;
  kind: FeedKind;
  name: string | null;
  favorite_id: string | null;
  software_id: string | null;
  /** The name of its product. */
  about: string | null;
  filters: string | null;
  details: FeedDetails;
  releases: number | boolean;
  last_used_at: UtcTimestamp | null;
  created_at: UtcTimestamp;
}

/** A feed to be read. */
export interface ReadFeed extends FeedRow {
  user_id: string;
  revision: string | null;
  changed_at: UtcTimestamp;
  now: UtcTimestamp;
  /** 1: `last_used_at` is out of date. */
  stale: number;
}

const COLUMNS = `d.id, d.kind, d.name, d.favorite_id, d.software_id, s.name AS about, d.filters, d.details, d.releases,
  ${momentText('d.last_used_at')} AS last_used_at, ${momentText('d.created_at')} AS created_at`;
const TABLES = `feed d LEFT JOIN favorite f ON f.id = d.favorite_id
  LEFT JOIN software s ON s.id = COALESCE(d.software_id, f.software_id)`;

@Injectable()
export class FeedRepository {
  constructor(private readonly database: Database) {}

  list(userId: string, request: ListRequest): Promise<Listed<FeedRow>> {
    const statement = { select: COLUMNS, from: TABLES, where: ['d.user_id = ?'], whereParameters: [userId] };
    return this.database.list(feedList, request, statement);
  }

  /**
   * The feed with this secret, of an enabled user, by the index `feed_hash`.
   * @param useEvery seconds for which `last_used_at` is up to date
   */
  async findByHash(hash: string, useEvery: number): Promise<ReadFeed | null> {
    const { now, nowPlus } = this.database.dialect;
    const [row] = await this.database.queryPrepared<ReadFeed>(
      `SELECT ${COLUMNS}, d.user_id, d.revision, ${momentText('d.changed_at')} AS changed_at, ${now} AS now,
         (d.last_used_at IS NULL OR d.last_used_at < ${nowPlus}) AS stale
       FROM ${TABLES} JOIN user u ON u.id = d.user_id WHERE d.hash = ? AND u.disabled_at IS NULL`,
      [-useEvery, hash],
    );
    return row ?? null;
  }

  async find(sql: Sql, userId: string, id: string): Promise<FeedRow | null> {
    const [row] = await sql.query<FeedRow>(`SELECT ${COLUMNS} FROM ${TABLES} WHERE d.id = ? AND d.user_id = ?`, [
      id,
      userId,
    ]);
    return row ?? null;
  }

  async insert(
    { manager, dialect }: Transaction,
    feed: Pick<
      Feed,
      'id' | 'userId' | 'kind' | 'name' | 'hash' | 'favoriteId' | 'softwareId' | 'filters' | 'details' | 'releases'
    >,
  ): Promise<void> {
    const row = { ...feed, createdAt: () => dialect.now, changedAt: () => dialect.now };
    // `manager.insert` would read the row back, as it has columns with defaults.
    await manager.createQueryBuilder().insert().into(Feed).values(row).updateEntity(false).execute();
  }

  /** Whether this user has the favorite; locks it, so that it is not deleted meanwhile. */
  async lockFavorite(sql: Sql, userId: string, id: string): Promise<boolean> {
    const text = `SELECT id FROM favorite WHERE id = ? AND user_id = ? ${sql.dialect.forShare}`;
    return (await sql.query(text, [id, userId])).length > 0;
  }

  /** @returns whether the user has it */
  async setHash(sql: Sql, userId: string, id: string, hash: string): Promise<boolean> {
    const statement = 'UPDATE feed SET hash = ?, last_used_at = NULL WHERE id = ? AND user_id = ?';
    return (await sql.execute(statement, [hash, id, userId])) > 0;
  }

  /** @returns whether the user had it */
  async delete(sql: Sql, userId: string, id: string): Promise<boolean> {
    return (await sql.execute('DELETE FROM feed WHERE id = ? AND user_id = ?', [id, userId])) > 0;
  }

  /** Sets `last_used_at`, unless another request or replica did so within the last `every` seconds. */
  async recordUse(id: string, every: number): Promise<void> {
    const { now, nowPlus } = this.database.dialect;
    await this.database.execute(
      `UPDATE feed SET last_used_at = ${now} WHERE id = ? AND (last_used_at IS NULL OR last_used_at < ${nowPlus})`,
      [id, -every],
    );
  }

  /** Of replicas that read the same change, one is first. @returns when the change was first read */
  async recordChange({ id, changed_at }: ReadFeed, revision: string, at: UtcTimestamp): Promise<UtcTimestamp> {
    const statement = 'UPDATE feed SET revision = ?, changed_at = ? WHERE id = ? AND changed_at = ?';
    if ((await this.database.execute(statement, [revision, at, id, changed_at])) > 0) return at;
    const [row] = await this.database.query<{ revision: string; changed_at: UtcTimestamp }>(
      `SELECT revision, ${momentText('changed_at')} AS changed_at FROM feed WHERE id = ?`,
      [id],
    );
    return row?.changed_at ?? at;
  }
}
