import { Injectable } from '@nestjs/common';
import type { Sql } from '../../database/database';

const HOUR = 3_600;
const DAY = 86_400;
/** Hours for which a count is kept. */
const KEPT_HOURS = 24;

/** What confirmation mails are counted by, each with an index that begins with it. */
export type CountedBy = 'user_id' | 'channel_id' | 'mailbox_key';

/** What the limits on confirmation mails count: the mails of a day, and the number of all of an hour. */
@Injectable()
export class ConfirmationRepository {
  /** Whether so many mails were requested within a day. */
  async hasReached(sql: Sql, column: CountedBy, value: string, limit: number): Promise<boolean> {
    const rows = await sql.query(
      `SELECT id FROM confirmation_mail WHERE ${column} = ? AND created_at > ${sql.dialect.nowPlus} LIMIT ${limit}`,
      [value, -DAY],
    );
    return rows.length >= limit;
  }

  /** Seconds until the oldest mail of a day no longer counts; at least 1. */
  async secondsUntilNext(sql: Sql, column: CountedBy, value: string): Promise<number> {
    const { now, nowPlus, secondsBetween } = sql.dialect;
    const [row] = await sql.query<{ age: number | string | null }>(
      `SELECT ${secondsBetween('MIN(created_at)', now)} AS age FROM confirmation_mail
       WHERE ${column} = ? AND created_at > ${nowPlus}`,
      [value, -DAY],
    );
    return Math.max(1, DAY - Number(row?.age ?? 0));
  }

  /** Frees the slots of a mailbox whose mails are a day old and finished. */
  async freeSlots(sql: Sql, keys: { mailbox_key: string; address_key: string }): Promise<void> {
    for (const [column, key] of Object.entries(keys))
      await sql.execute(
        `DELETE FROM confirmation_mail WHERE ${column} = ? AND next_at IS NULL AND created_at <= ${sql.dialect.nowPlus}`,
        [key, -DAY],
      );
  }

  /**
   * Counts one mail in the current hour of the clock. Locks the row of the hour: requests wait here for each other's transactions.
   * @returns the hour since 1970, how many mails it has now, and when it ends
   */
  async countInHour(sql: Sql): Promise<{ hour: number; mails: number; secondsLeft: number }> {
    const { now, unixSeconds, onDuplicate } = sql.dialect;
    const [time] = await sql.query<{ seconds: number | string }>(`SELECT ${unixSeconds(now)} AS seconds`);
    const seconds = Number(time!.seconds);
    const hour = Math.floor(seconds / HOUR);
    await sql.execute(
      `INSERT INTO confirmation_hour (hour, mails) VALUES (?, 1) ${onDuplicate(['hour'], { mails: 'confirmation_hour.mails + 1' })}`,
      [hour],
    );
    const [row] = await sql.query<{ mails: number }>('SELECT mails FROM confirmation_hour WHERE hour = ?', [hour]);
    const { mails } = row!;
    if (mails === 1) await sql.execute('DELETE FROM confirmation_hour WHERE hour < ?', [hour - KEPT_HOURS]);
    return { hour, mails, secondsLeft: HOUR - (seconds % HOUR) };
  }
}
