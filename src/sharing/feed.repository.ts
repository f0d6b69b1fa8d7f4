import { Injectable } from '@nestjs/common';
import type { Listed } from '../api/list/list-page';
import type { ListRequest } from '../api/list/list-request';
import { momentText, type UtcTimestamp } from '../common/time/utc-timestamp';
import { Database, type Sql, type Transaction } from '../database/database';
import type { RowOf } from '../database/row-of';
import { queryIn } from '../database/pages';
import { insertRows, pagesOf, placeholders } from '../database/rows';
import type { SqlText } from '../api/list/list-sql';
import { Feed, type FeedEvent } from './feed.entity';
import { feedList } from './feed.list';

export interface FeedRow extends Omit<RowOf<Feed>, 'user_id' | 'hash' | 'revision' | 'changed_at'> {
  /** The name of its product. */
  about: string | null;
}

/** A feed to be read. */
export interface ReadFeed extends FeedRow, RowOf<Feed, 'userId' | 'revision' | 'changedAt'> {
  now: UtcTimestamp;
  /** 1: `last_used_at` is out of date. */
  stale: number;
}

const COLUMNS = `d.id, d.kind, d.name, d.favorite_id, d.software_id, s.name AS about, d.filters, d.details, d.releases,
  ${momentText('d.last_used_at')} AS last_used_at, ${momentText('d.created_at')} AS created_at`;
const TABLES = `feed d LEFT JOIN favorite f ON f.id = d.favorite_id
  LEFT JOIN software s ON s.id = COALESCE(d.software_id, f.software_id)`;

/** A day as a calendar shows it. */
export interface EventDay extends Pick<FeedEvent, 'favoriteId' | 'subject'> {
  /** `YYYY-MM-DD` */
  day: string;
}

export type EventRow = RowOf<FeedEvent>;

/** A notification in a feed. */
export interface UpdateRow {
  id: string;
  kind: string;
  subject: string | null;
  created_at: UtcTimestamp;
  software_id: string;
  software: string;
  software_url: string | null;
  tag_pattern: string | null;
  publisher: string;
  version_id: string;
  version: string;
  notes_url: string | null;
  tracked_id: string;
  tracked: string;
  favorite_id: string;
  /** Whether the findings of the two versions are known. */
  assessed: number;
}

/** The product of a feed. */
export interface ProductRow {
  name: string;
  publisher: string;
}

/** All statements on `feed` and `feed_event`, and what feeds show. */
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

  /** The days of these favorites that calendars have shown. */
  shownDays(favoriteIds: string[]): Promise<EventRow[]> {
    return queryIn(
      this.database,
      favoriteIds,
      (marks) => `SELECT favorite_id, subject, ends_on, revision, ${momentText('changed_at')} AS changed_at
         FROM feed_event WHERE favorite_id IN (${marks})`,
    );
  }

  /** Adds days that no calendar has shown, unless another replica has, or the favorite is gone. */
  async insertDays(sql: Sql, days: EventDay[], now: UtcTimestamp): Promise<void> {
    const keep = sql.dialect.onDuplicate(['favorite_id', 'subject'], { subject: 'feed_event.subject' });
    for (const page of pagesOf(days)) {
      const ids = [...new Set(page.map(({ favoriteId }) => favoriteId))].sort();
      const text = `SELECT id FROM favorite WHERE id IN (${placeholders(ids.length)}) ORDER BY id ${sql.dialect.forShare}`;
      const left = new Set((await sql.query<{ id: string }>(text, ids)).map(({ id }) => id));
      const rows = page
        .filter(({ favoriteId }) => left.has(favoriteId))
        .map(({ favoriteId, subject, day }) => [favoriteId, subject, day, 0, now]);
      const columns = ['favorite_id', 'subject', 'ends_on', 'revision', 'changed_at'];
      if (rows.length > 0) await insertRows(sql, 'feed_event', columns, rows, keep);
    }
  }

  /** Records a moved day; only one replica counts it. */
  async moveDay(sql: Sql, { favoriteId, subject, day }: EventDay, now: UtcTimestamp): Promise<void> {
    await sql.execute(
      `UPDATE feed_event SET ends_on = ?, revision = revision + 1, changed_at = ?
       WHERE favorite_id = ? AND subject = ? AND ends_on <> ?`,
      [day, now, favoriteId, subject, day],
    );
  }

  /**
   * The newest notifications of a user that are no reminders, by the index `notification_user`.
   * @param only ids of favorites: a SELECT, or null for all
   */
  newest(userId: string, only: SqlText | null, limit: number): Promise<UpdateRow[]> {
    // Left joins keep the order of the driving index.
    return this.database.query<UpdateRow>(
      `SELECT n.id, n.kind, n.subject, ${momentText('n.created_at')} AS created_at, n.software_id, s.name AS software,
         s.url AS software_url, s.tag_pattern, p.name AS publisher, v.id AS version_id, v.version, v.notes_url,
         tv.id AS tracked_id, tv.version AS tracked, n.favorite_id,
         (EXISTS (SELECT 1 FROM assessment ta WHERE ta.version_id = n.tracked_version_id)
           AND EXISTS (SELECT 1 FROM assessment va WHERE va.version_id = n.version_id)) AS assessed
       FROM notification n
         LEFT JOIN software s ON s.id = n.software_id
         LEFT JOIN publisher p ON p.id = s.publisher_id
         LEFT JOIN version tv ON tv.id = n.tracked_version_id
         LEFT JOIN version v ON v.id = COALESCE(n.version_id, n.tracked_version_id)
       WHERE n.user_id = ? AND n.reminder = 0 ${only === null ? '' : `AND n.favorite_id IN (${only.text})`}
         AND s.id IS NOT NULL AND v.id IS NOT NULL AND tv.id IS NOT NULL
       ORDER BY n.created_at DESC, n.id DESC LIMIT ${limit}`,
      [userId, ...(only?.parameters ?? [])],
    );
  }

  async product(softwareId: string): Promise<ProductRow | null> {
    const [row] = await this.database.query<ProductRow>(
      'SELECT s.name, p.name AS publisher FROM software s JOIN publisher p ON p.id = s.publisher_id WHERE s.id = ?',
      [softwareId],
    );
    return row ?? null;
  }
}
