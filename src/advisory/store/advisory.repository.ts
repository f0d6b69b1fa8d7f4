import { Injectable } from '@nestjs/common';
import {
  type AdvisoryKey,
  type AdvisoryRange,
  type AdvisoryRecord,
  type KnownRecord,
  ORIGINS,
  probabilityOf,
  SEVERITIES,
} from 'advisory-match';
import { groupBy } from 'small-parts';
import type { SchemeName } from 'version-order';
import { Database, type Sql } from '../../database/database';
import type { RowOf } from '../../database/row-of';
import { queryIn } from '../../database/pages';
import { pagesOf, placeholders } from '../../database/rows';
import { nameOf, type ProductKeys, toKeys } from './product-keys';
import type { Advisory, AdvisoryRangeRow, Exploit } from './advisory.entity';
import { ExploitRepository } from './exploit.repository';

/** A record that counts now, with its ranges of one product. */
export interface StoredRecord extends KnownRecord {
  provider: string;
  /** The name of its database, for people. */
  database: string;
  modified: string | null;
  /** It came with the service, before anything else was imported. */
  isQuiet: boolean;
}

/** What messages and pages say of a vulnerability. */
export interface VulnerabilityDetails extends Pick<
  AdvisoryRecord,
  'summary' | 'severity' | 'url' | 'cvss' | 'database'
> {
  /** Whether it is known to be exploited. */
  exploited: boolean;
  /** The probability of an exploit in the next 30 days, 0 to 1; null = unknown. */
  epss: number | null;
}

/** All that a record of a vulnerability says. */
export interface AdvisoryDetails extends Omit<AdvisoryRecord, 'isWithdrawn'> {
  vulnerability: string;
}

type DetailRow = RowOf<Advisory>;
type RangeRow = RowOf<AdvisoryRangeRow>;
type RecordRow = DetailRow & RangeRow & { is_quiet: number };

/** Which batches count: those of now, or those as if the next one of a provider did. */
export type Batches = { withNextOf: string } | null;

/** Of `advisory a` and its `advisory_batch b`. `next` is the provider of `Batches`, as a literal of its own. */
const seen = (batch: string) => `a.from_batch <= ${batch} AND (a.to_batch IS NULL OR a.to_batch > ${batch})`;
const SEEN = seen('b.batch');

/** Reads advisories. `AdvisoryImportRepository` writes them. */
@Injectable()
export class AdvisoryRepository {
  constructor(
    private readonly database: Database,
    private readonly exploits: ExploitRepository,
  ) {}

  /**
   * The keys of products by which advisories name them, without values that several products have: these name none of them for certain.
   * Indexes: the primary key and `software_identifier_value`.
   */
  async keysOf(sql: Sql, softwareIds: string[]): Promise<Map<string, ProductKeys>> {
    const rows = await queryIn<{ software_id: string; type: 'purl' | 'cpe'; value: string }>(
      sql,
      [...new Set(softwareIds)],
      (marks) => `SELECT DISTINCT i.software_id, i.type, i.value FROM software_identifier i
         WHERE i.software_id IN (${marks}) AND i.type IN ('purl', 'cpe') AND NOT EXISTS
           (SELECT 1 FROM software_identifier o WHERE o.type = i.type AND o.value = i.value AND o.software_id <> i.software_id)`,
    );
    return new Map([...groupBy(rows, (row) => row.software_id)].map(([id, list]) => [id, toKeys(list)]));
  }

  /** The records that count for products, by product; those without any are left out. */
  async recordsOf(sql: Sql, softwareIds: string[], batches: Batches = null): Promise<Map<string, StoredRecord[]>> {
    const keys = await this.keysOf(sql, softwareIds);
    const byKey = await this.recordsNamed(
      sql,
      [...keys.values()].flatMap((one) => one.keys),
      batches,
    );
    const found = new Map<string, StoredRecord[]>();
    for (const [id, { keys: own, purlTypes }] of keys) {
      const records = joined(
        own.flatMap((key) => byKey.get(nameOf(key)) ?? []),
        purlTypes,
      );
      if (records.length > 0) found.set(id, records);
    }
    return found;
  }

  /**
   * The records that count for keys, by key (`nameOf`), each with its ranges of that key. Index: `advisory_range_key`.
   */
  async recordsNamed(sql: Sql, keys: AdvisoryKey[], batches: Batches = null): Promise<Map<string, StoredRecord[]>> {
    const found = new Map<string, StoredRecord[]>();
    for (const [type, list] of groupBy(keys, (key) => key.type))
      for (const page of pagesOf([...new Set(list.map(({ value }) => value))], 200)) {
        const rows = await this.rowsNamed(sql, type, page, batches);
        for (const [name, ofKey] of groupBy(rows, (row) => nameOf({ type, value: row.key_value })))
          found.set(name, [...groupBy(ofKey, (row) => row.id).values()].map(toRecord));
      }
    return found;
  }

  private rowsNamed(sql: Sql, type: AdvisoryKey['type'], values: string[], batches: Batches) {
    const { thenJoin } = sql.dialect;
    const batch = batches === null ? 'b.batch' : 'CASE WHEN a.provider = ? THEN b.batch + 1 ELSE b.batch END';
    const given = batches === null ? [] : [batches.withNextOf, batches.withNextOf];
    return sql.query<RecordRow>(
      `SELECT a.id, a.record_id, a.provider, a.vulnerability, a.severity, a.database_name, a.modified,
         a.from_batch <= b.quiet_batch AS is_quiet,
         r.advisory_id, r.key_type, r.key_value, r.origin, r.scheme, r.content
       FROM advisory_range r ${thenJoin} advisory a ON a.id = r.advisory_id ${thenJoin} advisory_batch b ON b.provider = a.provider
       WHERE r.key_type = ? AND r.key_value IN (${placeholders(values.length)}) AND ${seen(batch)}
       ORDER BY a.record_id, a.provider, r.position`,
      [type, ...values, ...given],
    );
  }

  /**
   * What the most trusted record about a product says of vulnerabilities; those of which none counts any more are left out.
   * Index: `advisory_vulnerability`.
   */
  async detailsOf(
    vulnerabilities: string[],
    softwareId: string,
    sql: Sql = this.database,
  ): Promise<Map<string, VulnerabilityDetails>> {
    const rows = await queryIn<DetailRow>(
      sql,
      [...new Set(vulnerabilities)],
      (
        marks,
      ) => `SELECT a.id, a.vulnerability, a.summary, a.severity, a.url, a.cvss, a.database_name, MIN(r.origin) AS origin
         FROM advisory a JOIN advisory_batch b ON b.provider = a.provider AND ${SEEN} JOIN advisory_range r ON r.advisory_id = a.id
           JOIN software_identifier i ON i.software_id = ? AND i.value = r.key_value
             AND i.type = CASE r.key_type WHEN 'repo' THEN 'purl' ELSE r.key_type END
         WHERE a.vulnerability IN (${marks})
         GROUP BY a.id, a.vulnerability, a.summary, a.severity, a.url, a.cvss, a.database_name ORDER BY origin, a.id`,
      [softwareId],
    );
    const exploits = await this.exploits.find(vulnerabilities, sql);
    const groups = [...groupBy(rows, (row) => row.vulnerability)];
    return new Map(groups.map(([name, list]) => [name, toDetails(list, exploits.get(name))]));
  }

  /** The days of what is known from providers. */
  async days(): Promise<Map<string, string | null>> {
    const rows = await this.database.query<{ provider: string; as_of: string | null }>(
      'SELECT provider, as_of FROM knowledge',
    );
    return new Map(rows.map(({ provider, as_of }) => [provider, as_of]));
  }

  /** A version that a user may see: own versions are for those whose favorite has them. Null: there is none. */
  async labelOf(userId: string, softwareId: string, versionId: string): Promise<string | null> {
    const [row] = await this.database.query<{ version: string }>(
      `SELECT v.version FROM version v WHERE v.id = ? AND v.software_id = ? AND
         (v.hidden = 0 OR EXISTS (SELECT 1 FROM favorite f WHERE f.user_id = ? AND f.software_id = v.software_id AND f.version_id = v.id))`,
      [versionId, softwareId, userId],
    );
    return row?.version ?? null;
  }

  /** How many products the records of a provider are about. */
  async products(provider: string): Promise<number> {
    const [row] = await this.database.query<{ total: number }>(
      `SELECT COUNT(DISTINCT i.software_id) AS total FROM advisory_batch b JOIN advisory a ON a.provider = b.provider AND ${SEEN}
         JOIN advisory_range r ON r.advisory_id = a.id
         JOIN software_identifier i ON i.value = r.key_value AND i.type = CASE r.key_type WHEN 'repo' THEN 'purl' ELSE r.key_type END
       WHERE b.provider = ?`,
      [provider],
    );
    return Number(row!.total);
  }

  /** All records of a vulnerability, given by its name or the id of a record, with all their ranges. Indexes: `advisory_vulnerability`; see `named`. */
  async find(id: string): Promise<AdvisoryDetails[]> {
    const names = await this.vulnerabilitiesNamed(id);
    if (names.length === 0) return [];
    const rows = await this.database.query<DetailRow>(
      `SELECT a.id, a.record_id, a.provider, a.vulnerability, a.aliases, a.summary, a.severity, a.cvss, a.database_name, a.url, a.published,
         a.modified FROM advisory a JOIN advisory_batch b ON b.provider = a.provider AND ${SEEN}
       WHERE a.vulnerability IN (${placeholders(names.length)}) ORDER BY a.record_id, a.provider`,
      names,
    );
    const ranges = groupBy(
      await this.database.query<RangeRow>(
        `SELECT advisory_id, key_type, key_value, origin, scheme, content FROM advisory_range
         WHERE advisory_id IN (${placeholders(rows.length)}) ORDER BY advisory_id, position`,
        rows.map((row) => row.id),
      ),
      (row) => row.advisory_id,
    );
    return rows.map((row) => ({ ...toAdvisory(row), affected: (ranges.get(row.id) ?? []).map(toRange) }));
  }

  /** The name of the vulnerability that this id, or that of one of its records, stands for; an unknown id stands for itself. */
  async vulnerabilityOf(id: string): Promise<string> {
    const names = await this.vulnerabilitiesNamed(id);
    return names.includes(id) ? id : (names[0] ?? id);
  }

  /** Names of vulnerabilities by this id, of which a record may be another one. */
  private async vulnerabilitiesNamed(id: string): Promise<string[]> {
    const rows = await this.database.query<{ vulnerability: string }>(
      `SELECT DISTINCT a.vulnerability FROM advisory_batch b JOIN advisory a ON a.provider = b.provider AND ${SEEN}
       WHERE a.record_id = ? UNION SELECT DISTINCT a.vulnerability FROM advisory a JOIN advisory_batch b ON b.provider = a.provider AND ${SEEN}
       WHERE a.vulnerability = ?`,
      [id, id],
    );
    return rows.map(({ vulnerability }) => vulnerability);
  }
}

const toRange = ({ key_type, key_value, origin, scheme, content }: RangeRow): AdvisoryRange => ({
  key: { type: key_type as AdvisoryKey['type'], value: key_value },
  origin: ORIGINS[origin]!,
  scheme: scheme as SchemeName | 'product' | null,
  ...(JSON.parse(content) as Pick<AdvisoryRange, 'ranges' | 'versions' | 'target' | 'denial'>),
});

const toRecord = (rows: RecordRow[]): StoredRecord => ({
  id: rows[0]!.record_id,
  provider: rows[0]!.provider,
  database: rows[0]!.database_name,
  modified: rows[0]!.modified,
  vulnerability: rows[0]!.vulnerability,
  severity: SEVERITIES[rows[0]!.severity]!,
  isQuiet: Boolean(rows[0]!.is_quiet),
  affected: rows.map(toRange),
});

/** Each record once, with the ranges that count for the product. */
function joined(records: StoredRecord[], purlTypes: Set<string>): StoredRecord[] {
  const byRecord = groupBy(records, ({ provider, id }) => `${provider} ${id}`);
  return [...byRecord.values()].flatMap((list) => {
    const affected = list
      .flatMap((one) => one.affected)
      .filter(({ target }) => target === undefined || purlTypes.has(target));
    return affected.length === 0 ? [] : [{ ...list[0]!, affected }];
  });
}

/** @param rows the most trusted first */
function toDetails(rows: DetailRow[], exploit: Exploit | undefined): VulnerabilityDetails {
  const known = rows.find(({ severity }) => severity > 0);
  return {
    summary: rows.find(({ summary }) => summary !== null)?.summary ?? null,
    severity: SEVERITIES[known?.severity ?? 0]!,
    url: rows.find(({ url }) => url !== null)?.url ?? null,
    cvss: rows.find(({ cvss }) => cvss !== null)?.cvss ?? null,
    database: rows[0]!.database_name,
    exploited: (exploit?.exploitedAt ?? null) !== null,
    epss: probabilityOf(exploit?.epss),
  };
}

const toAdvisory = (row: DetailRow): Omit<AdvisoryDetails, 'affected'> => ({
  id: row.record_id,
  vulnerability: row.vulnerability,
  database: row.database_name,
  aliases: JSON.parse(row.aliases) as string[],
  summary: row.summary,
  severity: SEVERITIES[row.severity]!,
  cvss: row.cvss,
  url: row.url,
  published: row.published,
  modified: row.modified,
});
