import { Injectable } from '@nestjs/common';
import { firstCharacters } from 'small-parts';
import { sha256 } from '../../common/fingerprint';
import { newId } from '../../common/ids';
import type { UtcTimestamp } from '../../common/time/utc-timestamp';
import { Database, type Parameter, type Sql } from '../../database/database';
import type { Validators } from '../../common/fetch/response-headers';
import type { Stored } from './providers/knowledge-provider';

/** Seconds after which the claim of a process that died is free. Each transaction of a writer renews it. */
const LEASE_SECONDS = 300;
const MAX_ERROR = 500;

/** A provider that this process may ask or write for. */
export interface Claim {
  provider: string;
  id: string;
  /** Failures in a row before this one. */
  failures: number;
  /** Validators of the last stored answers, by digests of addresses. */
  validators: ReadonlyMap<string, Validators>;
  asOf: string | null;
  /** Digest of the snapshot that came with the service and was imported last. */
  bundled: string | null;
}

export interface KnowledgeRow {
  provider: string;
  asked_since: UtcTimestamp | null;
  next_at: UtcTimestamp;
  answered_at: UtcTimestamp | null;
  failures: number;
  last_error: string | null;
  as_of: string | null;
  records: number;
  rejected: number;
  matched: number;
  unanswered_seconds: number | null;
}

interface ClaimedRow {
  failures: number;
  target: string | null;
  etag: string | null;
  last_modified: string | null;
  validators: string | null;
  as_of: string | null;
  bundled: string | null;
}

/** All statements on `knowledge`. */
@Injectable()
export class KnowledgeRepository {
  constructor(private readonly database: Database) {}

  /** Creates its row. A provider with a new address is due at once, and the validators of the old one are dropped. */
  async prepare(provider: string, target: string | null): Promise<void> {
    const { now, onDuplicate } = this.database.dialect;
    await this.database.execute(
      `INSERT INTO knowledge (provider, next_at) VALUES (?, ${now}) ${onDuplicate(['provider'], { provider: 'knowledge.provider' })}`,
      [provider],
    );
    if (target !== null)
      await this.database.execute(
        `UPDATE knowledge SET target = ?, etag = NULL, last_modified = NULL, validators = NULL, asked_since = ${now}, next_at = ${now}, failures = 0, last_error = NULL
         WHERE provider = ? AND (target IS NULL OR target <> ?)`,
        [target, provider, target],
      );
  }

  /** Claims a provider that is due and that nobody else has. @returns null when it is not free */
  claimDue(provider: string, target: string): Promise<Claim | null> {
    return this.claim(provider, target, `next_at <= ${this.database.dialect.now} AND ${this.isFree}`);
  }

  /** As `claimDue`, whenever it is due. */
  claimFree(provider: string): Promise<Claim | null> {
    return this.claim(provider, null, this.isFree);
  }

  private get isFree(): string {
    return `(claim_id IS NULL OR held_until IS NULL OR held_until <= ${this.database.dialect.now})`;
  }

  /** Takes over the claim of a provider: the former holder writes no more. */
  async takeOver(provider: string): Promise<Claim> {
    return (await this.claim(provider, null, '1 = 1'))!;
  }

  private async claim(provider: string, target: string | null, condition: string): Promise<Claim | null> {
    const id = newId();
    const claimed = await this.database.execute(
      `UPDATE knowledge SET claim_id = ?, held_until = ${this.database.dialect.nowPlus} WHERE provider = ? AND ${condition}`,
      [id, LEASE_SECONDS, provider],
    );
    if (claimed === 0) return null;
    const [row] = await this.database.query<ClaimedRow>(
      'SELECT failures, target, etag, last_modified, validators, as_of, bundled FROM knowledge WHERE provider = ?',
      [provider],
    );
    const { failures, as_of: asOf, bundled } = row!;
    const validators = row!.target === target ? validatorsOf(row!) : new Map<string, Validators>();
    return { provider, id, failures, asOf, bundled, validators };
  }

  /** In the transaction of a writer. @returns whether the claim is still valid, and is now for longer */
  hold(sql: Sql, claim: Claim): Promise<boolean> {
    return write(sql, claim, `held_until = ${sql.dialect.nowPlus}`, [LEASE_SECONDS]);
  }

  /** Releases the claim without a new due time. */
  async release(claim: Claim): Promise<void> {
    await write(this.database, claim, FREE);
  }

  /** All of it is stored. */
  async stored(sql: Sql, claim: Claim, { asOf, records, rejected }: Stored): Promise<void> {
    await write(sql, claim, 'as_of = ?, records = ?, rejected = ?', [asOf, records, rejected]);
  }

  /** Of all identifiers by which products of the catalogue are found. */
  async identifiersDigest(): Promise<string> {
    const rows = await this.database.query<{ type: string; value: string }>(
      `SELECT DISTINCT type, value FROM software_identifier WHERE type IN ('purl', 'cpe') ORDER BY type, value`,
    );
    return sha256(rows.map(({ type, value }) => `${type} ${value}\n`).join(''));
  }

  /** It has answered. @param validators of the stored answers, by digests of addresses */
  async answered(
    claim: Claim,
    target: string,
    validators: ReadonlyMap<string, Validators>,
    nextIn: number,
  ): Promise<void> {
    const { now, nowPlus } = this.database.dialect;
    // A single address has its validators where a replica of 0.1 reads them.
    const single = validators.get(target);
    await write(
      this.database,
      claim,
      `${FREE}, asked_at = ${now}, answered_at = ${now}, failures = 0, last_error = NULL, next_at = ${nowPlus}, target = ?, etag = ?,
         last_modified = ?, validators = ?`,
      [
        ...[nextIn, target, single?.etag ?? null, single?.lastModified ?? null],
        single || validators.size === 0 ? null : JSON.stringify([...validators]),
      ],
    );
  }

  /** The snapshot that came with the service is stored. */
  async setBundled(claim: Claim, digest: string): Promise<void> {
    await write(this.database, claim, 'bundled = ?', [digest]);
  }

  /** @param reason without secrets */
  async failed(claim: Claim, reason: string, nextIn: number): Promise<void> {
    const { now, nowPlus } = this.database.dialect;
    const set = `${FREE}, asked_at = ${now}, failures = failures + 1, last_error = ?, next_at = ${nowPlus}`;
    await write(this.database, claim, set, [firstCharacters(reason, MAX_ERROR), nextIn]);
  }

  /** By provider. */
  async list(): Promise<Map<string, KnowledgeRow>> {
    const { now, secondsBetween } = this.database.dialect;
    const rows = await this.database.query<KnowledgeRow>(
      `SELECT provider, asked_since, next_at, answered_at, failures, last_error, as_of, records, rejected,
         (SELECT COUNT(*) FROM knowledge_match m WHERE m.provider = knowledge.provider AND m.as_of IS NULL) AS matched,
         ${secondsBetween('COALESCE(answered_at, asked_since)', now)} AS unanswered_seconds
       FROM knowledge`,
    );
    return new Map(rows.map((row) => [row.provider, row]));
  }

  /** A SELECT: the number of providers whose import is held. */
  selectHeld(): string {
    return 'SELECT COUNT(*) FROM advisory_batch WHERE held_because IS NOT NULL';
  }

  /** A SELECT: for how many seconds that of these providers has not answered for which it is longest. */
  selectUnanswered(providers: string[]): string {
    if (providers.length === 0) return '0';
    const { now, secondsBetween } = this.database.dialect;
    const names = providers.map((name) => `'${name}'`).join(', ');
    return `SELECT COALESCE(MAX(${secondsBetween('COALESCE(answered_at, asked_since)', now)}), 0) FROM knowledge WHERE provider IN (${names})`;
  }
}

const FREE = 'claim_id = NULL, held_until = NULL';

/** Changes the row of a claim. @returns false when the claim was lost */
async function write(sql: Sql, { provider, id }: Claim, set: string, values: Parameter[] = []): Promise<boolean> {
  const statement = `UPDATE knowledge SET ${set} WHERE provider = ? AND claim_id = ?`;
  return (await sql.execute(statement, [...values, provider, id])) > 0;
}

function validatorsOf({ target, etag, last_modified: lastModified, validators }: ClaimedRow): Map<string, Validators> {
  if (validators !== null) return new Map(JSON.parse(validators) as [string, Validators][]);
  return new Map(target !== null && (etag || lastModified) ? [[target, { etag, lastModified }]] : []);
}
