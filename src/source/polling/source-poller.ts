import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { fromPlugin } from '../../common/plugin/plugins';
import { SecretError } from '../../common/secret-box';
import { Config } from '../../config/config';
import type { Release, Source, SourceAnswer } from '../sources/source';
import { SourceError } from '../../common/fetch/source-error';
import { NotModified, type SourceWeb } from '../../common/fetch/source-web';
import { AnswerDigest } from './answer-digest';
import { HostFetches, type HostGuest, type HostVisit } from './host-fetches';
import { HostSession } from './host-session';
import { etagOf, isStored, type Learnt, ManyPolls, takesNotes } from './many-polls';
import { NetworkWatch } from './network-watch';
import { DATABASE_PAUSE, internalError, PollResultBatcher } from './poll-result-batcher';
import { PollResultService } from './poll-result.service';
import { nextPoll, nextRetry } from './poll-times';
import type { DueSource } from './due-source';
import { type ClaimedHost, SourceHostRepository } from './source-host.repository';
import { type PollOutcome, SourceMetrics } from './source.metrics';
import { SourceSettings } from './source-settings';

export type PollSummary = Record<PollOutcome, number> & { versions: number };

/** Polling of one host. */
interface HostPolls {
  session: HostSession;
  sources: AsyncGenerator<DueSource>;
  results: PollResultBatcher;
  summary: PollSummary;
}

/** Polling of one source. */
interface Poll {
  host: HostPolls;
  source: Source;
  due: DueSource;
  web: Pick<SourceWeb, 'validators' | 'notice'>;
  /** Release notes are read too. */
  withNotes: boolean;
  /** By `performance.now()`. */
  startedAt: number;
}

/** Hosts that a process claims at once: more than it fetches from at once, so that a slow one costs nothing. */
const MAX_HOSTS = 64;
const CLAIM_EVERY_MS = 250;
const MIN_FREE_HOSTS = 16;
/** Seconds until a source is looked at again whose type only a newer version of the service knows. */
const UNKNOWN_TYPE_PAUSE = 600;

/**
 * Polls due sources and stores their releases. A process claims a host, polls its due sources, a few at a time with a delay between
 * them, and releases it. Replicas share the hosts. The hosts of a process that dies are free when their lease ends.
 */
@Injectable()
export class SourcePoller implements OnModuleDestroy {
  private readonly logger = new Logger(SourcePoller.name);
  /** With the names of their hosts. */
  private readonly sessions = new Map<Promise<void>, string>();
  private readonly guests: HostGuest[] = [];
  private running: Promise<PollSummary> | null = null;

  constructor(
    private readonly config: Config,
    private readonly hosts: SourceHostRepository,
    private readonly results: PollResultService,
    private readonly settings: SourceSettings,
    private readonly fetches: HostFetches,
    private readonly metrics: SourceMetrics,
    private readonly network: NetworkWatch,
    private readonly many: ManyPolls,
  ) {}

  /** Features that request hosts themselves register here. */
  welcome(guest: HostGuest): void {
    this.guests.push(guest);
  }

  /** Claims a host for something else. @returns null while another process has it, or it is paused */
  async atHost<T>(host: string, work: (visit: HostVisit) => Promise<T>): Promise<T | null> {
    const claimed = await this.hosts.claim(host);
    if (claimed === null) return null;
    const session = new HostSession(claimed, this.fetches.paceOf(claimed.host), this.hosts);
    try {
      return await work(this.fetches.visitOf(session));
    } finally {
      await this.hosts.release(session, session.pause);
    }
  }

  /** Polls until nothing is due any more. Calls meanwhile share the run. */
  pollDue(): Promise<PollSummary> {
    this.running ??= this.run().finally(() => (this.running = null));
    return this.running;
  }

  /** Aborts fetches: their sources stay due, and their hosts are free. */
  async onModuleDestroy(): Promise<void> {
    this.fetches.stop();
    await this.running?.catch(() => undefined);
  }

  private async run(): Promise<PollSummary> {
    const summary: PollSummary = { new: 0, unchanged: 0, failed: 0, skipped: 0, versions: 0 };
    try {
      while (!this.fetches.isStopping) {
        const free = this.network.isResting ? 0 : MAX_HOSTS - this.sessions.size;
        const due = free > 0 ? await this.hosts.claimDue(free, [...this.sessions.values()]) : [];
        for (const host of due) this.start(host, summary);
        if (this.sessions.size === 0) break;
        await this.untilSomeEnded();
      }
    } finally {
      await Promise.all(this.sessions.keys());
    }
    return summary;
  }

  /** Waits for several hosts or a moment: a claim for each single host would cost more than polling it. */
  private async untilSomeEnded(): Promise<void> {
    const enough = Math.max(0, this.sessions.size - MIN_FREE_HOSTS);
    const timeout = sleep(CLAIM_EVERY_MS).then(() => true);
    while (this.sessions.size > enough && !(await Promise.race([...this.sessions.keys(), timeout])));
  }

  private start(host: ClaimedHost, summary: PollSummary): void {
    const session: Promise<void> = this.pollHost(host, summary)
      .catch((error: unknown) => this.abandon(host, error))
      .finally(() => this.sessions.delete(session));
    this.sessions.set(session, host.host);
  }

  /** After an error of the database. If it is down, the lease ends by itself. */
  private async abandon(host: ClaimedHost, error: unknown): Promise<void> {
    this.logger.error({ msg: 'polling stopped at a host', host: host.host, err: error });
    try {
      await this.hosts.release(host, DATABASE_PAUSE);
    } catch (further) {
      this.logger.error({ msg: 'a host could not be released', host: host.host, err: further });
    }
  }

  private async pollHost(claimed: ClaimedHost, summary: PollSummary): Promise<void> {
    const session = new HostSession(claimed, this.fetches.paceOf(claimed.host), this.hosts);
    const results = new PollResultBatcher(session, this.results);
    const sources = this.many.left(session, (source, learnt) => this.learn(host, source, learnt));
    const host: HostPolls = { session, results, sources, summary };
    const workers = Array.from({ length: this.config.sourceRequestsPerHost }, () => this.pollNext(host));
    const ended = await Promise.allSettled(workers);
    await results.flush();
    for (const end of ended) if (end.status === 'rejected') throw end.reason;
    const visit = this.fetches.visitOf(session);
    for (const guest of this.guests) if (!visit.isOver()) await guest.visit(visit);
    if (!session.isLost) await this.hosts.release(session, session.pause);
  }

  private async pollNext(host: HostPolls): Promise<void> {
    const { session, sources } = host;
    while (!this.fetches.isOver(session)) {
      const next = await sources.next();
      if (next.done) return;
      // Before it takes a place: waiting for the delay of one host must not keep others from fetching.
      await session.pace.turn();
      if (this.fetches.isOver(session)) return;
      await this.fetches.run(() => this.poll(host, next.value));
    }
  }

  private async poll(host: HostPolls, due: DueSource): Promise<void> {
    const { session } = host;
    const source = this.settings.find(due.type);
    if (!source) {
      await host.results.postpone(due, UNKNOWN_TYPE_PAUSE);
      host.summary.skipped++;
      return;
    }
    if (!(await session.renew())) return;
    const withNotes = takesNotes(this.config, source.hasNotes, due);
    const known = isStored(due, withNotes) ? { etag: etagOf(due), lastModified: due.last_modified } : null;
    const web = this.fetches.webFor(session, known);
    const poll: Poll = { host, source, due, web, withNotes, startedAt: performance.now() };
    try {
      const answer = await this.fetch(poll, web);
      session.noteSuccess();
      this.network.noteAnswer(session.host);
      await this.keep(poll, answer);
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      if (this.fetches.isStopping || (await this.isWithoutNetwork(poll, error))) this.count(poll, 'skipped');
      else await this.fail(poll, error);
    } finally {
      session.pauseFor(web.pause);
    }
  }

  /** Keeps what was learnt of a source together with others. */
  private async learn(host: HostPolls, due: DueSource, learnt: Learnt): Promise<void> {
    const source = this.settings.find(due.type)!;
    const { validator = null, notice = null, answer = null } = learnt instanceof SourceError ? {} : learnt;
    const web = { validators: { etag: validator, lastModified: null }, notice };
    const poll: Poll = { host, source, due, web, withNotes: false, startedAt: performance.now() };
    host.session.noteSuccess();
    this.network.noteAnswer(host.session.host);
    try {
      if (learnt instanceof SourceError) throw learnt;
      await this.keep(poll, answer);
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      await this.fail(poll, error);
    }
  }

  private async isWithoutNetwork({ host, due }: Poll, error: SourceError): Promise<boolean> {
    if (typeof error.code === 'number') this.network.noteAnswer(host.session.host);
    if (!error.isOfNetwork || !(await this.network.isMissing(host.session.host))) return false;
    await host.results.explain(due, error.message);
    return true;
  }

  /**
   * @returns null when nothing has changed
   * @throws SourceError
   */
  private async fetch({ source, due }: Poll, web: SourceWeb): Promise<SourceAnswer | null> {
    const { software_id: software, type } = due;
    const inUse = source.readsInUse ? await this.many.inUse(due) : [];
    try {
      return await source.fetchAll(this.settings.open(software, source, due.settings), web, inUse);
    } catch (error) {
      if (error instanceof NotModified) return null;
      if (error instanceof SourceError) throw error;
      if (error instanceof SecretError) {
        // The key is for the operator only.
        const { reason, message: detail } = error;
        this.logger.error({ msg: 'settings of a source cannot be opened', software, reason, detail });
        throw new SourceError('The stored settings cannot be read: set the source again', null, reason);
      }
      this.logger.error({ msg: 'source failed', software, type, ...fromPlugin(source), err: error });
      throw internalError();
    } finally {
      web.close();
    }
  }

  /** @throws SourceError */
  private async keep(poll: Poll, fetched: SourceAnswer | null): Promise<void> {
    const { host, source, due, web, withNotes } = poll;
    const validators = due.validator ? { etag: due.validator, lastModified: null } : web.validators;
    const answer = fetched && !withNotes ? { ...fetched, releases: fetched.releases.map(withoutNotes) } : fetched;
    const nextIn = (age: number | null) => nextPoll(this.config.sourceEvery, age, due.interval_seconds, Math.random());
    const digest = answer && (await AnswerDigest.of(answer.releases, answer.cycles, withNotes));
    if (answer === null || digest === null || digest.hash === due.answer_hash) {
      this.count(poll, 'unchanged');
      const kept = answer === null && !due.validator;
      return host.results.addUnchanged({
        source: due,
        nextIn: nextIn(due.age),
        validators: kept ? 'kept' : validators,
      });
    }
    const { releases, cycles } = answer;
    if (releases.length === 0 && due.answer_hash !== null && source.listsEverything)
      throw new SourceError('The source had versions before and lists none now', null, 'format');
    const notes = withNotes ? await this.results.prepareNotes(releases) : null;
    const { notice } = web;
    const complete = source.listsEverything && notice === null;
    await host.results.add({
      poll: { source: due, releases, cycles, digest, validators, complete, notice, nextIn, notes },
      stored: (versions) => this.noteStored(poll, versions),
      failed: (error) => this.fail(poll, error),
    });
  }

  private noteStored(poll: Poll, versions: number | null): void {
    if (versions === null) return this.count(poll, 'skipped');
    poll.host.summary.versions += versions;
    this.count(poll, versions > 0 ? 'new' : 'unchanged');
  }

  private async fail(poll: Poll, error: SourceError): Promise<void> {
    const { due, startedAt, host } = poll;
    this.count(poll, 'failed');
    host.session.noteFailure(error, performance.now() - startedAt);
    const nextIn = nextRetry(due.failures + 1, error.retryAfter, Math.random());
    await host.results.addFailure(due, error.message, nextIn);
  }

  private count({ host, due, startedAt }: Poll, outcome: PollOutcome): void {
    host.summary[outcome]++;
    this.metrics.countPoll(due.type, outcome, (performance.now() - startedAt) / 1_000);
  }
}

const withoutNotes = ({ notes: _notes, ...release }: Release): Release => release;
