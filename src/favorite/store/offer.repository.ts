import { Injectable } from '@nestjs/common';
import type { KeyRange } from 'version-order';
import type { UtcTimestamp } from '../../common/time/utc-timestamp';
import { Database, type Parameter, type Sql } from '../../database/database';
import { databaseNow } from '../../database/database-clock';
import type { Dialect } from '../../database/dialect';
import {
  CHANGED_COLUMNS,
  type ChangedVersion,
  type ChangesPlace,
  type ChangesRange,
  rangeSql,
} from '../../version/release-notes/changes.repository';
import { equalMeansSame } from '../../version/versions/version.repository';
import { favoritesById, type FavoriteScope } from './favorite-scope';
import type { Urgent } from './risk';

/**
 * Whether a favorite skips a version of its product: the version or another label of it is on the list. The compared columns must stand
 * outside of the subqueries: where MariaDB 10.11 sorts the versions, it compares stale values of columns that only a subquery names.
 */
export const skips = ({ thenJoin }: Dialect, favorite: string, version: string) =>
  `(${version}.version IN (SELECT k.version FROM favorite_skip k WHERE k.favorite_id = ${favorite}.id)
    OR (${version}.version_key IN (SELECT kv.version_key FROM favorite_skip k
        ${thenJoin} version kv ON kv.software_id = ${favorite}.software_id AND kv.version = k.version AND kv.hidden = 0
        WHERE k.favorite_id = ${favorite}.id)
      AND ${equalMeansSame(`${favorite}.software_id`)}))`;

const DAY = 86_400;

/** Whether pre-releases count without a policy: the product has nothing else, and the version in use `tv` is one itself. */
const ONLY_EARLY = '(tv.prerelease = 1 AND lv.release_rank = 1)';

/** Whether the latest version `lv` is offered without a policy. */
export const OFFERS_LATEST = `lv.version_key > tv.version_key AND (lv.release_rank = 2 OR ${ONLY_EARLY})`;

/** A column of the latest version `lv` if that is offered. */
export const ofLatest = (column: string) => `CASE WHEN ${OFFERS_LATEST} THEN ${column} ELSE NULL END`;

/** The version that is offered without a policy. */
export const LATEST_OFFER = ofLatest('lv.id');

// Conditions of a policy `p` on a version `v`; `lv` is the latest, and `tv` in use.
const LOWEST_RANK = `CASE WHEN p.include_prereleases = 1 OR ${ONLY_EARLY} THEN 1 ELSE 2 END`;
const IS_STABLE = `v.release_rank >= ${LOWEST_RANK}`;
const IN_SERIES = '(p.series_from IS NULL OR (v.version_key >= p.series_from AND v.version_key < p.series_to))';
/** A fix of an urgent vulnerability need not be as old: see `UrgentService`. */
const AGE_DAYS = `CASE WHEN r.is_urgent = 1 AND p.urgent_age_days < p.minimum_age_days THEN p.urgent_age_days ELSE p.minimum_age_days END`;
const AGE = `COALESCE(${AGE_DAYS}, 0) * ${DAY}`;
// Not release date + age: where there is no row, MariaDB reads a zero date, and refuses to calculate with it in an update.
const youngest = (dialect: Dialect) => dialect.after('?', `-${AGE}`);
const isOldEnough = (dialect: Dialect) => `(p.minimum_age_days IS NULL OR v.created_at <= ${youngest(dialect)})`;
const IS_SNOOZED = 'p.snoozed_until > ?';

/**
 * Also whether it is lower than a skipped version: without this, a skip would offer the next older one. A skipped version counts that the
 * policy could offer: one of the series, and a pre-release only where pre-releases are offered.
 */
const isSkipped = (dialect: Dialect) =>
  `(${skips(dialect, 'f', 'v')}
    OR (v.version_key < COALESCE((SELECT MAX(kv.version_key) FROM favorite_skip k
      ${dialect.thenJoin} version kv ON kv.software_id = f.software_id AND kv.version = k.version AND kv.hidden = 0
      WHERE k.favorite_id = f.id
        AND (p.series_from IS NULL OR (kv.version_key >= p.series_from AND kv.version_key < p.series_to))
        AND (kv.prerelease = 0 OR ${LOWEST_RANK} = 1)), '')))`;

/**
 * Whether a policy `p` allows a version `v` of a favorite `f` at a moment, which is the only parameter; `lv` is the latest version, `tv` the one
 * in use. Without a policy, only pre-releases may be left out. Versions below a skipped one are no longer offered, but still count as news.
 */
export const allows = (dialect: Dialect) =>
  `${IS_STABLE} AND ${IN_SERIES} AND ${isOldEnough(dialect)} AND NOT ${skips(dialect, 'f', 'v')}`;

const products = ({ thenJoin }: Dialect) => `${thenJoin} software s ON s.id = f.software_id
      ${thenJoin} version tv ON tv.id = f.version_id
      LEFT JOIN version lv ON lv.id = s.latest_version_id`;

const tables = (dialect: Dialect, index: string) => `favorite f ${dialect.byIndex(index)}
      ${dialect.thenJoin} favorite_policy p ON p.favorite_id = f.id
      ${products(dialect)} LEFT JOIN favorite_risk r ON r.favorite_id = f.id`;

/**
 * For each favorite of the scope with a policy: `best_id`, the highest version that it allows, and `next_at`, when it may allow another
 * one. Of equal versions, the first id is taken.
 * @param more a further condition on the favorites
 */
export function policyOffers(dialect: Dialect, scope: FavoriteScope, now: UtcTimestamp, more: string) {
  const candidate = `FROM version v ${dialect.byIndex('version_listed')}
    WHERE v.software_id = f.software_id AND v.hidden = 0 AND v.version_key > tv.version_key
      AND ${IS_STABLE} AND ${IN_SERIES} AND NOT ${isSkipped(dialect)}`;
  const nextRelease = `SELECT v.created_at ${candidate} AND v.created_at > ${youngest(dialect)} ORDER BY v.created_at LIMIT 1`;
  const text = `SELECT f.id AS favorite_id, f.software_id,
      CASE WHEN ${IS_SNOOZED} THEN NULL ELSE (
        SELECT v.id ${candidate} AND ${isOldEnough(dialect)}
        ORDER BY v.version_key DESC, v.id LIMIT 1) END AS best_id,
      CASE WHEN ${IS_SNOOZED} THEN p.snoozed_until
           WHEN p.minimum_age_days IS NULL THEN NULL
           ELSE ${dialect.after(`(${nextRelease})`, AGE)} END AS next_at
    FROM ${tables(dialect, scope.index)}
    WHERE ${scope.condition('f')} ${more}`;
  return { text, parameters: [now, now, now, now, ...scope.parameters] };
}

/** `best_id` of one favorite. @param decides whether its policy decides about versions; otherwise the latest one is offered */
function bestOffer(dialect: Dialect, favoriteId: string, decides: boolean, now: UtcTimestamp) {
  const scope = favoritesById([favoriteId]);
  if (decides) return policyOffers(dialect, scope, now, '');
  const text = `SELECT f.id AS favorite_id, ${LATEST_OFFER} AS best_id
    FROM favorite f ${dialect.byIndex(scope.index)} ${products(dialect)} WHERE ${scope.condition('f')}`;
  return { text, parameters: scope.parameters };
}

/** The fields of a policy that decide about versions. */
export interface OfferingPolicy {
  include_prereleases: boolean;
  urgent: Urgent | null;
  snoozed_until: UtcTimestamp | null;
  minimum_age_days: number | null;
  skip: string[];
}

/** Why a policy does not offer a version, the first of them that applies. */
export const EXCLUDED_BECAUSE = ['series', 'skip', 'prerelease', 'age', 'snoozed'] as const;

export interface ExcludedVersion {
  id: string;
  version: string;
  reason: (typeof EXCLUDED_BECAUSE)[number];
}

/** See `policyOffers`. */
export interface PolicyOffer {
  favorite_id: string;
  software_id: string;
  best_id: string | null;
  next_at: UtcTimestamp | null;
}

export interface OfferedVersion {
  id: string;
  version: string;
  created_at: UtcTimestamp;
  released_at: UtcTimestamp | null;
  prerelease: number;
  tracked_version: string;
  tag_pattern: string | null;
}

export const EXCLUDED_AT_MOST = 20;

/** Which version a favorite is offered, by its stored policy or by one that is not stored. */
@Injectable()
export class OfferRepository {
  constructor(private readonly database: Database) {}

  /** The id of the version that the evaluation will make available to a locked favorite; null = none. */
  async next(sql: Sql, id: string, { hasPolicy }: { hasPolicy: boolean }, now: UtcTimestamp): Promise<string | null> {
    const { text, parameters } = bestOffer(sql.dialect, id, hasPolicy, now);
    const [row] = await sql.query<{ best_id: string | null }>(text, parameters);
    return row?.best_id ?? null;
  }

  /** What the policies of locked favorites offer. */
  byPolicy(sql: Sql, scope: FavoriteScope, now: UtcTimestamp): Promise<PolicyOffer[]> {
    const { text, parameters } = policyOffers(sql.dialect, scope, now, 'AND f.has_policy = 1');
    return sql.query<PolicyOffer>(text, parameters);
  }

  /** At most `limit` versions that the policy allows now, the newest first. Index: version_listed. */
  async allowed(
    favoriteId: string,
    softwareId: string,
    range: ChangesRange,
    after: ChangesPlace | null,
    limit: number,
  ): Promise<ChangedVersion[]> {
    const { dialect } = this.database;
    const within = rangeSql(range, after);
    return this.database.query<ChangedVersion>(
      `SELECT ${CHANGED_COLUMNS} FROM favorite f LEFT JOIN favorite_policy p ON p.favorite_id = f.id
         ${products(dialect)}
         LEFT JOIN favorite_risk r ON r.favorite_id = f.id ${dialect.thenJoin} version v ON v.software_id = ?
       WHERE f.id = ? AND v.hidden = 0 AND v.release_rank > 0 AND ${allows(dialect)} ${within.text}
       ORDER BY v.version_key DESC, v.id DESC LIMIT ${limit}`,
      [softwareId, favoriteId, await databaseNow(this.database), ...within.parameters],
    );
  }

  /**
   * The version that a policy which is not stored would offer: it takes the place of the policy's tables in the statements of the evaluation.
   * @param decides whether the policy decides about versions; otherwise the latest one is offered
   */
  async offered(
    favoriteId: string,
    policy: OfferingPolicy,
    range: KeyRange | null,
    decides: boolean,
    now: UtcTimestamp,
  ): Promise<OfferedVersion | undefined> {
    const { dialect } = this.database;
    const given = this.given(favoriteId, policy, range);
    const offer = bestOffer(dialect, favoriteId, decides, now);
    const [row] = await this.database.query<OfferedVersion>(
      `${given.text} SELECT v.id, v.version, v.created_at, v.released_at, v.prerelease, tv.version AS tracked_version, s.tag_pattern
       FROM (${offer.text}) e ${dialect.thenJoin} version v ON v.id = e.best_id
         ${dialect.thenJoin} favorite f ON f.id = e.favorite_id
         ${dialect.thenJoin} software s ON s.id = f.software_id ${dialect.thenJoin} version tv ON tv.id = f.version_id`,
      [...given.parameters, ...offer.parameters],
    );
    return row;
  }

  /** Versions higher than the one on offer, or than the one in use if there is none, newest first. */
  excluded(
    favoriteId: string,
    policy: OfferingPolicy,
    range: KeyRange | null,
    offeredId: string | null,
    now: UtcTimestamp,
  ): Promise<ExcludedVersion[]> {
    const { dialect } = this.database;
    const scope = favoritesById([favoriteId]);
    const given = this.given(favoriteId, policy, range);
    return this.database.query<ExcludedVersion>(
      `${given.text} SELECT v.id, v.version,
         CASE WHEN NOT ${IN_SERIES} THEN 'series' WHEN ${isSkipped(dialect)} THEN 'skip'
           WHEN NOT (${IS_STABLE}) THEN 'prerelease' WHEN NOT ${isOldEnough(dialect)} THEN 'age' ELSE 'snoozed' END AS reason
       FROM ${tables(dialect, scope.index)} LEFT JOIN version bv ON bv.id = ?
         ${dialect.thenJoin} version v ON v.software_id = f.software_id
       WHERE ${scope.condition('f')} AND v.hidden = 0 AND v.release_rank > 0
         AND v.version_key > COALESCE(bv.version_key, tv.version_key)
       ORDER BY v.version_key DESC, v.id LIMIT ${EXCLUDED_AT_MOST}`,
      [...given.parameters, now, offeredId, ...scope.parameters],
    );
  }

  private given(favoriteId: string, policy: OfferingPolicy, range: KeyRange | null) {
    const { dialect } = this.database;
    const { include_prereleases, snoozed_until, minimum_age_days, urgent, skip } = policy;
    const row = [favoriteId, include_prereleases ? 1 : 0, range?.gte ?? null, range?.lt ?? null, snoozed_until];
    const policies = dialect.givenRows({
      favorite_id: 'text',
      include_prereleases: 'integer',
      series_from: 'text',
      series_to: 'text',
      snoozed_until: 'moment',
      minimum_age_days: 'integer',
      urgent_age_days: 'integer',
    });
    const skipped = dialect.givenRows({ favorite_id: 'text', version: 'unicode' });
    const parameters: Parameter[] = [
      JSON.stringify([[...row, minimum_age_days, urgent?.minimum_age_days ?? null]]),
      JSON.stringify(skip.map((label) => [favoriteId, label])),
    ];
    return { text: `WITH favorite_policy AS (${policies}), favorite_skip AS (${skipped})`, parameters };
  }
}
