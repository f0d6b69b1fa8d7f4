import { Injectable } from '@nestjs/common';
import { type Finding, FINDING_STATES, SEVERITIES } from 'advisory-match';
import { groupBy } from 'small-parts';
import type { UtcTimestamp } from '../../common/time/utc-timestamp';
import type { Sql } from '../../database/database';
import { insertRows, pagesOf, placeholders } from '../../database/rows';

/** A finding of a version, as it is stored. */
export interface StoredFinding extends Finding {
  /** When it became a finding of this version, or a worse one. */
  foundAt: UtcTimestamp;
  /** Nobody is told of it: it came with the snapshot that came with the service. */
  isQuiet: boolean;
}

/** `foundAt` null: now. */
export type WrittenFinding = Omit<StoredFinding, 'foundAt'> & { foundAt: UtcTimestamp | null };

export interface StoredFindingRow {
  version_id: string;
  vulnerability: string;
  state: number;
  severity: number;
  fixed: string | null;
  reason: string | null;
  found_at: UtcTimestamp;
  is_quiet: number | boolean;
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

/** All statements on `software_advisory`, `assessment` and `finding`. */
@Injectable()
export class AssessmentRepository {
  /** The revisions of products' advisories; a product without any is left out. Index: PRIMARY. */
  async revisions(sql: Sql, softwareIds: string[]): Promise<Map<string, number>> {
    const found = new Map<string, number>();
    for (const page of pagesOf([...new Set(softwareIds)])) {
      const text = `SELECT software_id AS id, revision FROM software_advisory WHERE software_id IN (${placeholders(page.length)})`;
      for (const { id, revision } of await sql.query<{ id: string; revision: number }>(text, page))
        found.set(id, Number(revision));
    }
    return found;
  }

  /** The revisions of which versions were assessed. Index: PRIMARY. */
  async assessed(sql: Sql, versionIds: string[]): Promise<Map<string, number>> {
    const found = new Map<string, number>();
    for (const page of pagesOf(versionIds)) {
      const text = `SELECT version_id AS id, revision FROM assessment WHERE version_id IN (${placeholders(page.length)})`;
      for (const { id, revision } of await sql.query<{ id: string; revision: number }>(text, page))
        found.set(id, Number(revision));
    }
    return found;
  }

  async labels(sql: Sql, versionIds: string[]): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    for (const page of pagesOf(versionIds)) {
      const text = `SELECT id, version FROM version WHERE id IN (${placeholders(page.length)})`;
      for (const { id, version } of await sql.query<{ id: string; version: string }>(text, page))
        found.set(id, version);
    }
    return found;
  }

  /** By version, in the order of vulnerabilities; versions without any are left out. Index: PRIMARY. */
  async findings(sql: Sql, versionIds: string[]): Promise<Map<string, StoredFinding[]>> {
    const rows: StoredFindingRow[] = [];
    for (const page of pagesOf(versionIds)) {
      const text = `SELECT ${COLUMNS.join(', ')} FROM finding WHERE version_id IN (${placeholders(page.length)})
        ORDER BY version_id, vulnerability`;
      rows.push(...(await sql.query<StoredFindingRow>(text, page)));
    }
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
