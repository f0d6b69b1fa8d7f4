import { Injectable } from '@nestjs/common';
import { SecretBox } from '../../common/secret-box';
import { Database, type Sql } from '../../database/database';
import type { RowOf } from '../../database/row-of';
import { SealedTable } from '../../database/sealed-table';
import { type ClaimedHost, SourceHostRepository } from '../../source/polling/source-host.repository';
import type { Probe } from './probe.entity';

/** A probe of a favorite of the user, as it is stored. */
export type ProbeRow = RowOf<Probe>;

export interface DueProbe extends ProbeRow {
  /** Its user is. */
  disabled: number;
}

/** What the owner of a probe sets. */
export type WrittenProbe = Pick<
  ProbeRow,
  'preset' | 'json_path' | 'pattern' | 'header' | 'settings' | 'interval_seconds' | 'host'
>;

export type NewProbe = WrittenProbe & Pick<ProbeRow, 'id' | 'user_id' | 'favorite_id' | 'software_id' | 'environment'>;

/** The outcome of asking: the version, or why there is none. `nextIn` is in seconds. */
export type Outcome = { answer: string; nextIn: number } | { message: string; nextIn: number };

/** Probes that one visit of a host asks: meanwhile others may be due. */
const ASKED_AT_ONCE = 10;

/** A favorite that was moved to another product has none of its probes. */
const OF_FAVORITE = 'JOIN favorite f ON f.id = p.favorite_id AND f.software_id = p.software_id';

/** All statements on `probe`. */
@Injectable()
export class ProbeRepository {
  readonly sealed: SealedTable;

  constructor(
    private readonly database: Database,
    private readonly hosts: SourceHostRepository,
    secrets: SecretBox,
  ) {
    this.sealed = new SealedTable(database, secrets, { table: 'probe', id: 'id', boundTo: boundTo });
  }

  /** By environment. Index: probe_once. */
  ofFavorite(userId: string, favoriteId: string): Promise<ProbeRow[]> {
    return this.database.query<ProbeRow>(
      `SELECT p.* FROM probe p ${OF_FAVORITE} WHERE p.favorite_id = ? AND p.user_id = ? ORDER BY p.environment`,
      [favoriteId, userId],
    );
  }

  /** Index: probe_once. */
  async find(userId: string, favoriteId: string, environment: string, sql: Sql = this.database, ending = '') {
    const [row] = await sql.query<ProbeRow>(
      `SELECT p.* FROM probe p WHERE p.favorite_id = ? AND p.user_id = ? AND p.environment = ? ${ending}`,
      [favoriteId, userId, environment],
    );
    return row;
  }

  /** Due at once. */
  async insert(sql: Sql, row: NewProbe): Promise<void> {
    const columns = Object.keys(row);
    const { now } = sql.dialect;
    await sql.execute(
      `INSERT INTO probe (${columns.join(', ')}, next_at, created_at, updated_at)
       VALUES (${columns.map(() => '?').join(', ')}, ${now}, ${now}, ${now})`,
      Object.values(row),
    );
    await this.hosts.makeDue(sql, row.host, 0);
  }

  /** Due at once; what was asked before does not count any more. */
  async update(sql: Sql, id: string, row: WrittenProbe): Promise<void> {
    const { now } = sql.dialect;
    await sql.execute(
      `UPDATE probe SET ${Object.keys(row)
        .map((column) => `${column} = ?`)
        .join(', ')}, revision = revision + 1, failures = 0, failing_since = NULL, message = NULL, asked_at = NULL,
         answered_at = NULL, answer = NULL, next_at = ${now}, updated_at = ${now} WHERE id = ?`,
      [...Object.values(row), id],
    );
    await this.hosts.makeDue(sql, row.host, 0);
  }

  async delete(sql: Sql, id: string): Promise<void> {
    await sql.execute('DELETE FROM probe WHERE id = ?', [id]);
  }

  /** Those due at a host whose favorite was moved to another product. Index: probe_due. */
  async deleteStale(host: string): Promise<void> {
    await this.database.execute(
      `DELETE FROM probe WHERE host = ? AND next_at <= ${this.database.dialect.now}
         AND NOT EXISTS (SELECT 1 FROM favorite f WHERE f.id = probe.favorite_id AND f.software_id = probe.software_id)`,
      [host],
    );
  }

  /** Some that are due at a host, the longest waiting first. Index: probe_due. */
  dueAt(host: string): Promise<DueProbe[]> {
    return this.database.query<DueProbe>(
      `SELECT p.*, u.disabled_at IS NOT NULL AS disabled FROM probe p JOIN user u ON u.id = p.user_id WHERE p.host = ? AND p.next_at <= ${this.database.dialect.now}
       ORDER BY p.next_at, p.id LIMIT ${ASKED_AT_ONCE}`,
      [host],
    );
  }

  /** Of a disabled user: looked at again after its interval. */
  async putOff({ id, interval_seconds }: ProbeRow): Promise<void> {
    const { nowPlus } = this.database.dialect;
    await this.database.execute(`UPDATE probe SET next_at = ${nowPlus} WHERE id = ?`, [interval_seconds, id]);
  }

  /** Locks a probe for what was learnt with a claim. @returns false when its owner has changed or removed it since, or the claim is lost */
  async lock(sql: Sql, { id, revision }: ProbeRow, claimed: ClaimedHost): Promise<boolean> {
    const rows = await sql.query(
      `SELECT p.id FROM probe p ${OF_FAVORITE} WHERE p.id = ? AND p.revision = ? ${sql.dialect.forUpdate}`,
      [id, revision],
    );
    return rows.length > 0 && (await this.hosts.holds(sql, claimed));
  }

  /** Records an outcome, in the transaction that locked the probe. */
  async record(sql: Sql, id: string, outcome: Outcome): Promise<void> {
    const { now, nowPlus } = sql.dialect;
    const [set, values] =
      'answer' in outcome
        ? [`answer = ?, answered_at = ${now}, failures = 0, failing_since = NULL, message = NULL`, [outcome.answer]]
        : [`failures = failures + 1, failing_since = COALESCE(failing_since, ${now}), message = ?`, [outcome.message]];
    await sql.execute(`UPDATE probe SET ${set}, asked_at = ${now}, next_at = ${nowPlus} WHERE id = ?`, [
      ...values,
      outcome.nextIn,
      id,
    ]);
  }

  /** Makes hosts due at which probes are: a process of a former version does not, when it releases a host. Index: probe_due. */
  async wakeHosts(): Promise<void> {
    const { now } = this.database.dialect;
    const rows = await this.database.query<{ host: string }>(
      `SELECT DISTINCT p.host FROM probe p LEFT JOIN source_host h ON h.host = p.host
       WHERE p.next_at <= ${now} AND (h.host IS NULL OR h.next_at IS NULL OR h.next_at > ${now}) ORDER BY p.host`,
    );
    for (const { host } of rows) await this.hosts.makeDue(this.database, host, 0);
  }
}

/** The owner to which the settings of a probe are bound. */
export const boundTo = (id: string) => `probe:${id}`;
