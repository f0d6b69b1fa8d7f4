import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { OutgoingHttp } from '../../common/outgoing-http/outgoing-http';
import { SecretError } from '../../common/secret-box';
import { Config } from '../../config/config';
import { isUnavailable } from '../../database/errors';
import { VersionChanges } from '../../version/version-changes';
import { type Release, type Source, SourceError } from '../sources/source';
import { NotModified, SourceWeb } from '../sources/source-web';
import { type DueSource, type HeldHost, HostQueue } from './host-queue';
import { hashOf, PollRecord, type Unchanged } from './poll-record';
import { nextPoll, nextRetry } from './poll-times';
import { SourceMetrics } from './source.metrics';
import { SourceStore } from './source-store';
import { Pace, Turns } from './turns';

/** What a poll brought: `new` stored something, `unchanged` did not, `failed` has a reason, `skipped` was not asked or does not count. */
export type PollOutcome = 'new' | 'unchanged' | 'failed' | 'skipped';
export type PollSummary = Record<PollOutcome, number> & { versions: number };

/** Hosts that a process holds at once: more than it asks at once, so that one which is waited for costs nothing. */
const HOSTS_AT_MOST = 64;
/** Sources of one host between two statements that write down what was unchanged. */
const PAGE = 200;
/** Milliseconds: no fetch takes longer. Together with what is done before and after it, this must end well within the lease. */
const LONGEST_FETCH = 120_000;
/** Milliseconds after which a claim is confirmed before another fetch begins. */
const RENEW_AFTER = 60_000;
const POLL_MS = 250;
const CLAIMS_AT_LEAST = 16;
/** A host that did not answer so many times in a row is left alone for a while, so that its sources do not keep others waiting. */
const SILENCES_AT_MOST = 5;
const SILENT_REST = 300;
/** Seconds until a source of a type that only a newer version knows is looked at again. */
const UNKNOWN_TYPE_PAUSE = 600;

/** A host under work by this process. */
interface Visit extends HeldHost {
  pace: Pace;
  confirmedAt: number;
  /** Unanswered requests in a row. */
  silences: number;
  /** Seconds for which it is to be left alone; null = go on. */
  rest: number | null;
  lost: boolean;
}

/**
 * Asks sources that are due and stores what they have. A process holds a host while it asks its sources, a few at once with a delay
 * between them, and any number of replicas share the hosts. What a killed one held is due again when its claim ends.
 */
@Injectable()
export class SourcePoller implements OnModuleDestroy {
  private readonly logger = new Logger(SourcePoller.name);
  private readonly turns: Turns;
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
    this.turns = new Turns(config.sourceRequests);
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
        await this.someEnded(CLAIMS_AT_LEAST);
      }
    } finally {
      await Promise.all(this.visits);
    }
    return summary;
  }

  /** Until so many hosts are done, or a while has passed: a claim for each single one would cost more than its sources. */
  private async someEnded(count: number): Promise<void> {
    const until = Math.max(0, this.visits.size - count);
    const tooLong = sleep(POLL_MS).then(() => true);
    while (this.visits.size > until && !(await Promise.race([...this.visits, tooLong])));
  }

  private start(host: HeldHost, summary: PollSummary): void {
    const visit: Promise<void> = this.visit(host, summary)
      .catch((error: unknown) => this.logger.error({ msg: 'polling stopped at a host', host: host.host, err: error }))
      .finally(() => this.visits.delete(visit));
    this.visits.add(visit);
  }

  /** Everything that is due at one host. If it ends with an error, the claim ends by itself. */
  private async visit(held: HeldHost, summary: PollSummary): Promise<void> {
    const pace = new Pace(this.config.sourceHostDelay);
    const visit: Visit = { ...held, pace, confirmedAt: performance.now(), silences: 0, rest: null, lost: false };
    while (!this.isOver(visit) && (await this.confirm(visit))) {
      const sources = await this.queue.due(visit, PAGE);
      if (sources.length === 0) break;
      const unchanged: Unchanged[] = [];
      try {
        await this.pollAll(visit, sources, unchanged, summary);
      } finally {
        await this.record.unchanged(visit, unchanged);
        visit.confirmedAt = -Infinity;
      }
    }
    if (!visit.lost) await this.queue.release(visit, visit.rest);
  }

  private isOver(visit: Visit): boolean {
    return this.stopping.signal.aborted || visit.lost || visit.rest !== null;
  }

  private async pollAll(
    visit: Visit,
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
        const outcome = await this.turns.run(() => this.poll(visit, source, unchanged, summary));
        summary[outcome]++;
      }
    };
    const ended = await Promise.allSettled(Array.from({ length: this.config.sourceRequestsPerHost }, worker));
    for (const end of ended) if (end.status === 'rejected') throw end.reason;
  }

  private async poll(visit: Visit, due: DueSource, unchanged: Unchanged[], summary: PollSummary): Promise<PollOutcome> {
    const source = this.store.find(due.type);
    if (!source) {
      await this.record.postponed(visit, due, UNKNOWN_TYPE_PAUSE);
      return 'skipped';
    }
    if (!(await this.confirm(visit))) return 'skipped';
    const end = this.metrics.begin(due.type);
    const web = this.webFor(visit, due);
    try {
      const releases = await this.fetch(source, due, web);
      visit.silences = 0;
      return end(await this.keep(visit, due, { source, web, releases }, unchanged, summary));
    } catch (error) {
      // Without a database nothing can be written down. Anything else must not keep the host's other sources waiting.
      if (!(error instanceof SourceError) && isUnavailable(error)) throw error;
      if (this.stopping.signal.aborted) return end('skipped');
      await this.fail(visit, due, this.toSourceError(due, error));
      return end('failed');
    } finally {
      visit.rest = most(visit.rest, web.rest);
    }
  }

  private webFor(visit: Visit, due: DueSource): SourceWeb {
    // Validators belong to the answer that was stored: without its hash there was none.
    const known = due.answer_hash === null ? null : { etag: due.etag, lastModified: due.last_modified };
    let first = true;
    const turn = async () => {
      if (!first) await visit.pace.turn();
      first = false;
    };
    return new SourceWeb(this.http, known, { turn, totalMs: LONGEST_FETCH, signal: this.stopping.signal });
  }

  /** @returns null when nothing has changed */
  private async fetch(source: Source, due: DueSource, web: SourceWeb): Promise<Release[] | null> {
    try {
      return await source.fetch(this.store.open(due.software_id, source, due.settings), web);
    } catch (error) {
      if (error instanceof NotModified) return null;
      throw error;
    }
  }

  private toSourceError(due: DueSource, error: unknown): SourceError {
    if (error instanceof SourceError) return error;
    if (error instanceof SecretError) return new SourceError(error.message, null, error.reason);
    this.logger.error({ msg: 'source failed', software: due.software_id, type: due.type, err: error });
    return new SourceError('Internal error, see the log of the service', null, 'internal');
  }

  private async keep(
    visit: Visit,
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
    const answer = { releases, hash, validators: web.validators, complete: source.listsEverything };
    const versions = await this.record.changed(visit, due, answer, nextIn);
    if (versions === null) {
      // Somebody wants it asked anew, or the host is not ours any more: the next one tells.
      visit.confirmedAt = -Infinity;
      return 'skipped';
    }
    summary.versions += versions;
    if (versions > 0) this.changes.next();
    return versions > 0 ? 'new' : 'unchanged';
  }

  private async fail(visit: Visit, due: DueSource, error: SourceError): Promise<void> {
    const silent = typeof error.code === 'string' ? SILENT.has(error.code) : (error.code ?? 0) >= 500;
    visit.silences = silent ? visit.silences + 1 : 0;
    if (visit.silences >= SILENCES_AT_MOST) visit.rest = most(visit.rest, SILENT_REST);
    await this.record.failed(visit, due, error.message, nextRetry(due.failures + 1, error.after, Math.random()));
  }

  /** Whether the host is still ours, for as long as a fetch may take. */
  private async confirm(visit: Visit): Promise<boolean> {
    if (performance.now() - visit.confirmedAt < RENEW_AFTER) return !visit.lost;
    const before = performance.now();
    visit.lost ||= !(await this.queue.renew(visit));
    visit.confirmedAt = before;
    return !visit.lost;
  }
}

/** Codes of errors that say something of the host rather than of one address. */
const SILENT = new Set(['unreachable', 'dns', 'connect', 'tls', 'timeout', 'reset']);

const most = (a: number | null, b: number | null) => (a === null || b === null ? (a ?? b) : Math.max(a, b));
