import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { type Moment, parseMoment } from '../../common/moment';
import { firstCharacters, lengthOf } from '../../common/text';
import { Database, type Parameter, type Sql } from '../../database/database';
import { type VersionFacts, VersionWriter } from '../../version/version.writer';
import type { Release } from '../sources/source';
import type { Validators } from '../sources/source-web';
import { MAX_VERSIONS_IN_RECORD } from '../catalogue/record';
import type { DueSource, HeldHost } from './host-queue';

const LABEL_AT_MOST = 255;
const NOTES_URL_AT_MOST = 2_048;
const ERROR_AT_MOST = 500;
/** How long a product may be locked, by an import or another answer: five seconds in all. */
const LOCK_TRIES = 20;
const LOCK_PAUSE_MS = 250;

/** Nothing new came of a poll. */
export interface Unchanged {
  source: DueSource;
  /** Seconds until it is asked again. */
  nextIn: number;
  validators: Validators | null;
}

/** Releases that differ from those that were stored last. */
export interface Answer {
  releases: Release[];
  hash: string;
  validators: Validators | null;
  /** They are all that there are. */
  complete: boolean;
}

/** The claim is over, or somebody wants the source asked anew: what came of this poll does not count. */
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

  /** The due times and nothing else, in one statement. */
  async unchanged(host: HeldHost, polls: Unchanged[]): Promise<void> {
    if (polls.length === 0) return;
    const { dialect } = this.database;
    const row = 'SELECT ? AS id, ? AS asked, ? AS again, ? AS seconds, ? AS tag, ? AS modified';
    const statement = dialect.updateJoined('software_source', {
      source: polls.map(() => row).join(' UNION ALL '),
      on: 'software_source.software_id = e.id',
      set: `next_at = ${next(dialect.after(dialect.now, 'e.seconds'), 'e.again')}, etag = e.tag, last_modified = e.modified, ${succeeded(dialect.now)}`,
      where: `software_source.revision = e.asked AND ${HELD}`,
    });
    const rows = polls.flatMap(({ source, nextIn, validators }): Parameter[] => [
      ...[source.software_id, source.revision, source.again_at, nextIn],
      ...[validators?.etag ?? null, validators?.lastModified ?? null],
    ]);
    await this.database.execute(statement, [...rows, host.host, host.claim]);
  }

  /**
   * Stores releases as an import does, in one transaction.
   * @param nextIn seconds until it is asked again, by the seconds since the product's last release
   * @returns how many versions were added or changed; null when the answer does not count
   * @throws ProductLocked
   */
  async changed(
    host: HeldHost,
    source: DueSource,
    answer: Answer,
    nextIn: (age: number | null) => number,
  ): Promise<number | null> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.store(host, source, answer, nextIn);
      } catch (error) {
        if (error instanceof Outdated) return null;
        if (!(error instanceof ProductLocked) || tries === LOCK_TRIES) throw error;
        await sleep(LOCK_PAUSE_MS);
      }
    }
  }

  private store(
    host: HeldHost,
    source: DueSource,
    answer: Answer,
    nextIn: (age: number | null) => number,
  ): Promise<number> {
    return this.database.transaction(async (sql) => {
      const now = await hold(sql, source.software_id);
      const versions = answer.releases.flatMap(toFacts).slice(0, MAX_VERSIONS_IN_RECORD);
      const [count = 0] = await this.versions.write(sql, [
        { softwareId: source.software_id, isNew: false, versions, complete: answer.complete },
      ]);
      const age = count > 0 ? ageOf(versions, now) : (source.age ?? ageOf(versions, now));
      await this.answered(sql, host, source, { answer, age, nextIn: nextIn(age) });
      return count;
    });
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

  private async answered(
    sql: Sql,
    host: HeldHost,
    source: DueSource,
    { answer, age, nextIn }: { answer: Answer; age: number | null; nextIn: number },
  ): Promise<void> {
    const { now, nowPlus, after } = sql.dialect;
    const changed = await sql.execute(
      `UPDATE software_source SET next_at = ${next(nowPlus, '?')}, ${succeeded(now)}, etag = ?, last_modified = ?, answer_hash = ?,
         released_at = ${after(now, '?')}
       WHERE software_id = ? AND revision = ? AND ${HELD}`,
      [
        ...[source.again_at, nextIn, nextIn],
        ...[
          answer.validators?.etag ?? null,
          answer.validators?.lastModified ?? null,
          answer.hash,
          age === null ? null : -age,
        ],
        ...[source.software_id, source.revision, host.host, host.claim],
      ],
    );
    if (changed === 0) throw new Outdated();
  }
}

/** As `SoftwareWriter.hold`, but waits for nobody. @returns the time */
async function hold(sql: Sql, softwareId: string): Promise<Moment> {
  const select = `SELECT ${sql.dialect.now} AS now FROM software WHERE id = ?`;
  const [held] = await sql.query<{ now: Moment }>(`${select} ${sql.dialect.forUpdateSkipLocked}`, [softwareId]);
  if (held) return held.now;
  throw (await sql.query(select, [softwareId])).length > 0 ? new ProductLocked() : new Outdated();
}

const HELD = `EXISTS (SELECT 1 FROM source_host h WHERE h.host = ? AND h.claim_id = ?)`;

/** The due time after a success. The second look that a release webhook asked for comes in any case, but where this was it. */
const next = (usual: string, again: string) =>
  `CASE WHEN again_at IS NULL OR again_at = ${again} OR again_at > ${usual} THEN ${usual} ELSE again_at END`;

const succeeded = (now: string) =>
  `last_attempt_at = ${now}, last_success_at = ${now}, failures = 0, failing_since = NULL, last_error = NULL,
   reported_at = NULL, report_id = NULL`;

/** Tells two answers apart, whatever the order of their releases. */
export function hashOf(releases: Release[]): string {
  const lines = releases.map(({ version, releasedAt, prerelease, notesUrl, withdrawn = false }) =>
    JSON.stringify([version, releasedAt, prerelease, notesUrl, withdrawn]),
  );
  return createHash('sha256').update(lines.sort().join('\n')).digest('base64url');
}

/** What no label of the catalogue can hold is left out, and a date or an address that is none is not said. */
function toFacts({ version, releasedAt, prerelease, notesUrl, withdrawn }: Release): VersionFacts[] {
  const label = version.toWellFormed().trim();
  if (label === '' || lengthOf(label) > LABEL_AT_MOST || label.includes('\0')) return [];
  return [
    {
      label,
      releasedAt: releasedAt === null ? null : parseMoment(releasedAt),
      removedAt: null,
      withdrawn,
      prerelease,
      notesUrl: notesUrl !== null && lengthOf(notesUrl) <= NOTES_URL_AT_MOST ? notesUrl : null,
    },
  ];
}

/** Seconds since the newest of them, as far as they say; without dates it is new to us, and counts as released now. null: there are none. */
function ageOf(versions: VersionFacts[], now: Moment): number | null {
  if (versions.length === 0) return null;
  const dates = versions.map(({ releasedAt }) => releasedAt).filter((date) => date !== null && date <= now) as Moment[];
  if (dates.length === 0) return 0;
  const newest = dates.reduce((a, b) => (a > b ? a : b));
  return Math.max(0, Math.round(secondsOf(now) - secondsOf(newest)));
}

const secondsOf = (moment: Moment) => Date.parse(`${moment.replace(' ', 'T')}Z`) / 1_000;
