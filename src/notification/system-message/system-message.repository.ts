import { Injectable } from '@nestjs/common';
import { newId } from '../../common/ids';
import type { UtcTimestamp } from '../../common/time/utc-timestamp';
import { Database, type Parameter, type Sql } from '../../database/database';
import type { Dialect } from '../../database/dialect';
import { LEASE_SECONDS } from '../../database/leased-rows';
import { placeholders } from '../../database/rows';

/** A message that this process has claimed. */
export interface QueuedMessage {
  id: string;
  claim_id: string;
  /** This attempt included. */
  attempts: number;
  /** Past `expires_at`. */
  expired: number;
  /** Seconds since it was queued. */
  age: number;
  created_at: UtcTimestamp;
}

/**
 * A table of queued messages. `next_at` is when a message is due, or until when its claim holds; null = finished. `claim_id` is who claimed
 * it. Each table has an index on (`next_at`, `id`).
 */
export interface MessageQueue {
  table: string;
  /** Seconds for which a message is tried. */
  lifetime: number;
  /** Whether a finished message stays, because limits count it. */
  keepsFinished: boolean;
  /** What a claimed message has beside the columns of its table `m`. */
  joined?: (dialect: Dialect) => { columns: string; joins: string };
}

const WEEK = 7 * 86_400;

export const CONFIRMATION_MAILS: MessageQueue = {
  table: 'confirmation_mail',
  lifetime: WEEK,
  keepsFinished: true,
  joined: ({ unixSeconds }) => ({
    columns: `${unixSeconds('m.expires_at')} AS expires, c.type, c.settings, c.state,
      (u.disabled_at IS NOT NULL) AS user_disabled`,
    joins: 'LEFT JOIN channel c ON c.id = m.channel_id LEFT JOIN user u ON u.id = c.user_id',
  }),
};

export const CHANNEL_NOTICES: MessageQueue = {
  table: 'channel_notice',
  lifetime: WEEK,
  keepsFinished: false,
  joined: ({ now, secondsBetween }) => ({
    columns: `(a.state = 'disabled') AS about_disabled, c.settings,
      (c.enabled = 1 AND c.state IN ('ok', 'failing') AND u.disabled_at IS NULL) AS usable,
      ${secondsBetween(now, 'c.blocked_until')} AS paused_for`,
    joins: `LEFT JOIN channel a ON a.id = m.about_channel_id
      LEFT JOIN channel c ON c.id = m.channel_id
      LEFT JOIN user u ON u.id = c.user_id`,
  }),
};

export const OPERATOR_REPORTS: MessageQueue = { table: 'operator_report', lifetime: WEEK, keepsFinished: true };

/** The queues of what the service sends on its own account. The clock of the database alone decides what is due. */
@Injectable()
export class SystemMessageRepository {
  constructor(private readonly database: Database) {}

  /**
   * Queues a message that is due at once.
   * @param ending what follows the values, such as `dialect.keepExisting(table)`
   * @returns its id
   */
  async enqueue(
    sql: Sql,
    { table, lifetime }: MessageQueue,
    values: Record<string, Parameter>,
    { seconds = lifetime, ending = '' } = {},
  ): Promise<string> {
    const { now, nowPlus } = sql.dialect;
    const id = newId();
    const columns = ['id', ...Object.keys(values)];
    await sql.execute(
      `INSERT INTO ${table} (${columns.join(', ')}, next_at, expires_at, created_at)
       VALUES (${placeholders(columns.length)}, ${now}, ${nowPlus}, ${now}) ${ending}`,
      [id, ...Object.values(values), seconds],
    );
    return id;
  }

  /**
   * Claims at most `limit` due messages by the index on (`next_at`, `id`). The lease outlasts the longest attempt, so nobody renews it: when
   * the process dies, its messages are due again.
   */
  async claimDue<Row extends QueuedMessage>(queue: MessageQueue, limit: number): Promise<Row[]> {
    const claim = newId();
    const ids = await this.database.transaction((sql) => this.lease(sql, queue, claim, limit));
    if (ids.length === 0) return [];
    const { dialect } = this.database;
    const { columns, joins } = queue.joined?.(dialect) ?? { columns: '', joins: '' };
    const own = `m.*, (m.expires_at <= ${dialect.now}) AS expired, ${dialect.secondsBetween('m.created_at', dialect.now)} AS age`;
    return this.database.query<Row>(
      `SELECT ${own}${columns && `, ${columns}`} FROM ${queue.table} m ${joins}
       WHERE m.id IN (${placeholders(ids.length)}) AND m.claim_id = ?`,
      [...ids, claim],
    );
  }

  /**
   * Makes a claimed message due again.
   * @param counts whether there was an attempt
   * @returns false when the claim was lost meanwhile
   */
  async postpone(
    sql: Sql,
    { table }: MessageQueue,
    { id, claim_id }: QueuedMessage,
    seconds: number,
    counts: boolean,
  ): Promise<boolean> {
    const changed = await sql.execute(
      `UPDATE ${table} SET claim_id = NULL, attempts = attempts - ?, next_at = ${sql.dialect.nowPlus}
       WHERE id = ? AND claim_id = ?`,
      [counts ? 0 : 1, seconds, id, claim_id],
    );
    return changed > 0;
  }

  /** A claimed message was sent, or never will be. @returns false when the claim was lost meanwhile */
  async finish(sql: Sql, queue: MessageQueue, message: QueuedMessage): Promise<boolean> {
    if (!queue.keepsFinished) return this.delete(sql, queue, message);
    const changed = await sql.execute(
      `UPDATE ${queue.table} SET claim_id = NULL, next_at = NULL WHERE id = ? AND claim_id = ?`,
      [message.id, message.claim_id],
    );
    return changed > 0;
  }

  /** Deletes a claimed message: no limit counts it. @returns false when the claim was lost meanwhile */
  async delete(sql: Sql, { table }: MessageQueue, { id, claim_id }: QueuedMessage): Promise<boolean> {
    return (await sql.execute(`DELETE FROM ${table} WHERE id = ? AND claim_id = ?`, [id, claim_id])) > 0;
  }

  /** Whether a message was queued within so many seconds, finished or not. */
  async anyWithin(sql: Sql, { table }: MessageQueue, seconds: number): Promise<boolean> {
    const { nowPlus } = sql.dialect;
    const rows = await sql.query(`SELECT id FROM ${table} WHERE created_at > ${nowPlus} LIMIT 1`, [-seconds]);
    return rows.length > 0;
  }

  /** Deletes what is finished and older than so many seconds. */
  async deleteFinished(sql: Sql, { table }: MessageQueue, seconds: number): Promise<void> {
    const { nowPlus } = sql.dialect;
    await sql.execute(`DELETE FROM ${table} WHERE next_at IS NULL AND created_at <= ${nowPlus}`, [-seconds]);
  }

  /** No confirmation mail that is queued for these channels is sent. The rows stay, because limits count them. */
  async withdrawConfirmations(sql: Sql, channelIds: string[]): Promise<void> {
    await sql.execute(
      `UPDATE confirmation_mail SET next_at = NULL, claim_id = NULL
       WHERE channel_id IN (${placeholders(channelIds.length)}) AND next_at IS NOT NULL`,
      channelIds,
    );
  }

  /** Nothing that is queued about these channels is sent: they are about to be deleted. */
  async forgetChannels(sql: Sql, channelIds: string[]): Promise<void> {
    await sql.execute(
      `DELETE FROM channel_notice WHERE about_channel_id IN (${placeholders(channelIds.length)})`,
      channelIds,
    );
    await this.withdrawConfirmations(sql, channelIds);
  }

  /** @returns the ids of the rows that were claimed; rows that another process has locked are skipped */
  private async lease(sql: Sql, { table }: MessageQueue, claim: string, limit: number): Promise<string[]> {
    const { now, nowPlus, forUpdateSkipLocked } = sql.dialect;
    const rows = await sql.query<{ id: string }>(
      `SELECT id FROM ${table} WHERE next_at <= ${now} ORDER BY next_at, id LIMIT ${limit} ${forUpdateSkipLocked}`,
    );
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0)
      await sql.execute(
        `UPDATE ${table} SET claim_id = ?, attempts = attempts + 1, next_at = ${nowPlus} WHERE id IN (${placeholders(ids.length)})`,
        [claim, LEASE_SECONDS, ...ids],
      );
    return ids;
  }
}
