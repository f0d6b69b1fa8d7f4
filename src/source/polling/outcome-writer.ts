import { Logger } from '@nestjs/common';
import { isContention, isUnavailable } from '../../database/errors';
import { PatternBudgetSpent } from '../../version/ordering/pattern-budget';
import { SourceError } from '../sources/source';
import type { DueSource } from './host-queue';
import type { HostVisit } from './host-visit';
import { type Answer, Patience, type PollRecord, ProductLocked, type Unchanged } from './poll-record';

/** Sources that brought nothing new, in one statement. */
const UNCHANGED_SET = 200;
/** Products, and versions, that are stored in one transaction: as in an import, it holds rows for no longer than an instant. */
const ANSWERS_SET = 100;
const VERSIONS_SET = 4_000;
/** Seconds until what the database could not do now is tried again. */
export const DATABASE_PAUSE = 60;

/** An answer that is to be stored, and who wants to hear of it: how many versions it added or changed; null = it did not count. */
export interface Pending {
  answer: Answer;
  stored(versions: number | null): void;
  failed(error: SourceError): Promise<void>;
}

/**
 * Writes what the polls of one visit bring, in sets. While a set of answers is stored the next one gathers: a fast host costs few
 * transactions, and a slow one waits for none.
 */
export class OutcomeWriter {
  private readonly logger = new Logger(OutcomeWriter.name);
  private readonly patience = new Patience();
  private unchangedOnes: Unchanged[] = [];
  private pending: Pending[] = [];
  private versions = 0;
  /** The set that is being stored. */
  private set: Promise<void> = Promise.resolve();
  private storing = false;
  private stored: Promise<void> = Promise.resolve();
  private failure: { error: unknown } | null = null;

  constructor(
    private readonly visit: HostVisit,
    private readonly record: PollRecord,
  ) {}

  /** It is written some time before the end of the visit. */
  async unchanged(poll: Unchanged): Promise<void> {
    this.unchangedOnes.push(poll);
    if (this.unchangedOnes.length >= UNCHANGED_SET) await this.writeUnchanged();
  }

  /** It is stored as soon as what came before it is. Resolves when there is room for another. @throws what kept an earlier one from it */
  async store(pending: Pending): Promise<void> {
    this.pending.push(pending);
    this.versions += pending.answer.releases.length;
    if (!this.storing) this.stored = this.storeAll();
    while (this.isFull() && this.storing) await this.set;
    if (this.failure) throw this.failure.error;
  }

  /** Writes what is left. @throws what kept it from being written */
  async end(): Promise<void> {
    await this.stored;
    await this.writeUnchanged();
    if (this.failure) throw this.failure.error;
  }

  private isFull(): boolean {
    return this.pending.length >= ANSWERS_SET || this.versions >= VERSIONS_SET;
  }

  private async writeUnchanged(): Promise<void> {
    const polls = this.unchangedOnes;
    this.unchangedOnes = [];
    await this.record.unchanged(this.visit, polls);
  }

  private async storeAll(): Promise<void> {
    this.storing = true;
    try {
      while (this.pending.length > 0 && !this.failure) {
        const set = this.pending;
        this.pending = [];
        this.versions = 0;
        this.set = this.storeSet(set);
        await this.set;
      }
    } catch (error) {
      this.failure = { error };
    } finally {
      this.storing = false;
    }
  }

  private async storeSet(set: Pending[]): Promise<void> {
    const stored = set.length > 1 ? await this.together(set) : new Map<string, number>();
    for (const one of set) {
      const versions = stored.get(one.answer.source.software_id);
      if (versions === undefined) await this.alone(one);
      else one.stored(versions);
    }
  }

  /** @returns nothing when an answer stands in the way: each is stored alone then, which shows which one it is */
  private async together(set: Pending[]): Promise<Map<string, number>> {
    const answers = set.map(({ answer }) => answer);
    try {
      return await this.record.changed(this.visit, answers);
    } catch (error) {
      if (isUnavailable(error) && !isContention(error)) throw error;
      this.logger.debug({ msg: 'answers are stored one by one', answers: answers.length, err: error });
      return new Map();
    }
  }

  /** One answer that the database will not take must not keep the other sources of the host from being asked. */
  private async alone({ answer, stored, failed }: Pending): Promise<void> {
    const { source } = answer;
    try {
      const versions = await this.record.changedAlone(this.visit, answer, this.patience);
      if (versions === null) this.visit.doubt();
      stored(versions);
    } catch (error) {
      if (error instanceof ProductLocked || isContention(error)) return this.postpone(source, stored, error);
      if (error instanceof PatternBudgetSpent) return failed(slowPattern(error));
      if (isUnavailable(error)) throw error;
      this.logger.error({
        msg: 'releases could not be stored',
        software: source.software_id,
        type: source.type,
        err: error,
      });
      await failed(internalError());
    }
  }

  private async postpone(source: DueSource, stored: Pending['stored'], error: unknown): Promise<void> {
    this.logger.warn({ msg: 'a product was locked for too long', software: source.software_id, err: error });
    await this.record.postponed(this.visit, source, DATABASE_PAUSE);
    this.visit.doubt();
    stored(null);
  }
}

const slowPattern = ({ field }: PatternBudgetSpent) =>
  new SourceError(`The ${field} of the product takes too long on these versions: use a simpler pattern`, null, 'size');

export const internalError = () => new SourceError('Internal error, see the log of the service', null, 'internal');
