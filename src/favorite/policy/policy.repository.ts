import { Injectable } from '@nestjs/common';
import { groupBy } from 'small-parts';
import type { KeyRange } from 'version-order';
import { idsOf } from '../../common/ids';
import { Database, type Sql } from '../../database/database';
import { executeIn } from '../../database/pages';
import { insertRows, placeholders } from '../../database/rows';
import { NO_POLICY, type Policy } from '../store/policy';
import type { AdvisoryLevel, Urgent } from '../store/risk';
import type { SupportBasis } from '../../version/lifecycle/support';
import { isSame } from '../../version/versions/version.repository';

const COLUMNS = [
  'favorite_id',
  'include_prereleases',
  'series',
  'series_from',
  'series_to',
  'snoozed_until',
  'minimum_age_days',
  'remind_every',
  'support_notice',
  'support_basis',
  'supported_until',
  'advisories',
  'urgent_from',
  'urgent_age_days',
];

interface StoredSeries {
  favorite_id: string;
  series: string;
  series_from: string;
  series_to: string;
}

/** A policy with its series as a range of sort keys. */
export interface RangedPolicy {
  policy: Policy;
  range: KeyRange | null;
}

type PolicyRow = Omit<
  Policy,
  'include_prereleases' | 'support_notice' | 'support_basis' | 'advisories' | 'urgent' | 'skip' | 'channels'
> & {
  favorite_id: string;
  include_prereleases: number;
  support_notice: string | null;
  support_basis: SupportBasis | null;
  advisories: AdvisoryLevel | null;
  urgent_from: Urgent['from'] | null;
  urgent_age_days: number | null;
  series_from: string | null;
  series_to: string | null;
};

/** As it is stored: `90,30,7,0`, or empty. */
function readNotice(text: string | null): number[] | null {
  if (text === null) return null;
  return text === '' ? [] : text.split(',').map(Number);
}

/** The policies of favorites, with the versions they skip and the channels they name. */
@Injectable()
export class PolicyRepository {
  constructor(private readonly database: Database) {}

  async find(favoriteId: string, sql: Sql = this.database): Promise<Policy> {
    return (await this.findAll(sql, [favoriteId])).get(favoriteId)?.policy ?? NO_POLICY;
  }

  /** The policies of those of these favorites that have one. @param ids at least one */
  async findAll(sql: Sql, ids: string[]): Promise<Map<string, RangedPolicy>> {
    const among = `favorite_id IN (${placeholders(ids.length)})`;
    const rows = await sql.query<PolicyRow>(`SELECT ${COLUMNS.join(', ')} FROM favorite_policy WHERE ${among}`, ids);
    if (rows.length === 0) return new Map();
    const lists = async (entry: string, from: string) => {
      const statement = `SELECT favorite_id, ${entry} AS entry FROM ${from} WHERE ${among} ORDER BY favorite_id, ${entry}`;
      const entries = await sql.query<{ favorite_id: string; entry: string }>(statement, ids);
      const byFavorite = groupBy(entries, ({ favorite_id }) => favorite_id);
      return (id: string) => (byFavorite.get(id) ?? []).map((found) => found.entry);
    };
    const skips = await lists('version', 'favorite_skip');
    // A channel may have been deleted while it was written here.
    const channels = await lists('c.id', 'favorite_channel fc JOIN channel c ON c.id = fc.channel_id');
    return new Map(
      rows.map(({ favorite_id: id, series_from, series_to, urgent_from, urgent_age_days, ...row }) => {
        const policy = {
          ...row,
          include_prereleases: Boolean(row.include_prereleases),
          support_notice: readNotice(row.support_notice),
          support_basis: row.support_basis ?? NO_POLICY.support_basis,
          advisories: row.advisories ?? NO_POLICY.advisories,
          urgent: urgent_from === null ? null : { from: urgent_from, minimum_age_days: urgent_age_days ?? 0 },
          skip: skips(id),
          channels: channels(id),
        };
        return [id, { policy, range: series_from === null ? null : { gte: series_from, lt: series_to! } }];
      }),
    );
  }

  /** Replaces the policies of favorites, in a transaction that locked these. */
  async replaceAll(sql: Sql, policies: Map<string, RangedPolicy>): Promise<void> {
    const given = JSON.stringify([...policies.keys()].map((id) => [id]));
    await sql.execute(sql.dialect.deleteGiven('favorite_policy', { favorite_id: 'text' }), [given]);
    await sql.execute(sql.dialect.deleteGiven('favorite_skip', { favorite_id: 'text' }), [given]);
    await sql.execute(sql.dialect.deleteGiven('favorite_channel', { favorite_id: 'text' }), [given]);
    const all = [...policies].map(([id, { policy, range }]) => ({ id, range, ...policy }));
    const rows = all.map((policy) => [
      policy.id,
      policy.include_prereleases ? 1 : 0,
      policy.series,
      policy.range?.gte ?? null,
      policy.range?.lt ?? null,
      policy.snoozed_until,
      policy.minimum_age_days,
      policy.remind_every,
      policy.support_notice?.join(',') ?? null,
      policy.support_basis === NO_POLICY.support_basis ? null : policy.support_basis,
      policy.supported_until,
      policy.advisories === NO_POLICY.advisories ? null : policy.advisories,
      policy.urgent?.from ?? null,
      policy.urgent?.minimum_age_days ?? null,
    ]);
    const skipped = all.flatMap(({ id, skip }) => skip.map((label) => [id, label]));
    const channels = all.flatMap((policy) => policy.channels.map((id) => [policy.id, id]));
    await insertRows(sql, 'favorite_policy', COLUMNS, rows);
    await insertRows(sql, 'favorite_skip', ['favorite_id', 'version'], skipped);
    await insertRows(sql, 'favorite_channel', ['favorite_id', 'channel_id'], channels);
  }

  /** The label of a version of the catalogue, by its id. Index: PRIMARY. */
  async labelOf(sql: Sql, softwareId: string, versionId: string): Promise<string | undefined> {
    const [row] = await sql.query<{ version: string }>(
      'SELECT version FROM version WHERE id = ? AND software_id = ? AND hidden = 0',
      [versionId, softwareId],
    );
    return row?.version;
  }

  /** The skipped labels because of which a favorite skips this version: its own, and other labels of it. */
  async labelsSkipping(sql: Sql, favoriteId: string, softwareId: string, versionId: string): Promise<string[]> {
    const rows = await sql.query<{ version: string }>(
      `SELECT k.version FROM version v ${sql.dialect.thenJoin} favorite_skip k ON k.favorite_id = ?
         LEFT JOIN version kv ON kv.software_id = v.software_id AND kv.version = k.version AND kv.hidden = 0
       WHERE v.id = ? AND v.software_id = ? AND (k.version = v.version OR ${isSame('kv', 'v')})`,
      [favoriteId, versionId, softwareId],
    );
    return rows.map(({ version }) => version);
  }

  /** Removes a channel from all policies of its owner. */
  async removeChannel(sql: Sql, userId: string, channelId: string): Promise<void> {
    // By primary key: there is no index by channel, and a server would lock the rows of all users.
    const rows = await sql.query<{ id: string }>(
      `SELECT f.id FROM favorite f ${sql.dialect.thenJoin} favorite_channel fc ON fc.favorite_id = f.id AND fc.channel_id = ?
       WHERE f.user_id = ? ORDER BY f.id`,
      [channelId, userId],
    );
    const remove = (places: string) =>
      `DELETE FROM favorite_channel WHERE channel_id = ? AND favorite_id IN (${places})`;
    await executeIn(sql, idsOf(rows), remove, [channelId]);
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

  /** The series of favorites that have one, with their ranges. @param favoriteIds at least one */
  seriesOf(sql: Sql, favoriteIds: string[]): Promise<StoredSeries[]> {
    return sql.query(
      `SELECT p.favorite_id, p.series, p.series_from, p.series_to FROM favorite_policy p
       WHERE p.favorite_id IN (${placeholders(favoriteIds.length)}) AND p.series IS NOT NULL`,
      favoriteIds,
    );
  }

  async setSeriesRanges(sql: Sql, ranges: { favoriteId: string; range: KeyRange }[]): Promise<void> {
    if (ranges.length === 0) return;
    await sql.execute(
      sql.dialect.updateJoined('favorite_policy', {
        source: sql.dialect.givenRows({ favorite_id: 'text', range_from: 'text', range_to: 'text' }),
        on: 'e.favorite_id = favorite_policy.favorite_id',
        set: 'series_from = e.range_from, series_to = e.range_to',
        where: '1 = 1',
      }),
      [JSON.stringify(ranges.map(({ favoriteId, range }) => [favoriteId, range.gte, range.lt]))],
    );
  }
}
