import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { OutgoingHttp } from '../../common/outgoing-http/outgoing-http';
import { SecretError } from '../../common/secret-box';
import { Turns } from '../../common/turns';
import { Config } from '../../config/config';
import { VersionChanges } from '../../version/version-changes';
import { type Release, type Source, SourceError } from '../sources/source';
import { NotModified, SourceWeb } from '../sources/source-web';
import { AnswerDigest } from './answer-digest';
import { DueSources } from './due-sources';
import { type DueSource, type HeldHost, HostQueue } from './host-queue';
import { HostVisit } from './host-visit';
import { DATABASE_PAUSE, internalError, OutcomeWriter } from './outcome-writer';
import { PollRecord } from './poll-record';
import { nextPoll, nextRetry } from './poll-times';
import { SourceMetrics } from './source.metrics';
import { SourceStore } from './source-store';

/** What a poll brought: `new` stored something, `unchanged` did not, `failed` has a reason, `skipped` was not asked or does not count. */
export type PollOutcome = 'new' | 'unchanged' | 'failed' | 'skipped';
export type PollSummary = Record<PollOutcome, number> & { versions: number };

/** The visit of a host: what is asked there, and what comes of it. */
interface Poll {
  visit: HostVisit;
  sources: DueSources;
  outcomes: OutcomeWriter;
  summary: PollSummary;
}

/** A source that is being asked. */
interface Asked {
  poll: Poll;
  source: Source;
  due: DueSource;
  web: SourceWeb;
  /** By `performance.now()`. */
  begun: number;
}

/** Hosts that a process holds at once: more than it asks at once, so that one which is waited for costs nothing. */
const HOSTS_AT_MOST = 64;
/** Milliseconds: no fetch takes longer. Together with what is done before and after it, this must end well within the lease. */
const LONGEST_FETCH = 120_000;
const POLL_MS = 250;
const CLAIMS_AT_LEAST = 16;
/** Milliseconds after which a fetch does not count as one of those that are asked at once: hosts that hang must not keep others waiting. */
const PATIENCE_MS = 2_000;
/** Long answers that are read at once, and what is long in bytes: they make up nearly all the memory that polling takes. */
const LONG_ANSWERS = 4;
const LONG_ANSWER = 1024 * 1024;
/** Milliseconds after which one of them keeps no other waiting: a slow one has had little of its length by then. */
const LONG_PATIENCE_MS = 10_000;
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
  private readonly longAnswers = new Turns(LONG_ANSWERS, LONG_PATIENCE_MS);
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
    const outcomes = new OutcomeWriter(visit, this.record);
    const poll: Poll = { visit, outcomes, sources: new DueSources(this.queue, visit), summary };
    const workers = Array.from({ length: this.config.sourceRequestsPerHost }, () => this.work(poll));
    const ended = await Promise.allSettled(workers);
    await outcomes.end();
    for (const end of ended) if (end.status === 'rejected') throw end.reason;
    if (!visit.lost) await this.queue.release(visit, visit.rest);
  }

  private async work(poll: Poll): Promise<void> {
    const { visit, sources } = poll;
    while (!this.isOver(visit)) {
      const source = await sources.next();
      if (!source) return;
      // Before it takes a turn: who waits for a host's delay keeps nobody else from asking.
      await visit.pace.turn();
      if (this.isOver(visit)) return;
      await this.turns.run(() => this.ask(poll, source));
    }
  }

  private isOver(visit: HostVisit): boolean {
    return this.stopping.signal.aborted || visit.lost || visit.rest !== null;
  }

  private async ask(poll: Poll, due: DueSource): Promise<void> {
    const { visit } = poll;
    const source = this.store.find(due.type);
    if (!source) {
      await this.record.postponed(visit, due, UNKNOWN_TYPE_PAUSE);
      poll.summary.skipped++;
      return;
    }
    if (!(await visit.confirm())) return;
    const web = this.webFor(visit, due);
    const asked: Asked = { poll, source, due, web, begun: performance.now() };
    try {
      const releases = await this.fetch(asked);
      visit.answered();
      await this.keep(asked, releases);
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      if (this.stopping.signal.aborted) this.count(asked, 'skipped');
      else await this.fail(asked, error);
    } finally {
      visit.restFor(asked.web.rest);
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
  private async fetch({ source, due, web }: Asked): Promise<Release[] | null> {
    try {
      return await source.fetch(this.store.open(due.software_id, source, due.settings), web);
    } catch (error) {
      if (error instanceof NotModified) return null;
      if (error instanceof SourceError) throw error;
      if (error instanceof SecretError) throw this.unreadable(due, error);
      this.logger.error({ msg: 'source failed', software: due.software_id, type: due.type, err: error });
      throw internalError();
    } finally {
      web.close();
    }
  }

  /** Which key is missing is for the operator to know. */
  private unreadable(due: DueSource, { reason, message }: SecretError): SourceError {
    this.logger.error({
      msg: 'settings of a source cannot be opened',
      software: due.software_id,
      reason,
      detail: message,
    });
    return new SourceError('The stored settings cannot be read: set the source again', null, reason);
  }

  /** @throws SourceError */
  private async keep(asked: Asked, releases: Release[] | null): Promise<void> {
    const { poll, source, due, web } = asked;
    const nextIn = (age: number | null) => nextPoll(this.config.sourceEvery, age, due.interval_seconds, Math.random());
    const digest = releases && (await AnswerDigest.of(releases));
    if (releases === null || digest === null || digest.hash === due.answer_hash) {
      this.count(asked, 'unchanged');
      const validators = releases ? web.validators : 'kept';
      return poll.outcomes.unchanged({ source: due, nextIn: nextIn(due.age), validators });
    }
    if (releases.length === 0 && due.answer_hash !== null && source.listsEverything)
      throw new SourceError('The source had versions before and lists none now', null, 'format');
    await poll.outcomes.store({
      answer: { source: due, releases, digest, validators: web.validators, complete: source.listsEverything, nextIn },
      stored: (versions) => this.stored(asked, versions),
      failed: (error) => this.fail(asked, error),
    });
  }

  private stored(asked: Asked, versions: number | null): void {
    if (versions === null) return this.count(asked, 'skipped');
    asked.poll.summary.versions += versions;
    if (versions > 0) this.changes.next();
    this.count(asked, versions > 0 ? 'new' : 'unchanged');
  }

  private async fail(asked: Asked, error: SourceError): Promise<void> {
    const { due, begun } = asked;
    const { visit } = asked.poll;
    this.count(asked, 'failed');
    visit.failed(error, performance.now() - begun);
    await this.record.failed(visit, due, error.message, nextRetry(due.failures + 1, error.after, Math.random()));
  }

  private count({ poll, due, begun }: Asked, outcome: PollOutcome): void {
    poll.summary[outcome]++;
    this.metrics.polled(due.type, outcome, (performance.now() - begun) / 1_000);
  }
}
