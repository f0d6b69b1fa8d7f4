import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Moment } from '../../common/moment';
import type { Sql } from '../../database/database';
import { databaseNow } from '../../database/database-clock';
import { pagesOf, placeholders } from '../../database/rows';
import { ProfileService } from '../../user/profile.service';
import { momentAt, msOf, readTiming, type TimingRow } from './stored-timing';
import { goesOutAt, stepOf } from './timing';

/** Seconds for which a delivery is tried; of one that is collected, from the moment of its digest on. */
export const EXPIRES_AFTER = 7 * 86_400;

interface WaitingRow extends TimingRow {
  id: string;
  tag_pattern: string | null;
  tracked_version: string;
  version: string;
}

/**
 * Which deliveries wait, and until when: `collect_at` in place of `next_at`, so that the claim does not see them. They
 * are then put together by `DigestGroups`.
 */
@Injectable()
export class Holding implements OnModuleInit {
  constructor(private readonly profiles: ProfileService) {}

  onModuleInit(): void {
    this.profiles.onChange(async (sql, userId, { time_zone }) => {
      if (time_zone === undefined) return;
      await this.moveWaiting(sql, 'd.channel_id IN (SELECT c2.id FROM channel c2 WHERE c2.user_id = ?)', userId);
    });
  }

  /** Those that were written to wait at `now`, whose channels have a timing: some go out at once all the same. */
  async holdNew(sql: Sql, now: Moment): Promise<void> {
    const written = await sql.query<{ id: string }>('SELECT id FROM delivery WHERE collect_at = ? AND created_at = ?', [
      now,
      now,
    ]);
    await this.holdPages(sql, written, now, false);
  }

  /** The timing of a channel has changed: what waits goes out by the new one. */
  async channelChanged(sql: Sql, channelId: string): Promise<void> {
    await this.moveWaiting(sql, 'd.channel_id = ?', channelId);
  }

  private async moveWaiting(sql: Sql, channels: string, parameter: string): Promise<void> {
    // First, as those that are collected become due.
    await this.tryNow(sql, channels, parameter);
    const waiting = await sql.query<{ id: string }>(
      `SELECT d.id FROM delivery d
       WHERE ${channels} AND d.state = 'queued' AND d.collect_at IS NOT NULL AND d.digest_id IS NULL`,
      [parameter],
    );
    if (waiting.length === 0) return;
    await this.holdPages(sql, waiting, await databaseNow(sql), true);
  }

  /**
   * What was tried before may wait for the end of the old quiet hours. It is looked at now, and waits again if it is to. What a limit
   * holds back stays where it is.
   */
  private async tryNow(sql: Sql, channels: string, parameter: string): Promise<void> {
    const { now, forUpdate } = sql.dialect;
    const rows = await sql.query<{ id: string }>(
      `SELECT d.id FROM delivery d WHERE ${channels} AND d.state = 'queued' AND d.collect_at IS NULL AND d.claim_id IS NULL
         AND d.next_at > ${now}
         AND (d.held_until IS NULL OR d.held_until <= ${now}) ORDER BY d.id ${forUpdate}`,
      [parameter],
    );
    for (const page of pagesOf(rows))
      await sql.execute(
        `UPDATE delivery SET next_at = ${now} WHERE id IN (${placeholders(page.length)})`,
        page.map(({ id }) => id),
      );
  }

  private async holdPages(sql: Sql, rows: { id: string }[], now: Moment, together: boolean): Promise<void> {
    const moments = new Moments(now);
    for (const page of pagesOf(rows)) {
      const found = await this.find(
        sql,
        page.map(({ id }) => id),
      );
      await this.hold(sql, found, moments, together);
    }
  }

  /** @param together whether also what is to go out at once is put together; else it is no longer collected */
  private async hold(sql: Sql, rows: WaitingRow[], moments: Moments, together: boolean): Promise<void> {
    const { now } = moments;
    const atOnce: string[] = [];
    const byMoment = new Map<Moment, string[]>();
    for (const row of rows) {
      const at = moments.of(row);
      if (at === null && !together) {
        atOnce.push(row.id);
        continue;
      }
      const moment = at ?? now;
      const others = byMoment.get(moment);
      if (others) others.push(row.id);
      else byMoment.set(moment, [row.id]);
    }
    if (atOnce.length > 0)
      await sql.execute(
        `UPDATE delivery SET next_at = ?, collect_at = NULL WHERE id IN (${placeholders(atOnce.length)})`,
        [now, ...atOnce],
      );
    const { after } = sql.dialect;
    // Compared like this, as SQLite would else go through all that is collected, by the index of digests.
    for (const [moment, ids] of byMoment)
      await sql.execute(
        `UPDATE delivery SET next_at = NULL, collect_at = ?, expires_at = ${after('?', String(EXPIRES_AFTER))}
         WHERE id IN (${placeholders(ids.length)}) AND (collect_at IS NOT NULL) = 1 AND (digest_id IS NULL) = 1`,
        [moment, moment, ...ids],
      );
  }

  private find(sql: Sql, ids: string[]): Promise<WaitingRow[]> {
    const { thenJoin } = sql.dialect;
    return sql.query<WaitingRow>(
      `SELECT d.id, c.digest, c.quiet_hours, u.time_zone, s.tag_pattern, tv.version AS tracked_version, v.version
       FROM delivery d
         ${thenJoin} channel c ON c.id = d.channel_id
         ${thenJoin} user u ON u.id = c.user_id
         ${thenJoin} notification n ON n.id = d.notification_id
         ${thenJoin} favorite f ON f.id = n.favorite_id
         ${thenJoin} software s ON s.id = n.software_id
         ${thenJoin} version tv ON tv.id = f.version_id
         ${thenJoin} version v ON v.id = n.version_id
       WHERE d.id IN (${placeholders(ids.length)})`,
      ids,
    );
  }
}

/** When deliveries that are there at `now` go out. Those of one timing and step have the same moment, which takes long to find. */
class Moments {
  private readonly known = new Map<string, Moment | null>();

  constructor(readonly now: Moment) {}

  /** @returns null when that is at once */
  of(row: WaitingRow): Moment | null {
    const timing = readTiming(row);
    const step = timing.quiet === null ? 'other' : stepOf(row);
    const key = JSON.stringify([row.digest, row.quiet_hours, row.time_zone, step]);
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const at = goesOutAt(timing, msOf(this.now), step);
    const moment = at === null ? null : momentAt(at);
    this.known.set(key, moment);
    return moment;
  }
}
