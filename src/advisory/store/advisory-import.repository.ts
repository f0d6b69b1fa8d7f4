import { Injectable } from '@nestjs/common';
import { type AdvisoryRecord, ORIGINS, SEVERITIES, vulnerabilityOf } from 'advisory-match';
import { idsOf, newId } from '../../common/ids';
import { sha256 } from '../../common/fingerprint';
import { Database, type Parameter, type Sql } from '../../database/database';
import { deleteByIds, executeIn, queryIn } from '../../database/pages';
import { insertRows, placeholders } from '../../database/rows';
import type { Advisory, AdvisoryBatch } from './advisory.entity';
import type { ConcernedProduct } from './assessment.repository';

/** Rows that one statement removes. */
const STEP = 500;
/** Seconds after which the operator is reminded of an import that is still held. */
const REPORTED_AGAIN_AFTER = 7 * 86_400;

/** `heldBecause` null: nothing is held. */
export type BatchRow = Pick<AdvisoryBatch, 'batch' | 'quietBatch' | 'heldBecause' | 'held'>;

/** The newest row of a record, seen already or not. */
export interface StoredDigest extends Pick<Advisory, 'id' | 'recordId' | 'fromBatch' | 'digest' | 'modified'> {
  /** A batch that is not seen yet ends it: 1 or 0. */
  isEnded: number;
}

const ADVISORY = [
  ...['id', 'provider', 'record_id', 'from_batch', 'vulnerability', 'aliases', 'summary', 'severity', 'cvss'],
  ...['database_name', 'url', 'published', 'modified', 'digest'],
];
const RANGE = ['advisory_id', 'position', 'key_type', 'key_value', 'origin', 'scheme', 'content'];

/**
 * Writes the records of a provider in batches: what an import writes is of the batch after the current one, which nobody sees until
 * `raise`. So each transaction of an import may be the last one.
 */
@Injectable()
export class AdvisoryImportRepository {
  constructor(private readonly database: Database) {}

  /** Creates its row. */
  async prepare(provider: string): Promise<void> {
    const ending = this.database.dialect.onDuplicate(['provider'], { provider: 'advisory_batch.provider' });
    await insertRows(this.database, 'advisory_batch', ['provider'], [[provider]], ending);
  }

  async find(sql: Sql, provider: string): Promise<BatchRow | null> {
    const [row] = await sql.query<BatchRow>(
      'SELECT batch, quiet_batch AS quietBatch, held_because AS heldBecause, held FROM advisory_batch WHERE provider = ?',
      [provider],
    );
    return row ?? null;
  }

  /** By provider. */
  async held(): Promise<Map<string, string>> {
    const rows = await this.database.query<{ provider: string; because: string }>(
      'SELECT provider, held_because AS because FROM advisory_batch WHERE held_because IS NOT NULL',
    );
    return new Map(rows.map(({ provider, because }) => [provider, because]));
  }

  /** @param because null = it is not held any more */
  async setHeld(sql: Sql, provider: string, because: string | null, held: string | null): Promise<void> {
    await sql.execute('UPDATE advisory_batch SET held_because = ?, held = ? WHERE provider = ?', [
      because,
      held,
      provider,
    ]);
  }

  /** From now on everybody sees the next batch. @param quiet the last batch of which nobody is told */
  async raise(sql: Sql, provider: string, quiet: number): Promise<void> {
    await sql.execute(
      'UPDATE advisory_batch SET batch = batch + 1, quiet_batch = ?, held_because = NULL, held = NULL, reported_at = NULL WHERE provider = ?',
      [quiet, provider],
    );
  }

  /** Providers with a held import of which the operator was not notified within a week. */
  async unreported(sql: Sql, ending = ''): Promise<string[]> {
    const rows = await sql.query<{ provider: string }>(
      `SELECT provider FROM advisory_batch WHERE held_because IS NOT NULL
         AND (reported_at IS NULL OR reported_at <= ${sql.dialect.nowPlus}) ORDER BY provider ${ending}`,
      [-REPORTED_AGAIN_AFTER],
    );
    return rows.map(({ provider }) => provider);
  }

  async noteReported(sql: Sql, providers: string[]): Promise<void> {
    await sql.execute(
      `UPDATE advisory_batch SET reported_at = ${sql.dialect.now} WHERE provider IN (${placeholders(providers.length)})`,
      providers,
    );
  }

  /** Removes a few rows that an import wrote which was not finished. Index: `advisory_from`. @returns whether there may be more */
  async dropUnseen(sql: Sql, provider: string, batch: number): Promise<boolean> {
    return this.drop(sql, 'provider = ? AND from_batch > ?', [provider, batch]);
  }

  /** What such an import ended goes on. Index: `advisory_to`. */
  async resume(sql: Sql, provider: string, batch: number): Promise<void> {
    const rows = await sql.query<{ id: string }>('SELECT id FROM advisory WHERE provider = ? AND to_batch > ?', [
      provider,
      batch,
    ]);
    await executeIn(sql, idsOf(rows), (places) => `UPDATE advisory SET to_batch = NULL WHERE id IN (${places})`);
  }

  /** Removes a few rows that nobody sees any more. Index: `advisory_to`. @returns whether there may be more */
  async dropEnded(sql: Sql, provider: string, batch: number): Promise<boolean> {
    return this.drop(sql, 'provider = ? AND to_batch <= ?', [provider, batch]);
  }

  private async drop(sql: Sql, where: string, parameters: Parameter[]): Promise<boolean> {
    const rows = await sql.query<{ id: string }>(`SELECT id FROM advisory WHERE ${where} LIMIT ${STEP}`, parameters);
    const statement = sql.dialect.deleteGiven('advisory', { id: 'text' });
    if (rows.length > 0) await sql.execute(statement, [JSON.stringify(rows.map(({ id }) => [id]))]);
    return rows.length === STEP;
  }

  /** Of products, as `type value`, and what every program has that is written in Go. Index: `software_identifier_value`. */
  async identifiers(): Promise<Set<string>> {
    const found = new Set(['purl pkg:golang/stdlib', 'purl pkg:golang/toolchain']);
    const rows = await this.database.query<{ type: string; value: string }>(
      `SELECT DISTINCT type, value FROM software_identifier WHERE type IN ('purl', 'cpe')`,
    );
    for (const { type, value } of rows) found.add(`${type} ${value}`);
    return found;
  }

  /** The newest rows of records, by id. Index: `advisory_record`. */
  async stored(sql: Sql, provider: string, recordIds: string[]): Promise<Map<string, StoredDigest>> {
    const rows = await queryIn<StoredDigest>(
      sql,
      recordIds,
      (
        marks,
      ) => `SELECT id, record_id AS recordId, from_batch AS fromBatch, to_batch IS NOT NULL AS isEnded, digest, modified
        FROM advisory WHERE provider = ? AND record_id IN (${marks}) ORDER BY record_id, from_batch`,
      [provider],
    );
    return new Map(rows.map((row) => [row.recordId, row]));
  }

  /** The records that count, with ids that begin so. Index: `advisory_record`. @param prefix without `%` and `_` */
  async recordIds(provider: string, prefix: string): Promise<string[]> {
    const rows = await this.database.query<{ id: string }>(
      'SELECT record_id AS id FROM advisory WHERE provider = ? AND record_id LIKE ? AND to_batch IS NULL',
      [provider, `${prefix}%`],
    );
    return rows.map(({ id }) => id);
  }

  async end(sql: Sql, ids: string[], batch: number): Promise<void> {
    await executeIn(sql, ids, (places) => `UPDATE advisory SET to_batch = ? WHERE id IN (${places})`, [batch]);
  }

  async remove(sql: Sql, ids: string[]): Promise<void> {
    await deleteByIds(sql, 'advisory', ids);
  }

  async insert(sql: Sql, provider: string, batch: number, records: AdvisoryRecord[]): Promise<void> {
    const named = records.map((record) => ({ id: newId(), record }));
    await insertRows(
      sql,
      'advisory',
      ADVISORY,
      named.map(({ id, record }) => advisoryRow(id, provider, batch, record)),
    );
    await insertRows(
      sql,
      'advisory_range',
      RANGE,
      named.flatMap(({ id, record }) => rangeRows(id, record)),
    );
  }

  /**
   * Products with a key that the next batch touches; `isKnown`: the provider has records of them that count now. Indexes: `advisory_from`,
   * `advisory_to`, `software_identifier_value`.
   */
  touched(sql: Sql, provider: string, batch: number): Promise<ConcernedProduct[]> {
    const { thenJoin } = sql.dialect;
    const select = (where: string) =>
      `SELECT i.software_id AS id FROM advisory a ${thenJoin} advisory_range r ON r.advisory_id = a.id
         ${thenJoin} software_identifier i ON i.value = r.key_value AND i.type = CASE r.key_type WHEN 'repo' THEN 'purl' ELSE r.key_type END
       WHERE a.provider = ? AND ${where} = ?`;
    return sql.query(
      `SELECT t.id AS softwareId, EXISTS (SELECT 1 FROM favorite f WHERE f.software_id = t.id) AS isTracked
       FROM (${select('a.from_batch')} UNION ${select('a.to_batch')}) t ORDER BY t.id`,
      [provider, batch, provider, batch],
    );
  }

  /** How many products have a key. */
  async withKeys(sql: Sql): Promise<number> {
    const [row] = await sql.query<{ total: number }>(
      `SELECT COUNT(DISTINCT software_id) AS total FROM software_identifier WHERE type IN ('purl', 'cpe')`,
    );
    return Number(row!.total);
  }

  /** The latest versions of products, by product. */
  async latest(sql: Sql, softwareIds: string[]): Promise<Map<string, string>> {
    const rows = await queryIn<{ id: string; version: string }>(
      sql,
      softwareIds,
      (marks) => `SELECT s.id, v.version FROM software s ${sql.dialect.thenJoin} version v ON v.id = s.latest_version_id
        WHERE s.id IN (${marks})`,
    );
    return new Map(rows.map(({ id, version }) => [id, version]));
  }
}

const advisoryRow = (id: string, provider: string, batch: number, record: AdvisoryRecord): Parameter[] => [
  id,
  provider,
  record.id,
  batch,
  vulnerabilityOf(record),
  JSON.stringify(record.aliases),
  record.summary,
  SEVERITIES.indexOf(record.severity),
  record.cvss,
  record.database,
  record.url,
  record.published,
  record.modified,
  digestOf(record),
];

const rangeRows = (id: string, { affected }: AdvisoryRecord): Parameter[][] =>
  affected.map(({ key, origin, scheme, ranges, versions, target, denial }, position) => [
    id,
    position,
    key.type,
    key.value,
    ORIGINS.indexOf(origin),
    scheme,
    JSON.stringify({ ranges, versions, target, denial }),
  ]);

/** Of what is stored of a record. */
export const digestOf = (record: AdvisoryRecord): string => sha256(JSON.stringify(record));
