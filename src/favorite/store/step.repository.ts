import { Injectable } from '@nestjs/common';
import { groupBy } from 'small-parts';
import { stepRank, type StepRank } from 'version-order';
import type { SqlText } from '../../api/list/list-sql';
import type { UtcTimestamp } from '../../common/time/utc-timestamp';
import type { Sql } from '../../database/database';
import type { Dialect } from '../../database/dialect';
import { placeholders } from '../../database/rows';
import type { FavoriteScope } from './favorite-scope';
import { OFFERS_LATEST } from './offer.repository';

interface Labels {
  from_label: string;
  to_label: string;
  tag_pattern: string | null;
}

/** What is stored of a favorite's available version, and what should be. */
interface StepRow extends Omit<Labels, 'to_label'> {
  id: string;
  available_step: StepRank | null;
  available_at: UtcTimestamp | null;
  days_behind: number | null;
  version_id: string;
  to_id: string | null;
  to_label: string | null;
  to_at: UtcTimestamp | null;
  right_days: number | null;
}

interface Pair extends Labels {
  id: string;
  /** A sum is a text on a server. */
  breaking: number | string;
}

export interface ToLatest {
  /** An expression for the step from `favorite.version_id`; null where the latest version is not offered. */
  step: SqlText;
  /** By version: how many breaking changes the notes in between warn of; 0 where it has none. */
  breaking: Map<string, number>;
}

const NOWHERE: ToLatest = { step: { text: 'NULL', parameters: [] }, breaking: new Map() };

/** Of versions that `allows` a favorite without a policy. */
const breakingToLatest = ({ thenJoin, byIndex }: Dialect) =>
  `(SELECT COALESCE(SUM(t.breaking), 0) FROM version v ${byIndex('version_listed')}
      ${thenJoin} release_note n ON n.version_id = v.id ${thenJoin} note_text t ${byIndex('PRIMARY')} ON t.digest = n.digest
    WHERE v.software_id = tv.software_id AND v.hidden = 0 AND v.version_key > tv.version_key AND v.version_key <= lv.version_key
      AND v.release_rank >= lv.release_rank AND v.release_rank > 0)`;

const stepColumns = ({
  daysBetween,
}: Dialect) => `f.id, f.available_step, f.available_at, f.days_behind, f.version_id, f.available_version_id AS to_id,
  tv.version AS from_label, av.version AS to_label, av.created_at AS to_at,
  ${daysBetween('tv.created_at', 'av.released_at')} AS right_days, s.tag_pattern`;

const STEP_TABLES = `LEFT JOIN software s ON s.id = f.software_id
  LEFT JOIN version tv ON tv.id = f.version_id
  LEFT JOIN version av ON av.id = f.available_version_id`;

/** Of others there is nothing to be stored. */
const HAS_STEP = `(f.available_version_id IS NOT NULL OR f.available_step IS NOT NULL OR f.available_at IS NOT NULL)`;

/** The step to the available version: its size is read from labels, which no statement can do. */
@Injectable()
export class StepRepository {
  /**
   * From versions in use to the latest version of their products, which is offered without a policy. Few versions are in use by many
   * favorites, so each pair is read once. Indexes: PRIMARY, version_listed.
   */
  async toLatest(sql: Sql, versionIds: string[]): Promise<ToLatest> {
    if (versionIds.length === 0) return NOWHERE;
    const { thenJoin } = sql.dialect;
    const pairs = await sql.query<Pair>(
      `SELECT tv.id, tv.version AS from_label, lv.version AS to_label, s.tag_pattern, ${breakingToLatest(sql.dialect)} AS breaking
       FROM version tv ${sql.dialect.byIndex('PRIMARY')} ${thenJoin} software s ON s.id = tv.software_id
         ${thenJoin} version lv ON lv.id = s.latest_version_id
       WHERE tv.id IN (${placeholders(versionIds.length)}) AND ${OFFERS_LATEST}`,
      versionIds,
    );
    if (pairs.length === 0) return NOWHERE;
    return { step: stepByVersion(pairs), breaking: new Map(pairs.map(({ id, breaking }) => [id, Number(breaking)])) };
  }

  /** Corrects the steps, dates and ages of the scope's favorites that have a policy, in the transaction that locked them. */
  async refreshSteps(sql: Sql, scope: FavoriteScope): Promise<void> {
    const rows = await sql.query<StepRow>(
      `SELECT ${stepColumns(sql.dialect)} FROM favorite f ${sql.dialect.byIndex(scope.index)} ${STEP_TABLES}
       WHERE ${scope.condition('f')} AND f.has_policy = 1 AND ${HAS_STEP}`,
      scope.parameters,
    );
    const stale = rows.flatMap((row) => {
      const step = row.to_label === null ? null : stepRank(row.from_label, row.to_label, row.tag_pattern);
      const isRight =
        step === row.available_step && row.to_at === row.available_at && row.right_days === row.days_behind;
      return isRight ? [] : [[row.id, row.version_id, row.to_id, step, row.to_at, row.right_days]];
    });
    if (stale.length === 0) return;
    const { updateJoined, givenRows } = sql.dialect;
    await sql.execute(
      updateJoined('favorite', {
        source: givenRows({
          ...{ id: 'text', from_id: 'text', to_id: 'text' },
          ...{ step: 'integer', released_at: 'moment', days: 'integer' },
        }),
        on: 'e.id = favorite.id',
        set: 'available_step = e.step, available_at = e.released_at, days_behind = e.days',
        where: `favorite.version_id = e.from_id
          AND (favorite.available_version_id = e.to_id OR (favorite.available_version_id IS NULL AND e.to_id IS NULL))`,
      }),
      [JSON.stringify(stale)],
    );
  }
}

function stepByVersion(pairs: Pair[]): SqlText {
  const bySteps = groupBy(pairs, ({ from_label, to_label, tag_pattern }) =>
    stepRank(from_label, to_label, tag_pattern),
  );
  const cases = [...bySteps].map(
    ([step, { length }]) => `WHEN favorite.version_id IN (${placeholders(length)}) THEN ${step}`,
  );
  return { text: `CASE ${cases.join(' ')} END`, parameters: [...bySteps.values()].flat().map(({ id }) => id) };
}
