import { Injectable } from '@nestjs/common';
import type { UtcTimestamp } from '../../common/time/utc-timestamp';
import { Database, type Parameter } from '../../database/database';
import type { Dialect } from '../../database/dialect';
import type { KeyRange } from '../../version/ordering/scheme';
import { favoritesById, type FavoriteScope } from './favorite-scope';
import { passesOver, skips } from './version-conditions.repository';

const DAY = 86_400;

/** A column of the latest version `lv` if that is higher than the version in use `tv`. */
export const ofHigher = (column: string) => `CASE WHEN lv.version_key > tv.version_key THEN ${column} ELSE NULL END`;

/** The version that is offered without a policy. */
export const LATEST_OFFER = ofHigher('lv.id');

// Conditions of a policy `p` on a version `v`; `lv` is the latest. Pre-releases count if the policy says so, or if the product has nothing else.
const IS_STABLE = 'v.release_rank >= CASE WHEN p.include_prereleases = 1 THEN 1 ELSE COALESCE(lv.release_rank, 1) END';
const IN_SERIES = '(p.series_from IS NULL OR (v.version_key >= p.series_from AND v.version_key < p.series_to))';
const AGE = `COALESCE(p.minimum_age_days, 0) * ${DAY}`;
// Not release date + age: where there is no row, MariaDB reads a zero date, and refuses to calculate with it in an update.
const youngest = (dialect: Dialect) => dialect.after('?', `-${AGE}`);
const isOldEnough = (dialect: Dialect) => `(p.minimum_age_days IS NULL OR v.created_at <= ${youngest(dialect)})`;
const IS_SNOOZED = 'p.snoozed_until > ?';

const isSkipped = (dialect: Dialect) =>
  `(${skips(dialect, 'f', 'v')}
    OR ${passesOver(dialect, { favorite: 'f', policy: 'p', latestRank: 'lv.release_rank' }, 'v')})`;

/**
 * Whether a policy `p` allows a version `v` of a favorite `f` at a moment, which is the only parameter; `lv` is the latest version. Without a
 * policy, only pre-releases may be left out. Versions below a skipped one are no longer offered, but still count as news.
 */
export const allows = (dialect: Dialect) =>
  `${IS_STABLE} AND ${IN_SERIES} AND ${isOldEnough(dialect)} AND NOT ${skips(dialect, 'f', 'v')}`;

const tables = ({ byIndex, thenJoin }: Dialect, index: string) => `favorite f ${byIndex(index)}
      ${thenJoin} favorite_policy p ON p.favorite_id = f.id
      ${thenJoin} software s ON s.id = f.software_id
      ${thenJoin} version tv ON tv.id = f.version_id
      LEFT JOIN version lv ON lv.id = s.latest_version_id`;

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
  const text = `SELECT f.id AS favorite_id,
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

/** The fields of a policy that decide about versions. */
export interface OfferingPolicy {
  include_prereleases: boolean;
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

export interface OfferedVersion {
  id: string;
  version: string;
  created_at: UtcTimestamp;
  prerelease: number;
  tracked_version: string;
  tag_pattern: string | null;
}

export const EXCLUDED_AT_MOST = 20;

/**
 * Finds the version that a policy which is not stored would offer to a favorite. The statements are those of the evaluation: the policy takes the
 * place of its tables.
 */
@Injectable()
export class OfferRepository {
  constructor(private readonly database: Database) {}

  /** @param decides whether the policy decides about versions; otherwise the latest one is offered */
  async offered(
    favoriteId: string,
    policy: OfferingPolicy,
    range: KeyRange | null,
    decides: boolean,
    now: UtcTimestamp,
  ): Promise<OfferedVersion | undefined> {
    const { dialect } = this.database;
    const scope = favoritesById([favoriteId]);
    const given = this.given(favoriteId, policy, range);
    const offer = decides
      ? policyOffers(dialect, scope, now, '')
      : {
          text: `SELECT f.id AS favorite_id, ${LATEST_OFFER} AS best_id FROM ${tables(dialect, scope.index)} WHERE ${scope.condition('f')}`,
          parameters: scope.parameters,
        };
    const [row] = await this.database.query<OfferedVersion>(
      `${given.text} SELECT v.id, v.version, v.created_at, v.prerelease, tv.version AS tracked_version, s.tag_pattern
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
    const { include_prereleases, snoozed_until, minimum_age_days, skip } = policy;
    const row = [favoriteId, include_prereleases ? 1 : 0, range?.gte ?? null, range?.lt ?? null, snoozed_until];
    const policies = dialect.givenRows({
      favorite_id: 'text',
      include_prereleases: 'integer',
      series_from: 'text',
      series_to: 'text',
      snoozed_until: 'moment',
      minimum_age_days: 'integer',
    });
    const skipped = dialect.givenRows({ favorite_id: 'text', version: 'unicode' });
    const parameters: Parameter[] = [
      JSON.stringify([[...row, minimum_age_days]]),
      JSON.stringify(skip.map((label) => [favoriteId, label])),
    ];
    return { text: `WITH favorite_policy AS (${policies}), favorite_skip AS (${skipped})`, parameters };
  }
}
