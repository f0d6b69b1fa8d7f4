import { Injectable } from '@nestjs/common';
import type { UtcTimestamp } from '../../common/time/utc-timestamp';
import { Database, type Sql, type Transaction } from '../../database/database';
import { insertRows, pagesOf, placeholders } from '../../database/rows';
import type { KeyRange } from '../../version/ordering/scheme';
import { FavoriteChannel } from './favorite-channel.entity';
import { FavoritePolicy } from './favorite-policy.entity';
import { FavoriteSkip } from './favorite-skip.entity';

/** A policy as it is stored, with its lists. */
export interface Policy {
  include_prereleases: boolean;
  series: string | null;
  snoozed_until: UtcTimestamp | null;
  minimum_age_days: number | null;
  remind_every: number | null;
  skip: string[];
  channels: string[];
}

export const NO_POLICY: Policy = {
  include_prereleases: false,
  series: null,
  snoozed_until: null,
  minimum_age_days: null,
  remind_every: null,
  skip: [],
  channels: [],
};

export interface StoredSeries {
  series: string;
  series_from: string;
  series_to: string;
}

type PolicyRow = Omit<Policy, 'include_prereleases' | 'skip' | 'channels'> & { include_prereleases: number };

/** The policies of favorites, with the versions they skip and the channels they name. */
@Injectable()
export class PolicyRepository {
  constructor(private readonly database: Database) {}

  async find(favoriteId: string, sql: Sql = this.database): Promise<Policy> {
    const [row] = await sql.query<PolicyRow>(
      `SELECT include_prereleases, series, snoozed_until, minimum_age_days, remind_every
       FROM favorite_policy WHERE favorite_id = ?`,
      [favoriteId],
    );
    if (!row) return NO_POLICY;
    const list = async (entry: string, from: string) => {
      const statement = `SELECT ${entry} AS entry FROM ${from} WHERE favorite_id = ? ORDER BY ${entry}`;
      return (await sql.query<{ entry: string }>(statement, [favoriteId])).map((found) => found.entry);
    };
    return {
      ...row,
      include_prereleases: Boolean(row.include_prereleases),
      skip: await list('version', 'favorite_skip'),
      // A channel may have been deleted while it was written here.
      channels: await list('c.id', 'favorite_channel fc JOIN channel c ON c.id = fc.channel_id'),
    };
  }

  /** Replaces the policy, in a transaction that locked the favorite. */
  async replace(sql: Transaction, favoriteId: string, policy: Policy, range: KeyRange | null): Promise<void> {
    for (const entity of [FavoritePolicy, FavoriteSkip, FavoriteChannel])
      await sql.manager.delete(entity, { favoriteId });
    await sql.manager.insert(FavoritePolicy, {
      favoriteId,
      includePrereleases: policy.include_prereleases,
      series: policy.series,
      seriesFrom: range?.gte ?? null,
      seriesTo: range?.lt ?? null,
      snoozedUntil: policy.snoozed_until,
      minimumAgeDays: policy.minimum_age_days,
      remindEvery: policy.remind_every,
    });
    const skipped = policy.skip.map((label) => [favoriteId, label]);
    const channels = policy.channels.map((id) => [favoriteId, id]);
    await insertRows(sql, 'favorite_skip', ['favorite_id', 'version'], skipped);
    await insertRows(sql, 'favorite_channel', ['favorite_id', 'channel_id'], channels);
  }

  /** Removes a channel from all policies of its owner. */
  async removeChannel(sql: Sql, userId: string, channelId: string): Promise<void> {
    // By primary key: there is no index by channel, and a server would lock the rows of all users.
    const rows = await sql.query<{ id: string }>(
      `SELECT f.id FROM favorite f ${sql.dialect.thenJoin} favorite_channel fc ON fc.favorite_id = f.id AND fc.channel_id = ?
       WHERE f.user_id = ? ORDER BY f.id`,
      [channelId, userId],
    );
    for (const ids of pagesOf(rows.map(({ id }) => id)))
      await sql.execute(
        `DELETE FROM favorite_channel WHERE favorite_id IN (${placeholders(ids.length)}) AND channel_id = ?`,
        [...ids, channelId],
      );
  }

  /** Whether all these channels are the user's. */
  async ownsChannels(sql: Sql, userId: string, ids: string[]): Promise<boolean> {
    if (ids.length === 0) return true;
    const found = await sql.query<{ id: string }>(
      `SELECT c.id FROM channel c WHERE c.user_id = ? AND c.id IN (${placeholders(ids.length)})`,
      [userId, ...ids],
    );
    return found.length === ids.length;
  }

  /** The software of those of these favorites whose policy has a series. */
  async softwareWithSeries(favoriteIds: string[]): Promise<string[]> {
    const rows = await this.database.query<{ software_id: string }>(
      `SELECT DISTINCT f.software_id FROM favorite_policy p ${this.database.dialect.thenJoin} favorite f ON f.id = p.favorite_id
       WHERE p.favorite_id IN (${placeholders(favoriteIds.length)}) AND p.series IS NOT NULL`,
      favoriteIds,
    );
    return rows.map(({ software_id }) => software_id);
  }

  /** All series of a software's favorites, with their ranges. */
  seriesOf(sql: Sql, softwareId: string): Promise<StoredSeries[]> {
    return sql.query(
      `SELECT DISTINCT p.series, p.series_from, p.series_to
       FROM favorite f ${sql.dialect.thenJoin} favorite_policy p ON p.favorite_id = f.id
       WHERE f.software_id = ? AND p.series IS NOT NULL`,
      [softwareId],
    );
  }

  /** Sets the range of a series in all favorites of the software. */
  async setSeriesRange(sql: Sql, softwareId: string, series: string, { gte, lt }: KeyRange): Promise<void> {
    // Not by `favorite_id IN (SELECT …)`: for that MariaDB reads every policy there is.
    const source = `SELECT p.favorite_id, ? AS range_from, ? AS range_to
      FROM favorite f ${sql.dialect.thenJoin} favorite_policy p ON p.favorite_id = f.id
      WHERE f.software_id = ? AND p.series = ?`;
    const set = 'series_from = e.range_from, series_to = e.range_to';
    const on = 'e.favorite_id = favorite_policy.favorite_id';
    const statement = sql.dialect.updateJoined('favorite_policy', { source, on, set, where: '1 = 1' });
    await sql.execute(statement, [gte, lt, softwareId, series]);
  }
}
