import { Injectable } from '@nestjs/common';
import { type Moment, parseMoment, toApiMoment } from '../common/moment';
import { Problem } from '../common/problem/problem';
import { formatDuration, parseDuration } from '../config/duration';
import { Database, type Parameter, type Sql } from '../database/database';
import { DatabaseClock } from '../database/database-clock';
import { insertRows, placeholders } from '../database/rows';
import type { Owner, UserActor } from '../user/actor';
import { audit } from '../user/audit/audit-log';
import { orderingOf, ORDERING_COLUMNS, type OrderingRow } from '../version/ordering-settings';
import { type PolicyResponse, SKIPPED_AT_MOST, type WritePolicyDto } from './dto/policy.dto';
import { FavoriteFlags } from './favorite-flags';
import { ReminderSchedule } from './reminder-schedule';
import { noteSnooze } from './snooze-end';
import { holdSoftware } from './tracked-version';

const SHORTEST_REMINDER = 60;

/** The range of a series that the software's new ordering cannot read: it offers nothing until its owner writes another one. */
const NO_VERSION = { gte: '', lt: '' };

/** A policy as it is stored, its lists included. */
interface Policy {
  include_prereleases: boolean;
  series: string | null;
  snoozed_until: Moment | null;
  minimum_age_days: number | null;
  remind_every: number | null;
  skip: string[];
  channels: string[];
}

const NO_POLICY: Policy = {
  include_prereleases: false,
  series: null,
  snoozed_until: null,
  minimum_age_days: null,
  remind_every: null,
  skip: [],
  channels: [],
};

type PolicyRow = Omit<Policy, 'include_prereleases' | 'skip' | 'channels'> & { include_prereleases: number };

/** Which versions a favorite's owner wants to be offered, and how to be told. */
@Injectable()
export class PolicyService {
  constructor(
    private readonly database: Database,
    private readonly flags: FavoriteFlags,
    private readonly reminders: ReminderSchedule,
    private readonly clock: DatabaseClock,
  ) {}

  async read(caller: Owner, favoriteId: string): Promise<PolicyResponse> {
    await this.softwareOf(this.database, caller, favoriteId);
    return toResponse(await this.find(this.database, favoriteId));
  }

  /** `PUT`: what is left out gets its default. */
  replace(caller: UserActor, favoriteId: string, input: WritePolicyDto): Promise<PolicyResponse> {
    return this.write(caller, favoriteId, Object.keys(NO_POLICY), async () => ({ ...NO_POLICY, ...read(input) }));
  }

  /** `PATCH`: what is left out stays. */
  update(caller: UserActor, favoriteId: string, input: WritePolicyDto): Promise<PolicyResponse> {
    const given = read(input);
    const policyOf = async (sql: Sql) => ({ ...(await this.find(sql, favoriteId)), ...given });
    return this.write(caller, favoriteId, Object.keys(given), policyOf);
  }

  /**
   * Puts a version on the list of those that are not offered, beside what is there.
   * @throws Problem 422 when the list is full
   */
  skip(caller: UserActor, favoriteId: string, version: string): Promise<PolicyResponse> {
    return this.write(caller, favoriteId, ['skip'], async (sql) => {
      const policy = await this.find(sql, favoriteId);
      const skip = [...new Set([...policy.skip, version])];
      if (skip.length > SKIPPED_AT_MOST) throw Problem.field('skip', `has at most ${SKIPPED_AT_MOST} versions`);
      return { ...policy, skip };
    });
  }

  /** After a change of the software's ordering, or of the favorite's software: series are ranges of its keys. */
  async refreshSeries(sql: Sql, softwareId: string): Promise<void> {
    const rows = await sql.query<{ series: string; series_from: string; series_to: string }>(
      `SELECT DISTINCT p.series, p.series_from, p.series_to
       FROM favorite f ${sql.dialect.thenJoin} favorite_policy p ON p.favorite_id = f.id
       WHERE f.software_id = ? AND p.series IS NOT NULL`,
      [softwareId],
    );
    // Not by `favorite_id IN (SELECT …)`: for that MariaDB reads every policy there is.
    const source = `SELECT p.favorite_id, ? AS range_from, ? AS range_to
      FROM favorite f ${sql.dialect.thenJoin} favorite_policy p ON p.favorite_id = f.id
      WHERE f.software_id = ? AND p.series = ?`;
    const set = 'series_from = e.range_from, series_to = e.range_to';
    const parts = { source, on: 'e.favorite_id = favorite_policy.favorite_id', set, where: '1 = 1' };
    for (const { series, series_from, series_to } of rows) {
      const range = (await this.rangeOf(sql, softwareId, series)) ?? NO_VERSION;
      if (range.gte === series_from && range.lt === series_to) continue;
      await sql.execute(sql.dialect.updateJoined('favorite_policy', parts), [range.gte, range.lt, softwareId, series]);
    }
  }

  private async write(
    caller: UserActor,
    favoriteId: string,
    fields: string[],
    policyOf: (sql: Sql) => Promise<Policy>,
  ): Promise<PolicyResponse> {
    return this.database.transaction(async (sql) => {
      const softwareId = await this.softwareOf(sql, caller, favoriteId, sql.dialect.forUpdate);
      await holdSoftware(sql, softwareId);
      const policy = await policyOf(sql);
      await this.demandChannels(sql, caller, policy.channels);
      const now = await this.clock.now(sql);
      const due = await this.flags.isDue(sql, favoriteId, now);
      await this.store(sql, favoriteId, softwareId, policy);
      await audit(sql, caller, 'favorite.policy-updated', favoriteId, { fields });
      await noteSnooze(sql, favoriteId, policy.snoozed_until, now);
      await this.flags.evaluateWritten(sql, favoriteId, now, 'unless-new', due);
      await this.reminders.ofFavorite(sql, favoriteId);
      return toResponse(await this.find(sql, favoriteId));
    });
  }

  private async store(sql: Sql, favoriteId: string, softwareId: string, policy: Policy): Promise<void> {
    const range = policy.series === null ? null : await this.rangeOf(sql, softwareId, policy.series);
    if (policy.series !== null && !range)
      throw Problem.field('series', "is no series of versions in this software's version scheme");
    for (const table of ['favorite_policy', 'favorite_skip', 'favorite_channel'])
      await sql.execute(`DELETE FROM ${table} WHERE favorite_id = ?`, [favoriteId]);
    const columns = ['include_prereleases', 'series', 'snoozed_until', 'minimum_age_days', 'remind_every'] as const;
    const row: Parameter[] = [
      favoriteId,
      range?.gte ?? null,
      range?.lt ?? null,
      ...columns.map((name) => policy[name]),
    ];
    await insertRows(sql, 'favorite_policy', ['favorite_id', 'series_from', 'series_to', ...columns], [row]);
    await insertRows(
      sql,
      'favorite_skip',
      ['favorite_id', 'version'],
      policy.skip.map((label) => [favoriteId, label]),
    );
    await insertRows(
      sql,
      'favorite_channel',
      ['favorite_id', 'channel_id'],
      policy.channels.map((id) => [favoriteId, id]),
    );
    // Favorites whose policy decides nothing about versions stay on the fast path.
    const decides = policy.include_prereleases || policy.series !== null || policy.snoozed_until !== null;
    const hasPolicy = decides || policy.minimum_age_days !== null || policy.skip.length > 0;
    await sql.execute(
      `UPDATE favorite SET has_policy = ?, evaluate_at = NULL, updated_at = ${sql.dialect.now} WHERE id = ?`,
      [hasPolicy, favoriteId],
    );
  }

  private async find(sql: Sql, favoriteId: string): Promise<Policy> {
    const [row] = await sql.query<PolicyRow>(
      `SELECT include_prereleases, series, snoozed_until, minimum_age_days, remind_every
       FROM favorite_policy WHERE favorite_id = ?`,
      [favoriteId],
    );
    if (!row) return NO_POLICY;
    const list = async (table: string, column: string) =>
      (
        await sql.query<{ entry: string }>(
          `SELECT ${column} AS entry FROM ${table} WHERE favorite_id = ? ORDER BY ${column}`,
          [favoriteId],
        )
      ).map(({ entry }) => entry);
    return {
      ...row,
      include_prereleases: Boolean(row.include_prereleases),
      skip: await list('favorite_skip', 'version'),
      channels: await list('favorite_channel', 'channel_id'),
    };
  }

  private async softwareOf(sql: Sql, caller: Owner, favoriteId: string, ending = ''): Promise<string> {
    const [row] = await sql.query<{ software_id: string }>(
      `SELECT software_id FROM favorite WHERE id = ? AND user_id = ? ${ending}`,
      [favoriteId, caller.userId],
    );
    if (!row) throw Problem.notFound('favorite');
    return row.software_id;
  }

  private async rangeOf(sql: Sql, softwareId: string, series: string) {
    const [row] = await sql.query<OrderingRow>(`SELECT ${ORDERING_COLUMNS} FROM software s WHERE s.id = ?`, [
      softwareId,
    ]);
    return orderingOf(row!).seriesRange(series);
  }

  /** The channel table is joined by name: its folder is to the right of this one. */
  private async demandChannels(sql: Sql, caller: Owner, ids: string[]): Promise<void> {
    if (ids.length === 0) return;
    const found = await sql.query<{ id: string }>(
      `SELECT c.id FROM channel c WHERE c.user_id = ? AND c.id IN (${placeholders(ids.length)})`,
      [caller.userId, ...ids],
    );
    if (found.length < ids.length) throw Problem.field('channels', 'names a channel that you do not have');
  }
}

/** The fields that the input names, as they are stored. */
function read(input: WritePolicyDto): Partial<Policy> {
  const { include_prereleases, series, skip, channels, minimum_age_days } = input;
  const read: Partial<Policy> = {
    include_prereleases,
    series: series?.trim() ?? series,
    skip: skip?.map((label) => label.trim().toWellFormed()),
    channels: channels?.map((id) => id.toLowerCase()),
    minimum_age_days: minimum_age_days === 0 ? null : minimum_age_days,
    snoozed_until: readWith(input.snoozed_until, 'snoozed_until', parseMoment, 'must be an ISO 8601 date or datetime'),
    remind_every: readWith(
      input.remind_every,
      'remind_every',
      parseReminder,
      'must be a duration of at least 1m, such as 7d',
    ),
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}

function readWith<T>(
  text: string | null | undefined,
  field: string,
  parse: (text: string) => T | null,
  expected: string,
): T | null | undefined {
  if (text === undefined || text === null) return text;
  const value = parse(text);
  if (value === null) throw Problem.field(field, expected);
  return value;
}

function parseReminder(text: string): number | null {
  const seconds = parseDuration(text);
  return seconds !== null && seconds >= SHORTEST_REMINDER ? seconds : null;
}

const toResponse = (policy: Policy): PolicyResponse => ({
  include_prereleases: policy.include_prereleases,
  series: policy.series,
  skip: policy.skip,
  snoozed_until: toApiMoment(policy.snoozed_until),
  minimum_age_days: policy.minimum_age_days,
  channels: policy.channels,
  remind_every: policy.remind_every === null ? null : formatDuration(policy.remind_every),
});
