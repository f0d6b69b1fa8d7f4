import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { isLonger, TimeSlice } from 'small-parts';
import { type UtcTimestamp, parseMoment, toApiTimestamp } from '../../common/time/utc-timestamp';
import { Database, type Sql } from '../../database/database';
import { LifecycleStore } from '../../version/lifecycle/lifecycle.store';
import type { ProductCycle } from '../../version/lifecycle/product-cycle';
import type { TaggedNote } from '../../version/release-notes/store/note-match';
import { NoteRecorder } from '../../version/release-notes/store/note-recorder';
import type { PreparedTexts } from '../../version/release-notes/store/note-store';
import {
  newestRelease,
  type ProductVersions,
  type VersionFacts,
  VersionRecorder,
} from '../../version/versions/version-recorder';
import { VersionChanges } from '../../version/versions/version-changes';
import type { Validators } from '../../common/fetch/response-headers';
import type { Release } from '../sources/source';
import type { AnswerDigest, StoredAnswer } from './answer-digest';
import { PollResultRepository } from './poll-result.repository';
import type { DueSource } from './due-source';
import type { ClaimedHost } from './source-host.repository';

const MAX_LABEL = 255;
const MAX_LEFT_OUT = 255;
const MAX_NOTES_URL = 2_048;
/** For how long polling of a host waits for products that somebody else has locked: five seconds in all. */
const LOCK_TRIES = 20;
const LOCK_PAUSE_MS = 250;

/** A poll that returned other releases than those stored last. */
export interface ChangedPoll {
  source: DueSource;
  releases: Release[];
  /** Undefined: the source knows none. */
  cycles?: ProductCycle[];
  digest: AnswerDigest;
  validators: Validators | null;
  /** The list of releases is complete. */
  complete: boolean;
  /** Why it is not; null = it is. */
  notice: string | null;
  /** Seconds until the next poll, by the seconds since the last release. */
  nextIn: (age: number | null) => number;
  /** Made of the release notes that are not stored yet; null = notes are not read. */
  notes: PreparedTexts | null;
}

/** How many more times polling of a host waits for a locked product. */
export class LockTries {
  private left = LOCK_TRIES;

  /** @returns false when there are none left */
  async wait(): Promise<boolean> {
    if (this.left-- <= 0) return false;
    await sleep(LOCK_PAUSE_MS);
    return true;
  }
}

/** Somebody else has locked the product for too long: to wait as the database would, for minutes, would stop the whole host. */
export class ProductLocked extends Error {}

/** A source was set anew: the results of this transaction do not count. */
class Outdated extends Error {}

/** Stores the releases that polls return. */
@Injectable()
export class PollResultService {
  constructor(
    private readonly database: Database,
    readonly repository: PollResultRepository,
    private readonly versions: VersionRecorder,
    private readonly changes: VersionChanges,
    private readonly lifecycles: LifecycleStore,
    private readonly notes: NoteRecorder,
  ) {}

  /**
   * Stores the releases of all these polls in one transaction, or of none.
   * @returns for each product how many versions were added or changed. Those that are missing were left out: their result does not
   * count, or somebody else has locked the product.
   */
  async store(host: ClaimedHost, polls: ChangedPoll[]): Promise<Map<string, number>> {
    try {
      const counts = await this.database.transaction((sql) => this.storeLocked(sql, host, polls));
      if ([...counts.values()].some((count) => count > 0)) this.changes.next();
      return counts;
    } catch (error) {
      if (error instanceof Outdated) return new Map();
      throw error;
    }
  }

  /**
   * Stores the releases of one poll; waits for the product if it is locked.
   * @returns how many versions were added or changed; null = the result does not count
   * @throws ProductLocked
   */
  async storeOne(host: ClaimedHost, poll: ChangedPoll, tries: LockTries): Promise<number | null> {
    do {
      const count = (await this.store(host, [poll])).get(poll.source.software_id);
      if (count !== undefined) return count;
      if (!(await this.repository.isCurrent(host, poll.source))) return null;
    } while (await tries.wait());
    throw new ProductLocked();
  }

  /** Prepares `ChangedPoll.notes`. */
  prepareNotes(releases: Release[]): Promise<PreparedTexts> {
    return this.notes.prepare(notesOf(releases));
  }

  private async storeLocked(sql: Sql, host: ClaimedHost, polls: ChangedPoll[]): Promise<Map<string, number>> {
    const byProduct = new Map(polls.map((poll) => [poll.source.software_id, poll]));
    const sources = polls.map(({ source }) => source);
    const { now, stored } = await this.repository.lockProducts(sql, host, sources);
    if (stored.size === 0) return new Map();
    const current = [...stored.keys()].map((id) => byProduct.get(id)!);
    const products: ProductVersions[] = [];
    for (const poll of current) products.push(await newVersions(poll, stored.get(poll.source.software_id)!, now));
    const counts = await this.versions.record(sql, products);
    await this.storeCycles(sql, current, now);
    await this.storeNotes(sql, current, stored);
    const done = current.map(({ source, releases, digest, validators, nextIn, notice }, index) => {
      const age = (counts[index] === 0 ? source.age : null) ?? ageOf(releases, now);
      return { source, digest, validators, age, notice, nextIn: nextIn(age) };
    });
    if ((await this.repository.recordStored(sql, done)) < done.length) throw new Outdated();
    return new Map(current.map(({ source }, index) => [source.software_id, counts[index]!]));
  }

  /** No cycles at all: the source has lost them, or never had any. */
  private async storeCycles(sql: Sql, polls: ChangedPoll[], now: UtcTimestamp): Promise<void> {
    const given = polls.flatMap(({ source, cycles = [] }) =>
      cycles.length === 0 ? [] : [{ softwareId: source.software_id, cycles, asOf: now.slice(0, 10) }],
    );
    if (given.length > 0) await this.lifecycles.replace(sql, given, 'source');
  }

  private async storeNotes(sql: Sql, polls: ChangedPoll[], stored: Map<string, StoredAnswer>): Promise<void> {
    for (const { source, releases, digest, notes } of polls) {
      if (!notes) continue;
      const { isNew } = digest.changesSince(stored.get(source.software_id)!);
      const changed = releases.filter((_release, index) => isNew[index]);
      await this.notes.record(sql, source.software_id, notesOf(changed), notes);
    }
  }
}

const notesOf = (releases: Release[]): TaggedNote[] =>
  releases.flatMap(({ version, notes, notesUrl, releasedAt }) =>
    notes
      ? [{ tag: version.trim(), note: notes, url: notesUrl, releasedAt: releasedAt && parseMoment(releasedAt) }]
      : [],
  );

/** The releases that are new or changed; all of them when a complete list lacks one that it had before. */
async function newVersions(
  { source, releases, digest, complete }: ChangedPoll,
  before: StoredAnswer,
  now: UtcTimestamp,
): Promise<ProductVersions> {
  const { isNew, isMissing } = digest.changesSince(before);
  const all = complete && isMissing;
  const versions: VersionFacts[] = [];
  const slice = new TimeSlice();
  for (const [index, release] of releases.entries()) {
    if (slice.isOver) await slice.next();
    if (all || isNew[index]) versions.push(...toFacts(release));
  }
  return {
    softwareId: source.software_id,
    isNew: false,
    versions,
    // A first answer has changes of the past; changes in a later one have just happened.
    changedAt: before.hash === null ? newestRelease(versions, now) : null,
    ...(complete && { seen: all ? 'all' : 'some' }),
    listed: new Set(versions.length > 0 ? releases.map(({ version }) => version.trim()) : []),
  };
}

/** Nothing for a label that the catalogue cannot hold; a date or an address that it cannot hold is left out. */
export function toFacts({
  version,
  releasedAt,
  prerelease,
  notesUrl,
  withdrawn,
  leftOut = '',
}: Release): VersionFacts[] {
  const label = version.toWellFormed().trim();
  if (label === '' || isLonger(label, MAX_LABEL) || label.includes('\0')) return [];
  return [
    {
      label,
      releasedAt: releasedAt === null ? null : parseMoment(releasedAt),
      removedAt: null,
      withdrawn,
      leftOut: leftOut.slice(0, MAX_LEFT_OUT).toWellFormed() || null,
      prerelease,
      notesUrl: notesUrl !== null && !isLonger(notesUrl, MAX_NOTES_URL) ? notesUrl : null,
    },
  ];
}

/** Seconds since the newest release, future ones excluded; without dates it counts as released now. null: there are none. */
export function ageOf(releases: Release[], now: UtcTimestamp): number | null {
  if (releases.length === 0) return null;
  const until = toApiTimestamp(now);
  let newest = '';
  for (const { releasedAt } of releases)
    if (releasedAt !== null && releasedAt > newest && releasedAt <= until) newest = releasedAt;
  return newest === '' ? 0 : Math.max(0, Math.round((Date.parse(until) - Date.parse(newest)) / 1_000));
}
