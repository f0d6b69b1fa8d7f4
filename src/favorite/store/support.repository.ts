import { Injectable } from '@nestjs/common';
import { versionIn } from 'version-order';
import type { UtcTimestamp } from '../../common/time/utc-timestamp';
import { Database, type Sql } from '../../database/database';
import type { GivenType } from '../../database/dialect';
import { placeholders } from '../../database/rows';
import { LifecycleRepository } from '../../version/lifecycle/lifecycle.repository';
import type { Cycle } from '../../version/lifecycle/product-cycle';
import { cycleOf, type CycleMatch, type SupportBasis, supportFacts } from '../../version/lifecycle/support';
import type { EvaluationState, LockedFavorites } from './favorite-scope';

/** The stored support of a favorite, and the values that it depends on. */
type StoredSupport = Pick<EvaluationState, 'id' | 'software_id' | 'version_id' | keyof Facts>;
type Facts = Pick<EvaluationState, 'support' | 'lifecycle_id' | 'eol_on' | 'extended_until'>;

/** A favorite whose alerts are due. */
export interface AlertRow {
  id: string;
  lifecycle_id: string | null;
  eol_on: string | null;
  alert_at: UtcTimestamp;
  support_notice: string | null;
}

/** Seconds after `alert_at`: a version in use may be corrected until then. */
export const SETTLED_AFTER = 600;

interface VersionRow {
  id: string;
  software_id: string;
  version: string;
  version_key: string;
  tag_pattern: string | null;
}

interface PolicyRow {
  favorite_id: string;
  support_basis: SupportBasis | null;
  supported_until: string | null;
}

/** Favorites that one statement of the upkeep reads: they may be of as many products, with twenty cycles each. */
const PAGE = 500;

const FACTS = ['support', 'lifecycle_id', 'eol_on', 'extended_until'] as const;
const COLUMNS = `f.id, f.software_id, f.version_id, ${FACTS.map((name) => `f.${name}`).join(', ')}`;
const NOTHING: Facts = { support: null, lifecycle_id: null, eol_on: null, extended_until: null };

/**
 * Until when the versions in use are supported: derived from the cycles of their products and from policies. And when the update check
 * looks at it for alerts: `alert_at`, by the index `favorite_alert`.
 */
@Injectable()
export class SupportRepository {
  constructor(
    private readonly database: Database,
    private readonly lifecycles: LifecycleRepository,
  ) {}

  /**
   * Corrects the support of locked favorites. Most products have no cycles: that costs one statement.
   * @param isWritten whether a policy may have changed since the support was stored
   */
  async refresh(sql: Sql, { favorites }: LockedFavorites, now: UtcTimestamp, isWritten: boolean): Promise<void> {
    const cycles = await this.cyclesOf(sql, favorites);
    const concerned = isWritten
      ? favorites
      : favorites.filter(({ software_id, support }) => support !== null || cycles.has(software_id));
    await this.write(sql, await this.stale(sql, concerned, cycles, now), now, 'touch');
  }

  /**
   * Corrects those of the next favorites after an id that are in no cycle, by the primary key: whether they are older than all depends on the
   * day. Locks no row that is right.
   * @returns the last id that it has read, and how many it corrected; null when none are left
   */
  async refreshPage(after: string, now: UtcTimestamp): Promise<{ last: string; changed: number } | null> {
    const ids = await this.database.query<{ id: string }>(
      `SELECT id FROM favorite WHERE id > ? ORDER BY id LIMIT ${PAGE}`,
      [after],
    );
    const last = ids.at(-1)?.id;
    if (last === undefined) return null;
    const { byIndex } = this.database.dialect;
    const rows = await this.database.query<StoredSupport>(
      `SELECT ${COLUMNS} FROM favorite f ${byIndex('PRIMARY')}
       WHERE f.id > ? AND f.id <= ? AND f.lifecycle_id IS NULL
         AND EXISTS (SELECT 1 FROM lifecycle l WHERE l.software_id = f.software_id)`,
      [after, last],
    );
    const cycles = await this.cyclesOf(this.database, rows);
    const stale = await this.stale(this.database, rows, cycles, now);
    return { last, changed: await this.write(this.database, stale, now, 'keep') };
  }

  /** Makes alerts evaluate these favorites again, since their notice settings were written. Index: PRIMARY. */
  async alertAgain(sql: Sql, ids: string[]): Promise<void> {
    await sql.execute(
      `UPDATE favorite SET alert_at = ${sql.dialect.now} WHERE id IN (${placeholders(ids.length)}) AND support IS NOT NULL`,
      ids,
    );
  }

  /** Locks up to `size` favorites that are due, skipping locked ones. */
  async claimDueAlerts(sql: Sql, now: UtcTimestamp, size: number): Promise<AlertRow[]> {
    const { byIndex, forUpdateSkipLocked, after } = sql.dialect;
    const due = await sql.query<{ id: string }>(
      `SELECT id FROM favorite ${byIndex('favorite_alert')} WHERE alert_at <= ${after('?', `-${SETTLED_AFTER}`)}
       ORDER BY alert_at, id LIMIT ${size} ${forUpdateSkipLocked}`,
      [now],
    );
    if (due.length === 0) return [];
    return sql.query<AlertRow>(
      `SELECT f.id, f.lifecycle_id, f.eol_on, f.alert_at, p.support_notice FROM favorite f
         LEFT JOIN favorite_policy p ON p.favorite_id = f.id
       WHERE f.id IN (${placeholders(due.length)})`,
      due.map(({ id }) => id),
    );
  }

  /** When to look at locked favorites next; null = not before something changes. */
  async setNextAlerts(sql: Sql, times: { id: string; at: UtcTimestamp | null }[]): Promise<void> {
    if (times.length === 0) return;
    await sql.execute(
      sql.dialect.updateJoined('favorite', {
        source: sql.dialect.givenRows({ id: 'text', next_alert: 'moment' }),
        on: 'e.id = favorite.id',
        set: 'alert_at = e.next_alert',
        where: '1 = 1',
      }),
      [JSON.stringify(times.map(({ id, at }) => [id, at]))],
    );
  }

  private async cyclesOf(sql: Sql, favorites: StoredSupport[]): Promise<Map<string, Cycle[]>> {
    const softwareIds = [...new Set(favorites.map(({ software_id }) => software_id))];
    return softwareIds.length === 0 ? new Map() : this.lifecycles.find(softwareIds, sql);
  }

  /** The favorites whose stored support is out of date, with the right one. */
  private async stale(sql: Sql, favorites: StoredSupport[], cycles: Map<string, Cycle[]>, now: UtcTimestamp) {
    if (favorites.length === 0) return [];
    const matches = await this.matches(sql, favorites, cycles, now.slice(0, 10));
    const policies = await this.policies(sql, favorites);
    return favorites.flatMap((favorite) => {
      const facts = factsOf(matches.get(favorite.version_id), policies.get(favorite.id));
      return FACTS.every((name) => facts[name] === favorite[name]) ? [] : [{ favorite, facts }];
    });
  }

  /** The cycles of the versions in use. Few versions are in use by many favorites. Index: PRIMARY. */
  private async matches(
    sql: Sql,
    favorites: StoredSupport[],
    cycles: Map<string, Cycle[]>,
    today: string,
  ): Promise<Map<string, CycleMatch>> {
    const known = favorites.filter(({ software_id }) => cycles.has(software_id));
    const ids = [...new Set(known.map(({ version_id }) => version_id))];
    if (ids.length === 0) return new Map();
    const { byIndex, thenJoin } = sql.dialect;
    const versions = await sql.query<VersionRow>(
      `SELECT v.id, v.software_id, v.version, v.version_key, s.tag_pattern
       FROM version v ${byIndex('PRIMARY')} ${thenJoin} software s ON s.id = v.software_id
       WHERE v.id IN (${placeholders(ids.length)})`,
      ids,
    );
    return new Map(
      versions.map(({ id, software_id, version, version_key, tag_pattern }) => {
        const label = versionIn(version, tag_pattern);
        return [id, cycleOf(version_key, label, cycles.get(software_id)!, today)];
      }),
    );
  }

  /** The support settings of policies that have any. Index: PRIMARY. */
  private async policies(sql: Sql, favorites: StoredSupport[]): Promise<Map<string, PolicyRow>> {
    const rows = await sql.query<PolicyRow>(
      `SELECT favorite_id, support_basis, supported_until FROM favorite_policy ${sql.dialect.byIndex('PRIMARY')}
       WHERE favorite_id IN (${placeholders(favorites.length)})
         AND (support_basis IS NOT NULL OR supported_until IS NOT NULL)`,
      favorites.map(({ id }) => id),
    );
    return new Map(rows.map((row) => [row.favorite_id, row]));
  }

  /**
   * @param now when alerts look at them again
   * @param updatedAt whether lists have to be read again: the summary tells what the upkeep corrects
   * @returns how many it changed. One that was changed meanwhile stays.
   */
  private async write(
    sql: Sql,
    stale: { favorite: StoredSupport; facts: Facts }[],
    now: UtcTimestamp,
    updatedAt: 'touch' | 'keep',
  ): Promise<number> {
    if (stale.length === 0) return 0;
    const { dialect } = sql;
    const typeOf = (name: keyof Facts): GivenType => (name === 'support' ? 'integer' : 'text');
    const given = ['new', 'old'].flatMap((age) => FACTS.map((name) => [`${age}_${name}`, typeOf(name)] as const));
    const touched = updatedAt === 'touch' ? `, updated_at = ${dialect.now}` : '';
    return sql.execute(
      dialect.updateJoined('favorite', {
        source: dialect.givenRows({ id: 'text', from_id: 'text', looked_at: 'moment', ...Object.fromEntries(given) }),
        on: 'e.id = favorite.id',
        set: `${FACTS.map((name) => `${name} = e.new_${name}`).join(', ')}, alert_at = e.looked_at${touched}`,
        where: `favorite.version_id = e.from_id AND ${FACTS.map((name) => same(`favorite.${name}`, `e.old_${name}`)).join(' AND ')}`,
      }),
      [
        JSON.stringify(
          stale.map(({ favorite, facts }) => [
            favorite.id,
            favorite.version_id,
            now,
            ...FACTS.map((name) => facts[name]),
            ...FACTS.map((name) => favorite[name]),
          ]),
        ),
      ],
    );
  }
}

/** Also when both are null. */
const same = (a: string, b: string) => `(${a} = ${b} OR (${a} IS NULL AND ${b} IS NULL))`;

/** @param match undefined where the product has no cycles: then only a contract says something */
function factsOf(match: CycleMatch | undefined, policy?: PolicyRow): Facts {
  const until = policy?.supported_until ?? null;
  if (match === undefined && until === null) return NOTHING;
  const facts = supportFacts(match ?? null, { basis: policy?.support_basis, until });
  return {
    support: facts.kind,
    lifecycle_id: match === undefined || match === null || match === 'older' ? null : match.id,
    eol_on: facts.eolOn,
    extended_until: facts.extendedUntil,
  };
}
