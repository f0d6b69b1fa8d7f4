import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { OutgoingHttp } from '../../common/outgoing-http/outgoing-http';
import { SecretError } from '../../common/secret-box';
import { Config } from '../../config/config';
import { isContention, isUnavailable } from '../../database/errors';
import { VersionChanges } from '../../version/version-changes';
import { type Release, type Source, SourceError } from '../sources/source';
import { NotModified, SourceWeb } from '../sources/source-web';
import { MAX_RELEASES } from '../sources/unique';
import { type DueSource, type HeldHost, HostQueue } from './host-queue';
import { HostVisit } from './host-visit';
import { type Answer, hashOf, PollRecord, ProductLocked, type Unchanged } from './poll-record';
import { nextPoll, nextRetry } from './poll-times';
import { SourceMetrics } from './source.metrics';
import { SourceStore } from './source-store';
import { Turns } from './turns';

/** What a poll brought: `new` stored something, `unchanged` did not, `failed` has a reason, `skipped` was not asked or does not count. */
export type PollOutcome = 'new' | 'unchanged' | 'failed' | 'skipped';
export type PollSummary = Record<PollOutcome, number> & { versions: number };

/** Hosts that a process holds at once: more than it asks at once, so that one which is waited for costs nothing. */
const HOSTS_AT_MOST = 64;
/** Sources of one host between two statements that write down what was unchanged. */
const PAGE = 200;
/** Milliseconds: no fetch takes longer. Together with what is done before and after it, this must end well within the lease. */
const LONGEST_FETCH = 120_000;
const POLL_MS = 250;
const CLAIMS_AT_LEAST = 16;
/** Milliseconds after which a fetch does not count as one of those that are asked at once: hosts that hang must not keep others waiting. */
const PATIENCE_MS = 2_000;
/** Long answers that are read at once, and what is long in bytes: they make up nearly all the memory that polling takes. */
const LONG_ANSWERS = 4;
const LONG_ANSWER = 1024 * 1024;
/** Seconds until what the database could not do now is tried again. */
const DATABASE_PAUSE = 60;
/** Seconds until a source of a type that only a newer version knows is looked at again. */
const UNKNOWN_TYPE_PAUSE = 600;

/**
 * Asks sources that are due and stores what they have. A process holds a host while it asks its sources, a few at once with a delay
 * between them, and any number of replicas share the hosts. What a killed one held is due again when its claim ends.
 */
@Injectable()
export class SourcePoller implements OnModuleDestroy {
  private readonly logger = new Logger(SourcePoller.name);
  private readonly turns: Turns;
  private readonly longAnswers = new Turns(LONG_ANSWERS);
  private readonly visits = new Set<Promise<void>>();
  private readonly stopping = new AbortController();
  private pass: Promise<PollSummary> | null = null;

  constructor(
    private readonly config: Config,
    private readonly queue: HostQueue,
    private readonly record: PollRecord,
    private readonly store: SourceStore,
    private readonly http: OutgoingHttp,
    private readonly changes: VersionChanges,
    private readonly metrics: SourceMetrics,
  ) {
    this.turns = new Turns(config.sourceRequests, PATIENCE_MS);
  }

  /** Asks until nothing is due any more. One pass at a time: who asks meanwhile waits for that one. */
  pollDue(): Promise<PollSummary> {
    this.pass ??= this.run().finally(() => (this.pass = null));
    return this.pass;
  }

  /** Ends what is under way: its sources stay due, and their hosts are free for others. */
  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    await this.pass?.catch(() => undefined);
  }

  private async run(): Promise<PollSummary> {
    const summary: PollSummary = { new: 0, unchanged: 0, failed: 0, skipped: 0, versions: 0 };
    try {
      while (!this.stopping.signal.aborted) {
        const free = HOSTS_AT_MOST - this.visits.size;
        for (const host of free > 0 ? await this.queue.claim(free) : []) this.start(host, summary);
        if (this.visits.size === 0) break;
        await this.someEnded();
      }
    } finally {
      await Promise.all(this.visits);
    }
    return summary;
  }

  /** Until a number of hosts is done, or a while has passed: a claim for each single one would cost more than its sources. */
  private async someEnded(): Promise<void> {
    const enough = Math.max(0, this.visits.size - CLAIMS_AT_LEAST);
    const tooLong = sleep(POLL_MS).then(() => true);
    while (this.visits.size > enough && !(await Promise.race([...this.visits, tooLong])));
  }

  private start(host: HeldHost, summary: PollSummary): void {
    const visit: Promise<void> = this.visit(host, summary)
      .catch((error: unknown) => this.giveUp(host, error))
      .finally(() => this.visits.delete(visit));
    this.visits.add(visit);
  }

  /** The database failed us: others, or we a little later, may have more luck. If it is away, the claim ends by itself. */
  private async giveUp(host: HeldHost, error: unknown): Promise<void> {
    this.logger.error({ msg: 'polling stopped at a host', host: host.host, err: error });
    try {
      await this.queue.release(host, DATABASE_PAUSE);
    } catch (further) {
      this.logger.error({ msg: 'a host could not be let go', host: host.host, err: further });
    }
  }

  /** Everything that is due at one host. */
  private async visit(held: HeldHost, summary: PollSummary): Promise<void> {
    const visit = new HostVisit(held, this.config.sourceHostDelay, this.queue);
    while (!this.isOver(visit) && (await visit.confirm())) {
      const due = await this.queue.due(visit, PAGE);
      const sources = due.filter(({ software_id }) => !visit.asked.has(software_id));
      if (sources.length === 0) break;
      const unchanged: Unchanged[] = [];
      try {
        await this.pollAll(visit, sources, unchanged, summary);
      } finally {
        await this.record.unchanged(visit, unchanged);
        visit.doubt();
      }
    }
    if (!visit.lost) await this.queue.release(visit, visit.rest);
  }

  private isOver(visit: HostVisit): boolean {
    return this.stopping.signal.aborted || visit.lost || visit.rest !== null;
  }

  private async pollAll(
    visit: HostVisit,
    sources: DueSource[],
    unchanged: Unchanged[],
    summary: PollSummary,
  ): Promise<void> {
    const left = sources.values();
    const worker = async () => {
      for (const source of left) {
        // Before it takes a turn: who waits for a host's delay keeps nobody else from asking.
        await visit.pace.turn();
        if (this.isOver(visit)) return;
        visit.asked.add(source.software_id);
        const outcome = await this.turns.run(() => this.poll(visit, source, unchanged, summary));
        summary[outcome]++;
      }
    };
    const ended = await Promise.allSettled(Array.from({ length: this.config.sourceRequestsPerHost }, worker));
    for (const end of ended) if (end.status === 'rejected') throw end.reason;
  }

  private async poll(
    visit: HostVisit,
    due: DueSource,
    unchanged: Unchanged[],
    summary: PollSummary,
  ): Promise<PollOutcome> {
    const source = this.store.find(due.type);
    if (!source) {
      await this.record.postponed(visit, due, UNKNOWN_TYPE_PAUSE);
      return 'skipped';
    }
    if (!(await visit.confirm())) return 'skipped';
    const end = this.metrics.begin(due.type);
    const web = this.webFor(visit, due);
    const begun = performance.now();
    try {
      const releases = await this.fetch(source, due, web);
      visit.answered();
      return end(await this.keep(visit, due, { source, web, releases }, unchanged, summary));
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      if (this.stopping.signal.aborted) return end('skipped');
      await this.fail(visit, due, error, performance.now() - begun);
      return end('failed');
    } finally {
      visit.restFor(web.rest);
    }
  }

  private webFor(visit: HostVisit, due: DueSource): SourceWeb {
    // Validators belong to the answer that was stored: without its hash there was none.
    const known = due.answer_hash === null ? null : { etag: due.etag, lastModified: due.last_modified };
    let first = true;
    const turn = async () => {
      if (!first) await visit.pace.turn();
      first = false;
    };
    const room = { from: LONG_ANSWER, enter: () => this.longAnswers.enter() };
    return new SourceWeb(this.http, known, { turn, totalMs: LONGEST_FETCH, signal: this.stopping.signal, room });
  }

  /**
   * @returns null when nothing has changed
   * @throws SourceError
   */
  private async fetch(source: Source, due: DueSource, web: SourceWeb): Promise<Release[] | null> {
    try {
      return await source.fetch(this.store.open(due.software_id, source, due.settings), web);
    } catch (error) {
      if (error instanceof NotModified) return null;
      if (error instanceof SourceError) throw error;
      if (error instanceof SecretError) throw new SourceError(error.message, null, error.reason);
      this.logger.error({ msg: 'source failed', software: due.software_id, type: due.type, err: error });
      throw internalError();
    } finally {
      web.close();
    }
  }

  private async keep(
    visit: HostVisit,
    due: DueSource,
    { source, web, releases }: { source: Source; web: SourceWeb; releases: Release[] | null },
    unchanged: Unchanged[],
    summary: PollSummary,
  ): Promise<PollOutcome> {
    const nextIn = (age: number | null) => nextPoll(this.config.sourceEvery, age, due.interval_seconds, Math.random());
    const hash = releases && hashOf(releases);
    if (releases === null || hash === null || hash === due.answer_hash) {
      const validators = releases ? web.validators : { etag: due.etag, lastModified: due.last_modified };
      unchanged.push({ source: due, nextIn: nextIn(due.age), validators });
      return 'unchanged';
    }
    if (releases.length === 0 && due.answer_hash !== null && source.listsEverything)
      throw new SourceError('The source had versions before and lists none now', null, 'format');
    // What a list that is too long was cut off at is not missing.
    const complete = source.listsEverything && releases.length < MAX_RELEASES;
    const answer = { releases, hash, validators: web.validators, complete };
    const versions = await this.write(visit, due, answer, nextIn);
    if (versions === null) {
      visit.doubt();
      return 'skipped';
    }
    summary.versions += versions;
    if (versions > 0) this.changes.next();
    return versions > 0 ? 'new' : 'unchanged';
  }

  /**
   * One answer that the database will not take must not keep the other sources of the host from being asked.
   * @throws SourceError
   */
  private async write(visit: HostVisit, due: DueSource, answer: Answer, nextIn: (age: number | null) => number) {
    try {
      return await this.record.changed(visit, due, answer, nextIn);
    } catch (error) {
      if (error instanceof ProductLocked || isContention(error)) {
        this.logger.warn({ msg: 'a product was locked for too long', software: due.software_id, err: error });
        await this.record.postponed(visit, due, DATABASE_PAUSE);
        return null;
      }
      if (isUnavailable(error)) throw error;
      this.logger.error({ msg: 'releases could not be stored', software: due.software_id, type: due.type, err: error });
      throw internalError();
    }
  }

  private async fail(visit: HostVisit, due: DueSource, error: SourceError, tookMs: number): Promise<void> {
    visit.failed(error, tookMs);
    await this.record.failed(visit, due, error.message, nextRetry(due.failures + 1, error.after, Math.random()));
  }
}

const internalError = () => new SourceError('Internal error, see the log of the service', null, 'internal');
