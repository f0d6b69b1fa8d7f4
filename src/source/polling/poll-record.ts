import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { type Moment, parseMoment, toApiMoment } from '../../common/moment';
import { firstCharacters, isLonger } from '../../common/text';
import { TimeSlice } from '../../common/time-slice';
import { Database, type Parameter, type Sql } from '../../database/database';
import type { Dialect, GivenType } from '../../database/dialect';
import { placeholders } from '../../database/rows';
import { type ProductVersions, type VersionFacts, VersionWriter } from '../../version/version.writer';
import type { Release } from '../sources/source';
import type { Validators } from '../sources/source-web';
import { MAX_VERSIONS_IN_RECORD } from '../catalogue/record';
import type { AnswerDigest, StoredAnswer } from './answer-digest';
import type { DueSource, HeldHost } from './host-queue';

const LABEL_AT_MOST = 255;
const NOTES_URL_AT_MOST = 2_048;
const ERROR_AT_MOST = 500;
/** How long a visit waits for products that somebody else holds, an import or another answer: five seconds in all. */
const LOCK_TRIES = 20;
const LOCK_PAUSE_MS = 250;

/** How often a visit may look again whether a product is still held. */
export class Patience {
  private left = LOCK_TRIES;

  /** Waits a little. @returns false when that has been done often enough */
  async wait(): Promise<boolean> {
    if (this.left-- <= 0) return false;
    await sleep(LOCK_PAUSE_MS);
    return true;
  }
}

/** Nothing new came of a poll. */
export interface Unchanged {
  source: DueSource;
  /** Seconds until it is asked again. */
  nextIn: number;
  /** Of an answer that says the same as the last one; 'kept': there was none, the source still has the last. */
  validators: Validators | null | 'kept';
}

/** A source's releases, which differ from those that were stored last. */
export interface Answer {
  source: DueSource;
  releases: Release[];
  digest: AnswerDigest;
  validators: Validators | null;
  /** They are all that there are. */
  complete: boolean;
  /** Seconds until it is asked again, by the seconds since the product's last release. */
  nextIn(age: number | null): number;
}

/** Somebody wants a source asked anew: what came of this poll does not count. */
class Outdated extends Error {}

/**
 * Somebody has held the product for too long. A process that stands still in the middle of a transaction may do so for hours: waiting for
 * it as the database would, for minutes, keeps all other sources of the host from being asked.
 */
export class ProductLocked extends Error {}

/** Writes what came of polls. Every write is fenced: it counts only while the host is held, and for the source as it was asked. */
@Injectable()
export class PollRecord {
  constructor(
    private readonly database: Database,
    private readonly versions: VersionWriter,
  ) {}

  /** The due times and nothing else, in one statement, or two when answers came that say the same as the last ones. */
  async unchanged(host: HeldHost, polls: Unchanged[]): Promise<void> {
    const kept: Parameter[][] = [];
    const answered: Parameter[][] = [];
    for (const { source, nextIn, validators } of polls) {
      if (validators === 'kept') kept.push(rowOf(source, nextIn));
      else answered.push([...rowOf(source, nextIn), ...validatorsOf(validators)]);
    }
    const { dialect } = this.database;
    await this.write(host, kept, SUCCEEDED, succeeded(dialect));
    await this.write(host, answered, { ...SUCCEEDED, ...VALIDATORS }, `${succeeded(dialect)}, ${SET_VALIDATORS}`);
  }

  private async write(
    host: HeldHost,
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
      where: `software_source.revision = e.asked AND ${HELD}`,
    });
    await this.database.execute(statement, [JSON.stringify(rows), host.host, host.claim]);
  }

  /**
   * Stores releases as an import does, in one transaction: those of all the products or of none.
   * @returns for each product how many versions were added or changed. One that is missing was left out: its answer does not count, or
   * somebody else holds the product.
   */
  async changed(host: HeldHost, answers: Answer[]): Promise<Map<string, number>> {
    const work = async (sql: Sql) => {
      const { now, counting } = await hold(sql, host, answers);
      return counting.length === 0 ? new Map<string, number>() : this.store(sql, counting, now);
    };
    try {
      return await this.database.transaction(work);
    } catch (error) {
      if (error instanceof Outdated) return new Map();
      throw error;
    }
  }

  /**
   * As `changed` for one product, for which it waits a while.
   * @returns null when the answer does not count
   * @throws ProductLocked
   */
  async changedAlone(host: HeldHost, answer: Answer, patience: Patience): Promise<number | null> {
    const id = answer.source.software_id;
    do {
      const count = (await this.changed(host, [answer])).get(id);
      if (count !== undefined) return count;
      if (!(await this.counts(host, answer))) return null;
    } while (await patience.wait());
    throw new ProductLocked();
  }

  private async counts(host: HeldHost, { source }: Answer): Promise<boolean> {
    const rows = await this.database.query(
      `SELECT software_id FROM software_source WHERE software_id = ? AND revision = ? AND ${HELD}`,
      [source.software_id, source.revision, host.host, host.claim],
    );
    return rows.length > 0;
  }

  /** The transaction holds the products, so that nobody changes their sources meanwhile. */
  private async store(sql: Sql, answers: CountingAnswer[], now: Moment): Promise<Map<string, number>> {
    const products: ProductVersions[] = [];
    for (const answer of answers) products.push(await versionsOf(answer));
    const counts = await this.versions.write(sql, products);
    const ages = answers.map(({ source, releases }, index) =>
      counts[index]! > 0 ? ageOf(releases, now) : (source.age ?? ageOf(releases, now)),
    );
    await this.answered(sql, answers, ages);
    return new Map(answers.map(({ source }, index) => [source.software_id, counts[index]!]));
  }

  /** @param reason for a person, without secrets */
  async failed(host: HeldHost, source: DueSource, reason: string, nextIn: number): Promise<void> {
    const { now, nowPlus } = this.database.dialect;
    await this.database.execute(
      `UPDATE software_source SET next_at = ${nowPlus}, last_attempt_at = ${now}, failures = failures + 1,
         failing_since = COALESCE(failing_since, ${now}), last_error = ?
       WHERE software_id = ? AND revision = ? AND ${HELD}`,
      [nextIn, firstCharacters(reason, ERROR_AT_MOST), source.software_id, source.revision, host.host, host.claim],
    );
  }

  /** Neither a success nor a failure: it is asked later. */
  async postponed(host: HeldHost, source: DueSource, nextIn: number): Promise<void> {
    await this.database.execute(
      `UPDATE software_source SET next_at = ${this.database.dialect.nowPlus} WHERE software_id = ? AND revision = ? AND ${HELD}`,
      [nextIn, source.software_id, source.revision, host.host, host.claim],
    );
  }

  private async answered(sql: Sql, answers: CountingAnswer[], ages: (number | null)[]): Promise<void> {
    const { dialect } = sql;
    const statement = dialect.updateJoined('software_source', {
      source: `SELECT g.*, s.updated_at AS product_at
        FROM (${dialect.givenRows({ ...SUCCEEDED, ...VALIDATORS, hash: 'text', releases: 'long text', age: 'integer' })}) g
          ${dialect.thenJoin} software s ${dialect.byIndex('PRIMARY')} ON s.id = g.id`,
      on: 'software_source.software_id = e.id',
      set: `${succeeded(dialect)}, ${SET_VALIDATORS}, answer_hash = e.hash, answer_releases = e.releases, answer_product_at = e.product_at,
        released_at = ${dialect.after(dialect.now, '-e.age')}`,
      where: `software_source.revision = e.asked`,
    });
    const rows = answers.map(({ source, nextIn, validators, digest }, index): Parameter[] => {
      const age = ages[index]!;
      return [...rowOf(source, nextIn(age)), ...validatorsOf(validators), digest.hash, digest.releases, age];
    });
    const changed = await sql.execute(statement, [JSON.stringify(rows)]);
    if (changed < answers.length) throw new Outdated();
  }
}

/** An answer that counts, and the one that was stored before it. */
interface CountingAnswer extends Answer {
  before: StoredAnswer;
}

interface Held {
  now: Moment;
  /** Of products that are held now; in the order in which others hold rows of several sources. */
  counting: CountingAnswer[];
}

/**
 * As `SoftwareWriter.hold`, but waits for nobody: what somebody else holds is left out. The claim is looked at once the products are
 * held: whoever takes the host over waits for what this transaction stores. It is not locked, or a process that stands still in the
 * middle would keep the whole host.
 */
async function hold(sql: Sql, { host, claim }: HeldHost, answers: Answer[]): Promise<Held> {
  const byProduct = new Map(answers.map((answer) => [answer.source.software_id, answer]));
  const products = await sql.query<{ id: string; updated_at: Moment; now: Moment; is_ours: number }>(
    `SELECT id, updated_at, ${sql.dialect.now} AS now, ${HELD} AS is_ours
     FROM software WHERE id IN (${placeholders(byProduct.size)}) ORDER BY id ${sql.dialect.forUpdateSkipLocked}`,
    [host, claim, ...byProduct.keys()],
  );
  const ours = new Map(products.filter(({ is_ours }) => is_ours).map((product) => [product.id, product]));
  if (ours.size === 0) return { now: '', counting: [] };
  const sources = await sql.query<StoredRow>(
    `SELECT software_id AS id, revision, answer_hash AS hash, answer_releases AS releases, answer_product_at AS product_at
     FROM software_source WHERE software_id IN (${placeholders(ours.size)}) ORDER BY software_id`,
    [...ours.keys()],
  );
  const counting = sources.flatMap(({ id, revision, hash, releases, product_at }) => {
    const answer = byProduct.get(id)!;
    if (revision !== answer.source.revision) return [];
    // Else somebody else has written versions of the product since.
    const counts = product_at === ours.get(id)!.updated_at;
    return [{ ...answer, before: { hash, releases: counts ? releases : null } }];
  });
  return { now: products[0]!.now, counting };
}

interface StoredRow extends StoredAnswer {
  id: string;
  revision: number;
  product_at: Moment | null;
}

/** What is new in an answer; all of it, where a list of everything lacks something that was there. */
async function versionsOf({ source, releases, digest, complete, before }: CountingAnswer): Promise<ProductVersions> {
  const { isNew, isMissing } = digest.changesSince(before);
  const all = complete && isMissing;
  const versions: VersionFacts[] = [];
  const slice = new TimeSlice();
  for (const [index, release] of releases.entries()) {
    if (slice.isOver) await slice.next();
    if ((all || isNew[index]) && versions.length < MAX_VERSIONS_IN_RECORD) versions.push(...toFacts(release));
  }
  return {
    softwareId: source.software_id,
    isNew: false,
    versions,
    ...(complete && { seen: all ? 'all' : 'some' }),
  };
}

const HELD = `EXISTS (SELECT 1 FROM source_host h WHERE h.host = ? AND h.claim_id = ?)`;

/** The due time after a success. The second look that a release webhook asked for comes in any case, but where this was it. */
const next = (usual: string) =>
  `CASE WHEN again_at IS NULL OR again_at = e.again OR again_at > ${usual} THEN ${usual} ELSE again_at END`;

/** What each row of `e` begins with, and its values. */
const SUCCEEDED: Record<string, GivenType> = {
  id: 'text',
  asked: 'integer',
  again: 'moment',
  seconds: 'integer',
};
const rowOf = (source: DueSource, nextIn: number): Parameter[] => [
  source.software_id,
  source.revision,
  source.again_at,
  nextIn,
];

/** By which the next poll asks, and their values. */
const VALIDATORS: Record<string, GivenType> = { tag: 'text', modified: 'text' };
const SET_VALIDATORS = 'etag = e.tag, last_modified = e.modified';
const validatorsOf = (validators: Validators | null): Parameter[] => [
  validators?.etag ?? null,
  validators?.lastModified ?? null,
];

const succeeded = ({ now, after }: Dialect) =>
  `next_at = ${next(after(now, 'e.seconds'))}, last_attempt_at = ${now}, last_success_at = ${now}, failures = 0, failing_since = NULL, last_error = NULL,
   reported_at = NULL, report_id = NULL`;

/** What no label of the catalogue can hold is left out, and a date or an address that is none is not said. */
function toFacts({ version, releasedAt, prerelease, notesUrl, withdrawn }: Release): VersionFacts[] {
  const label = version.toWellFormed().trim();
  if (label === '' || isLonger(label, LABEL_AT_MOST) || label.includes('\0')) return [];
  return [
    {
      label,
      releasedAt: releasedAt === null ? null : parseMoment(releasedAt),
      removedAt: null,
      withdrawn,
      prerelease,
      notesUrl: notesUrl !== null && !isLonger(notesUrl, NOTES_URL_AT_MOST) ? notesUrl : null,
    },
  ];
}

/** Seconds since the newest of them, as far as they say; without dates it is new to us, and counts as released now. null: there are none. */
function ageOf(releases: Release[], now: Moment): number | null {
  if (releases.length === 0) return null;
  // Sources give moments in one form, whose order is that of time.
  const until = toApiMoment(now);
  let newest = '';
  for (const { releasedAt } of releases)
    if (releasedAt !== null && releasedAt > newest && releasedAt <= until) newest = releasedAt;
  return newest === '' ? 0 : Math.max(0, Math.round((Date.parse(until) - Date.parse(newest)) / 1_000));
}
