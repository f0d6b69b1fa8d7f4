import { Injectable } from '@nestjs/common';
import { type Finding, FINDING_STATES, SEVERITIES } from 'advisory-match';
import { groupBy } from 'small-parts';
import type { UtcTimestamp } from '../../common/time/utc-timestamp';
import type { Sql } from '../../database/database';
import type { RowOf } from '../../database/row-of';
import { queryIn } from '../../database/pages';
import { insertRows, pagesOf } from '../../database/rows';
import type { ChangedIdentifier } from '../../software/identifier/software-identifier.repository';
import type { FindingRow } from './advisory.entity';

/** A finding of a version, as it is stored. */
export interface StoredFinding extends Finding {
  /** When it became a finding of this version, or a worse one. */
  foundAt: UtcTimestamp;
  /** Nobody is told of it: it came with the snapshot that came with the service. */
  isQuiet: boolean;
}

/** `foundAt` null: now. */
export type WrittenFinding = Omit<StoredFinding, 'foundAt'> & { foundAt: UtcTimestamp | null };

export type StoredFindingRow = RowOf<FindingRow>;

/** A product of which something is known. */
export interface ConcernedProduct {
  softwareId: string;
  /** 1 or 0. */
  isTracked: number;
}

const COLUMNS = [
  'version_id',
  'vulnerability',
  'state',
  'severity',
  'fixed',
  'reason',
  'found_at',
  'is_quiet',
] as const;

/** All statements on `software_advisory`, `assessment` and `finding`; and which products a change concerns. */
@Injectable()
export class AssessmentRepository {
  /** The revisions of products' advisories; a product without any is left out. Index: PRIMARY. */
  revisions(sql: Sql, softwareIds: string[]): Promise<Map<string, number>> {
    return byId(
      sql,
      [...new Set(softwareIds)],
      'software_id AS id, revision AS value FROM software_advisory',
      'software_id',
    );
  }

  /** The revisions of which versions were assessed. Index: PRIMARY. */
  assessed(sql: Sql, versionIds: string[]): Promise<Map<string, number>> {
    return byId(sql, versionIds, 'version_id AS id, revision AS value FROM assessment', 'version_id');
  }

  labels(sql: Sql, versionIds: string[]): Promise<Map<string, string>> {
    return byId(sql, versionIds, 'id, version AS value FROM version', 'id');
  }

  /** By version, in the order of vulnerabilities; versions without any are left out. Index: PRIMARY. */
  async findings(sql: Sql, versionIds: string[]): Promise<Map<string, StoredFinding[]>> {
    const rows = await queryIn<StoredFindingRow>(
      sql,
      versionIds,
      (marks) =>
        `SELECT ${COLUMNS.join(', ')} FROM finding WHERE version_id IN (${marks}) ORDER BY version_id, vulnerability`,
    );
    return new Map([...groupBy(rows, (row) => row.version_id)].map(([id, list]) => [id, list.map(toStoredFinding)]));
  }

  /** Locks the assessments of versions until the transaction ends: others that assess them wait. */
  async begin(sql: Sql, versionIds: string[], revision: number): Promise<void> {
    const rows = [...versionIds].sort().map((id) => [id, revision]);
    const ending = sql.dialect.onDuplicate(['version_id'], { revision: sql.dialect.given('revision') });
    await insertRows(sql, 'assessment', ['version_id', 'revision'], rows, ending);
  }

  /** Adds and changes findings. */
  async write(sql: Sql, given: { versionId: string; finding: WrittenFinding }[], now: UtcTimestamp): Promise<void> {
    const rows = given.map(({ versionId, finding }) => [
      versionId,
      finding.vulnerability,
      FINDING_STATES.indexOf(finding.state),
      SEVERITIES.indexOf(finding.severity),
      finding.fixed,
      finding.reason,
      finding.foundAt ?? now,
      finding.isQuiet,
    ]);
    const changed = Object.fromEntries(COLUMNS.slice(2).map((column) => [column, sql.dialect.given(column)]));
    const ending = sql.dialect.onDuplicate(['version_id', 'vulnerability'], changed);
    await insertRows(sql, 'finding', COLUMNS, rows, ending);
  }

  async remove(sql: Sql, given: { versionId: string; vulnerability: string }[]): Promise<void> {
    const statement = sql.dialect.deleteGiven('finding', { version_id: 'text', vulnerability: 'text' });
    for (const page of pagesOf(given))
      await sql.execute(statement, [JSON.stringify(page.map((one) => [one.versionId, one.vulnerability]))]);
  }

  /** Who knows a product, for people. Not written where it is so already: others that read the row need not wait. Index: PRIMARY. */
  async setKnownBy(sql: Sql, softwareId: string, databases: string[], asOf: string | null): Promise<void> {
    const names = JSON.stringify(databases);
    await sql.execute(
      `UPDATE software_advisory SET known_by = ?, as_of = ?
       WHERE software_id = ? AND (known_by IS NULL OR known_by <> ? OR COALESCE(as_of, '') <> ?)`,
      [names, asOf, softwareId, names, asOf ?? ''],
    );
  }

  /** Outdates what was assessed of products, and creates their rows. */
  async outdate(sql: Sql, softwareIds: string[]): Promise<void> {
    const ending = sql.dialect.onDuplicate(['software_id'], { revision: 'software_advisory.revision + 1' });
    const rows = [...softwareIds].sort().map((id) => [id, 1]);
    await insertRows(sql, 'software_advisory', ['software_id', 'revision'], rows, ending);
  }

  /** The products that had or have these identifiers, if advisories name them. Indexes: `advisory_range_key`, `software_identifier_value`. */
  async concerned(sql: Sql, changed: ChangedIdentifier[]): Promise<ConcernedProduct[]> {
    const values = await idsOf(
      sql,
      changed.map(({ value }) => value),
      (marks) => `SELECT DISTINCT key_value AS id FROM advisory_range
        WHERE key_type IN ('purl', 'cpe', 'repo') AND key_value IN (${marks})`,
    );
    const having = await idsOf(
      sql,
      [...values],
      (marks) =>
        `SELECT DISTINCT software_id AS id FROM software_identifier WHERE type IN ('purl', 'cpe') AND value IN (${marks})`,
    );
    const had = changed.filter(({ value }) => values.has(value)).map(({ softwareId }) => softwareId);
    return this.products(sql, new Set([...had, ...having]));
  }

  /** The products with a finding of these vulnerabilities in any version that somebody asked for. Index: `finding_vulnerability`. */
  async withFindings(sql: Sql, vulnerabilities: string[]): Promise<ConcernedProduct[]> {
    const ids = await idsOf(
      sql,
      vulnerabilities,
      (
        marks,
      ) => `SELECT DISTINCT v.software_id AS id FROM finding f ${sql.dialect.thenJoin} version v ON v.id = f.version_id
        WHERE f.vulnerability IN (${marks})`,
    );
    return this.products(sql, ids);
  }

  private products(sql: Sql, ids: Set<string>): Promise<ConcernedProduct[]> {
    return queryIn(
      sql,
      [...ids].sort(),
      (marks) => `SELECT s.id AS softwareId, EXISTS (SELECT 1 FROM favorite f WHERE f.software_id = s.id) AS isTracked
        FROM software s WHERE s.id IN (${marks}) ORDER BY s.id`,
    );
  }
}

/** @param columns `id` and `value`, with the table */
async function byId<Value>(sql: Sql, ids: string[], columns: string, key: string): Promise<Map<string, Value>> {
  const rows = await queryIn<{ id: string; value: Value }>(
    sql,
    ids,
    (marks) => `SELECT ${columns} WHERE ${key} IN (${marks})`,
  );
  return new Map(rows.map(({ id, value }) => [id, value]));
}

async function idsOf(sql: Sql, values: string[], statement: (marks: string) => string): Promise<Set<string>> {
  const rows = await queryIn<{ id: string }>(sql, [...new Set(values)], statement);
  return new Set(rows.map(({ id }) => id));
}

export const toStoredFinding = (row: StoredFindingRow): StoredFinding => ({
  vulnerability: row.vulnerability,
  state: FINDING_STATES[row.state]!,
  severity: SEVERITIES[row.severity]!,
  fixed: row.fixed,
  reason: row.reason,
  foundAt: row.found_at,
  isQuiet: Boolean(row.is_quiet),
});
