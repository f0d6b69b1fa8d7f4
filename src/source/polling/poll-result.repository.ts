import { Injectable } from '@nestjs/common';
import { firstCharacters } from 'small-parts';
import type { UtcTimestamp } from '../../common/time/utc-timestamp';
import { Database, type Parameter, type Sql } from '../../database/database';
import type { Dialect, GivenType } from '../../database/dialect';
import { placeholders } from '../../database/rows';
import { WRITTEN_AT } from '../../software/software.repository';
import type { Validators } from '../../common/fetch/response-headers';
import type { AnswerDigest, StoredAnswer } from './answer-digest';
import type { DueSource } from './due-source';
import type { ClaimedHost } from './source-host.repository';

const MAX_ERROR = 500;

/** A poll that returned nothing new. */
export interface UnchangedPoll {
  source: DueSource;
  /** Seconds until the next poll. */
  nextIn: number;
  /** 'kept': the source said that nothing has changed, and those of the response before stay. */
  validators: Validators | null | 'kept';
}

/** A poll whose releases were stored. */
export interface StoredPoll {
  source: DueSource;
  nextIn: number;
  validators: Validators | null;
  digest: AnswerDigest;
  /** Seconds since the newest release; null = there is none. */
  age: number | null;
  /** Why not all was read; null = it was. */
  notice: string | null;
}

/** Products that are locked, with what was stored for their sources by the poll before. */
export interface LockedProducts {
  now: UtcTimestamp;
  /** By product, in the order in which rows of several sources are locked. */
  stored: Map<string, StoredAnswer>;
}

interface StoredRow extends StoredAnswer {
  id: string;
  revision: number;
  product_at: UtcTimestamp | null;
}

/**
 * SQL that writes results of polls to `software_source`. A result counts only while this process has the host claimed, and while the
 * source is still the one that was polled (its revision).
 */
@Injectable()
export class PollResultRepository {
  constructor(private readonly database: Database) {}

  /** Writes due times and state of sources without anything new: one statement, or two when some have new validators. */
  async recordUnchanged(host: ClaimedHost, polls: UnchangedPoll[]): Promise<void> {
    const kept: Parameter[][] = [];
    const renewed: Parameter[][] = [];
    for (const { source, nextIn, validators } of polls) {
      if (validators === 'kept') kept.push(successRow(source, nextIn));
      else renewed.push([...successRow(source, nextIn), ...validatorsRow(validators)]);
    }
    const success = setSuccess(this.database.dialect);
    await this.updateClaimed(host, kept, SUCCESS_COLUMNS, success);
    await this.updateClaimed(
      host,
      renewed,
      { ...SUCCESS_COLUMNS, ...VALIDATOR_COLUMNS },
      `${success}, ${SET_VALIDATORS}`,
    );
  }

  /** @param reason for the owner, without secrets */
  async recordFailure(host: ClaimedHost, source: DueSource, reason: string, nextIn: number): Promise<void> {
    const { now, nowPlus } = this.database.dialect;
    const set = `next_at = ${nowPlus}, last_attempt_at = ${now}, failures = failures + 1,
         failing_since = COALESCE(failing_since, ${now}), last_error = ?`;
    await this.update(host, source, set, [nextIn, firstCharacters(reason, MAX_ERROR)]);
  }

  /** It stays due and is not failing: the poll could not be made, for this reason. */
  async recordReason(host: ClaimedHost, source: DueSource, reason: string): Promise<void> {
    await this.update(host, source, 'last_error = ?', [firstCharacters(reason, MAX_ERROR)]);
  }

  /** Neither a success nor a failure: it is due again in `seconds`. */
  async postpone(host: ClaimedHost, source: DueSource, seconds: number): Promise<void> {
    await this.update(host, source, `next_at = ${this.database.dialect.nowPlus}`, [seconds]);
  }

  private async update(host: ClaimedHost, source: DueSource, set: string, values: Parameter[]): Promise<void> {
    const statement = `UPDATE software_source SET ${set} WHERE ${IS_CURRENT}`;
    await this.database.execute(statement, [...values, ...current(host, source)]);
  }

  /** Whether a result of this poll would count. */
  async isCurrent(host: ClaimedHost, source: DueSource): Promise<boolean> {
    const statement = `SELECT software_id FROM software_source WHERE ${IS_CURRENT}`;
    return (await this.database.query(statement, current(host, source))).length > 0;
  }

  /**
   * Locks the products of these sources whose results count, and skips those that others have locked. Checks the claim after it has
   * locked them, so whoever takes the host over waits for what this transaction stores. Does not lock the claim itself: a process
   * that hangs would block the whole host.
   */
  async lockProducts(sql: Sql, { host, claim }: ClaimedHost, sources: DueSource[]): Promise<LockedProducts> {
    const revisions = new Map(sources.map(({ software_id, revision }) => [software_id, revision]));
    const products = await sql.query<{ id: string; written_at: UtcTimestamp; now: UtcTimestamp; is_ours: number }>(
      `SELECT id, ${WRITTEN_AT} AS written_at, ${sql.dialect.now} AS now, ${IS_CLAIMED} AS is_ours
       FROM software s WHERE id IN (${placeholders(revisions.size)}) ORDER BY id ${sql.dialect.forUpdateSkipLocked}`,
      [host, claim, ...revisions.keys()],
    );
    const locked = new Map(products.filter(({ is_ours }) => is_ours).map((product) => [product.id, product]));
    if (locked.size === 0) return { now: '', stored: new Map() };
    const rows = await sql.query<StoredRow>(
      `SELECT software_id AS id, revision, answer_hash AS hash, answer_releases AS releases, answer_product_at AS product_at
       FROM software_source WHERE software_id IN (${placeholders(locked.size)}) ORDER BY software_id`,
      [...locked.keys()],
    );
    const stored = new Map<string, StoredAnswer>();
    for (const { id, revision, hash, releases, product_at } of rows) {
      if (revision !== revisions.get(id)) continue;
      // Something else has written versions of the product since: its stored digests mean nothing.
      const isUntouched = product_at === locked.get(id)!.written_at;
      stored.set(id, { hash, releases: isUntouched ? releases : null });
    }
    return { now: products[0]!.now, stored };
  }

  /** In the transaction that locked the products and has written their versions. @returns how many sources were still those polled */
  async recordStored(sql: Sql, polls: StoredPoll[]): Promise<number> {
    const { dialect } = sql;
    const columns = { ...SUCCESS_COLUMNS, ...VALIDATOR_COLUMNS, ...ANSWER_COLUMNS };
    const statement = dialect.updateJoined('software_source', {
      source: `SELECT g.*, ${WRITTEN_AT} AS product_at
        FROM (${dialect.givenRows(columns)}) g ${dialect.thenJoin} software s ${dialect.byIndex('PRIMARY')} ON s.id = g.id`,
      on: 'software_source.software_id = e.id',
      set: `${setSuccess(dialect)}, ${SET_VALIDATORS}, answer_hash = e.hash, answer_releases = e.releases, answer_product_at = e.product_at,
        notice = e.remark,
        released_at = ${dialect.after(dialect.now, '-e.age')}`,
      where: `software_source.revision = e.asked`,
    });
    const rows = polls.map(({ source, nextIn, validators, digest, age, notice }): Parameter[] => [
      ...successRow(source, nextIn),
      ...validatorsRow(validators),
      digest.hash,
      digest.releases,
      age,
      notice,
    ]);
    return sql.execute(statement, [JSON.stringify(rows)]);
  }

  private async updateClaimed(
    host: ClaimedHost,
    rows: Parameter[][],
    columns: Record<string, GivenType>,
    set: string,
  ): Promise<void> {
    if (rows.length === 0) return;
    const { dialect } = this.database;
    const statement = dialect.updateJoined('software_source', {
      source: dialect.givenRows(columns),
      on: 'software_source.software_id = e.id',
      set,
      where: `software_source.revision = e.asked AND ${IS_CLAIMED}`,
    });
    await this.database.execute(statement, [JSON.stringify(rows), host.host, host.claim]);
  }
}

const IS_CLAIMED = `EXISTS (SELECT 1 FROM source_host h WHERE h.host = ? AND h.claim_id = ?)`;
/** Of `current`. */
const IS_CURRENT = `software_id = ? AND revision = ? AND ${IS_CLAIMED}`;
const current = ({ host, claim }: ClaimedHost, { software_id, revision }: DueSource) => [
  software_id,
  revision,
  host,
  claim,
];

/** Columns of the rows `e` that a success is written by; `successRow` has their values. */
const SUCCESS_COLUMNS: Record<string, GivenType> = {
  id: 'text',
  asked: 'integer',
  again: 'moment',
  seconds: 'integer',
};
const successRow = (source: DueSource, nextIn: number): Parameter[] => [
  source.software_id,
  source.revision,
  source.again_at,
  nextIn,
];

const VALIDATOR_COLUMNS: Record<string, GivenType> = { tag: 'text', modified: 'text' };
const SET_VALIDATORS = 'etag = e.tag, last_modified = e.modified';
const validatorsRow = (validators: Validators | null): Parameter[] => [
  validators?.etag ?? null,
  validators?.lastModified ?? null,
];

const ANSWER_COLUMNS: Record<string, GivenType> = {
  hash: 'text',
  releases: 'long text',
  age: 'integer',
  remark: 'text',
};

/** A poll that somebody asked for meanwhile (`again_at`) comes in any case, unless it was this one. */
const nextAt = (usual: string) =>
  `CASE WHEN again_at IS NULL OR again_at = e.again OR again_at > ${usual} THEN ${usual} ELSE again_at END`;

const setSuccess = ({ now, after }: Dialect) =>
  `next_at = ${nextAt(after(now, 'e.seconds'))}, last_attempt_at = ${now}, last_success_at = ${now}, failures = 0, failing_since = NULL, last_error = NULL,
   reported_at = NULL, report_id = NULL, resting_since = NULL`;
