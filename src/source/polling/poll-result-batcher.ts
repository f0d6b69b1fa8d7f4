import { Logger } from '@nestjs/common';
import { PatternBudgetSpent } from 'version-order';
import { isContention, isUnavailable } from '../../database/errors';
import { SourceError } from '../../common/fetch/source-error';
import type { HostSession } from './host-session';
import type { UnchangedPoll } from './poll-result.repository';
import { type ChangedPoll, LockTries, type PollResultService, ProductLocked } from './poll-result.service';
import type { DueSource } from './due-source';

/** Unchanged sources in one statement. */
const UNCHANGED_BATCH = 200;
/** Products and versions in one transaction, so that it locks rows only briefly. */
const POLLS_BATCH = 100;
const VERSIONS_BATCH = 4_000;
/** Seconds until polling goes on where the database has failed. */
export const DATABASE_PAUSE = 60;

/** A poll whose releases are to be stored, and the callback for the result. */
export interface PendingPoll {
  poll: ChangedPoll;
  /** @param versions how many were added or changed; null = the result did not count */
  stored: (versions: number | null) => void;
  failed: (error: SourceError) => Promise<void>;
}

/**
 * Writes the results of one host in batches. While one batch is stored the next one fills up, so a fast host takes few
 * transactions, and results of a slow one are stored at once.
 */
export class PollResultBatcher {
  private readonly logger = new Logger(PollResultBatcher.name);
  private readonly lockTries = new LockTries();
  private unchangedPolls: UnchangedPoll[] = [];
  private pending: PendingPoll[] = [];
  private pendingVersions = 0;
  private batch: Promise<void> = Promise.resolve();
  private isStoring = false;
  private stored: Promise<void> = Promise.resolve();
  private failure: { error: unknown } | null = null;

  constructor(
    private readonly session: HostSession,
    private readonly results: PollResultService,
  ) {}

  addFailure(source: DueSource, reason: string, nextIn: number): Promise<void> {
    return this.results.repository.recordFailure(this.session, source, reason, nextIn);
  }

  explain(source: DueSource, reason: string): Promise<void> {
    return this.results.repository.recordReason(this.session, source, reason);
  }

  postpone(source: DueSource, seconds: number): Promise<void> {
    return this.results.repository.postpone(this.session, source, seconds);
  }

  /** Written at the end of the session at the latest. */
  async addUnchanged(poll: UnchangedPoll): Promise<void> {
    this.unchangedPolls.push(poll);
    if (this.unchangedPolls.length >= UNCHANGED_BATCH) await this.writeUnchanged();
  }

  /** Resolves when there is room for another one. @throws the error of an earlier batch */
  async add(pending: PendingPoll): Promise<void> {
    this.pending.push(pending);
    this.pendingVersions += pending.poll.releases.length;
    if (!this.isStoring) this.stored = this.storeAll();
    while (this.isFull() && this.isStoring) await this.batch;
    if (this.failure) throw this.failure.error;
  }

  /** Writes the rest. @throws the error of a batch */
  async flush(): Promise<void> {
    await this.stored;
    await this.writeUnchanged();
    if (this.failure) throw this.failure.error;
  }

  private isFull(): boolean {
    return this.pending.length >= POLLS_BATCH || this.pendingVersions >= VERSIONS_BATCH;
  }

  private async writeUnchanged(): Promise<void> {
    const polls = this.unchangedPolls;
    this.unchangedPolls = [];
    await this.results.repository.recordUnchanged(this.session, polls);
  }

  private async storeAll(): Promise<void> {
    this.isStoring = true;
    try {
      while (this.pending.length > 0 && !this.failure) {
        const batch = this.pending;
        this.pending = [];
        this.pendingVersions = 0;
        this.batch = this.storeBatch(batch);
        await this.batch;
      }
    } catch (error) {
      this.failure = { error };
    } finally {
      this.isStoring = false;
    }
  }

  private async storeBatch(batch: PendingPoll[]): Promise<void> {
    const stored = batch.length > 1 ? await this.storeTogether(batch) : new Map<string, number>();
    for (const pending of batch) {
      const versions = stored.get(pending.poll.source.software_id);
      if (versions === undefined) await this.storeAlone(pending);
      else pending.stored(versions);
    }
  }

  /** @returns nothing when the batch fails: then its results are stored individually */
  private async storeTogether(batch: PendingPoll[]): Promise<Map<string, number>> {
    const polls = batch.map(({ poll }) => poll);
    try {
      return await this.results.store(this.session, polls);
    } catch (error) {
      if (isUnavailable(error) && !isContention(error)) throw error;
      this.logger.debug({ msg: 'poll results are stored one by one', polls: polls.length, err: error });
      return new Map();
    }
  }

  /** A result that the database refuses must not stop the other sources of the host. */
  private async storeAlone({ poll, stored, failed }: PendingPoll): Promise<void> {
    const { software_id: software, type } = poll.source;
    try {
      const versions = await this.results.storeOne(this.session, poll, this.lockTries);
      if (versions === null) this.session.doubtClaim();
      stored(versions);
    } catch (error) {
      if (error instanceof ProductLocked || isContention(error)) {
        this.logger.warn({ msg: 'a product was locked for too long', software, err: error });
        await this.postpone(poll.source, DATABASE_PAUSE);
        this.session.doubtClaim();
        return stored(null);
      }
      if (error instanceof PatternBudgetSpent) return failed(slowPattern(error));
      if (isUnavailable(error)) throw error;
      this.logger.error({ msg: 'releases could not be stored', software, type, err: error });
      await failed(internalError());
    }
  }
}

const slowPattern = ({ field }: PatternBudgetSpent) =>
  new SourceError(`The ${field} of the product takes too long on these versions: use a simpler pattern`, null, 'size');

export const internalError = () => new SourceError('Internal error, see the log of the service', null, 'internal');
