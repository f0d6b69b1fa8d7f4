import { Injectable } from '@nestjs/common';
import { Problem } from '../common/problem/problem';
import { Database, type Parameter, type Sql } from '../database/database';
import { DatabaseClock } from '../database/database-clock';
import { insertRows, pagesOf, placeholders } from '../database/rows';
import type { Owner, UserActor } from '../user/actor';
import { audit } from '../user/audit/audit-log';
import { orderingOf, ORDERING_COLUMNS, type OrderingRow } from '../version/ordering-settings';
import { type PolicyResponse, SKIPPED_AT_MOST, type ReplacePolicyDto, type UpdatePolicyDto } from './dto/policy.dto';
import { FavoriteFlags } from './favorite-flags';
import { theseFavorites } from './favorite-scope';
import { holdFavorites, isDue } from './held-favorites';
import { NO_POLICY, type Policy, readPolicy, toPolicyResponse } from './policy-forms';
import { ReminderSchedule } from './reminder-schedule';
import { noteSnooze } from './snooze-end';
import { holdSoftware } from './tracked-version';

/** The range of a series that the software's ordering cannot read, which may be another one than it was: it offers nothing until its owner writes another one. */
const NO_VERSION = { gte: '', lt: '' };

type PolicyRow = Omit<Policy, 'include_prereleases' | 'skip' | 'channels'> & { include_prereleases: number };

/** The list of versions that a policy skips has no room for another one. */
export class SkipListFull extends Error {}

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
    return toPolicyResponse(await this.find(this.database, favoriteId));
  }

  /** `PUT`: what is left out gets its default. */
  replace(caller: UserActor, favoriteId: string, input: ReplacePolicyDto): Promise<PolicyResponse> {
    const given = { ...NO_POLICY, ...readPolicy(input) };
    return this.write(caller, favoriteId, () => given);
  }

  /** `PATCH`: what is left out stays. */
  update(caller: UserActor, favoriteId: string, input: UpdatePolicyDto): Promise<PolicyResponse> {
    const given = readPolicy(input);
    return this.write(caller, favoriteId, () => given);
  }

  /**
   * Puts a version on the list of those that are not offered, beside what is there.
   * @throws SkipListFull
   */
  skip(caller: UserActor, favoriteId: string, version: string): Promise<PolicyResponse> {
    return this.write(caller, favoriteId, (stored) => {
      const skip = [...new Set([...stored.skip, version])];
      if (skip.length > SKIPPED_AT_MOST) throw new SkipListFull();
      return { skip };
    });
  }

  /** After the favorite went to other software: what was skipped and snoozed was of the one before, and series are ranges of its keys. */
  async moved(sql: Sql, favoriteId: string, softwareId: string): Promise<void> {
    const policy = await this.find(sql, favoriteId);
    await this.store(sql, favoriteId, softwareId, { ...policy, skip: [], snoozed_until: null });
    await sql.execute('UPDATE favorite SET wake_at = NULL WHERE id = ?', [favoriteId]);
  }

  /** Before a channel is deleted: no policy of its owner names it any more. */
  async forgetChannel(sql: Sql, owner: Owner, channelId: string): Promise<void> {
    // By their ids: there is no index by channel, and a server would hold the rows of all users.
    const rows = await sql.query<{ id: string }>(
      `SELECT f.id FROM favorite f ${sql.dialect.thenJoin} favorite_channel fc ON fc.favorite_id = f.id AND fc.channel_id = ?
       WHERE f.user_id = ? ORDER BY f.id`,
      [channelId, owner.userId],
    );
    for (const ids of pagesOf(rows.map(({ id }) => id)))
      await sql.execute(
        `DELETE FROM favorite_channel WHERE favorite_id IN (${placeholders(ids.length)}) AND channel_id = ?`,
        [...ids, channelId],
      );
  }

  /** The products of those of these favorites that stay in a series. */
  async inSeries(sql: Sql, favoriteIds: string[]): Promise<string[]> {
    const rows = await sql.query<{ software_id: string }>(
      `SELECT DISTINCT f.software_id FROM favorite_policy p ${sql.dialect.thenJoin} favorite f ON f.id = p.favorite_id
       WHERE p.favorite_id IN (${placeholders(favoriteIds.length)}) AND p.series IS NOT NULL`,
      favoriteIds,
    );
    return rows.map(({ software_id }) => software_id);
  }

  /** After a change of the software's ordering: series are ranges of its keys. */
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
      const range = await this.rangeOf(sql, softwareId, series);
      if (range.gte === series_from && range.lt === series_to) continue;
      await sql.execute(sql.dialect.updateJoined('favorite_policy', parts), [range.gte, range.lt, softwareId, series]);
    }
  }

  /** @param change what the caller says, of which a field that was right before is not asked again */
  private async write(
    caller: UserActor,
    favoriteId: string,
    change: (stored: Policy) => Partial<Policy>,
  ): Promise<PolicyResponse> {
    return this.database.transaction(async (sql) => {
      const softwareId = await this.softwareOf(sql, caller, favoriteId, sql.dialect.forUpdate);
      await holdSoftware(sql, softwareId);
      const stored = await this.find(sql, favoriteId);
      const given = change(stored);
      await this.demandChannels(sql, caller, given.channels ?? []);
      await this.demandSeries(sql, softwareId, given.series ?? null);
      const policy = { ...stored, ...given };
      const now = await this.clock.now(sql);
      const due = isDue(await holdFavorites(sql, theseFavorites([favoriteId])), now);
      await this.store(sql, favoriteId, softwareId, policy);
      await audit(sql, caller, 'favorite.policy-updated', favoriteId, { fields: Object.keys(given) });
      await noteSnooze(sql, favoriteId, policy.snoozed_until, now);
      const held = await holdFavorites(sql, theseFavorites([favoriteId]));
      await this.flags.evaluateWritten(sql, held, now, 'unless-raised', due);
      await this.reminders.ofFavorite(sql, favoriteId);
      return toPolicyResponse(await this.find(sql, favoriteId));
    });
  }

  private async store(sql: Sql, favoriteId: string, softwareId: string, policy: Policy): Promise<void> {
    const range = policy.series === null ? null : await this.rangeOf(sql, softwareId, policy.series);
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
    const list = async (entry: string, from: string) =>
      (
        await sql.query<{ entry: string }>(
          `SELECT ${entry} AS entry FROM ${from} WHERE favorite_id = ? ORDER BY ${entry}`,
          [favoriteId],
        )
      ).map(({ entry }) => entry);
    return {
      ...row,
      include_prereleases: Boolean(row.include_prereleases),
      skip: await list('version', 'favorite_skip'),
      // The channel table is joined by name: its folder is to the right of this one. One that was deleted while it was named here is none.
      channels: await list('c.id', 'favorite_channel fc JOIN channel c ON c.id = fc.channel_id'),
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

  private async rangeOf(sql: Sql, softwareId: string, series: string): Promise<{ gte: string; lt: string }> {
    const [row] = await sql.query<OrderingRow>(`SELECT ${ORDERING_COLUMNS} FROM software s WHERE s.id = ?`, [
      softwareId,
    ]);
    return orderingOf(row!).seriesRange(series) ?? NO_VERSION;
  }

  private async demandSeries(sql: Sql, softwareId: string, series: string | null): Promise<void> {
    if (series !== null && (await this.rangeOf(sql, softwareId, series)) === NO_VERSION)
      throw Problem.field('series', "is no series of versions in this software's version scheme");
  }

  private async demandChannels(sql: Sql, caller: Owner, ids: string[]): Promise<void> {
    if (ids.length === 0) return;
    const found = await sql.query<{ id: string }>(
      `SELECT c.id FROM channel c WHERE c.user_id = ? AND c.id IN (${placeholders(ids.length)})`,
      [caller.userId, ...ids],
    );
    if (found.length < ids.length) throw Problem.field('channels', 'names a channel that you do not have');
  }
}
