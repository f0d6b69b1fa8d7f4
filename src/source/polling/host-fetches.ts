import { Injectable } from '@nestjs/common';
import { Pace, Semaphore } from '../../common/concurrency/semaphore';
import { getOrMake } from '../../common/get-or-make';
import type { OutgoingHttp } from '../../common/outgoing-http/outgoing-http';
import { Config } from '../../config/config';
import type { Validators } from '../../common/fetch/response-headers';
import { SourceError } from '../../common/fetch/source-error';
import { NotModified, SourceWeb } from '../../common/fetch/source-web';
import type { HostSession } from './host-session';
import { NetworkWatch } from './network-watch';
import { OF_PROGRAMS } from './source-host.repository';
import { TokenTurns } from './token-turns';

/** Milliseconds. With what is done before and after it, a fetch must end well within the lease. */
const LONGEST_FETCH = 120_000;
/** Milliseconds after which a fetch gives its place to the next: hosts that hang must not keep others waiting. */
const FETCH_PATIENCE = 2_000;
/** Large responses are nearly all the memory that polling takes: so many at once, of more than so many bytes. */
const MAX_LARGE = 4;
const LARGE_BYTES = 1024 * 1024;
/** Milliseconds after which a large response gives its place to the next: a slow one has hardly any of its bytes by then. */
const LARGE_PATIENCE = 10_000;

/** Hosts whose paces are remembered. */
const MAX_PACES = 10_000;

/** A host that this process has claimed for other requests than polling its sources. */
export interface HostVisit {
  readonly session: HostSession;
  /** No more requests are allowed: the host is paused or lost, or the service stops. */
  isOver(): boolean;
  /**
   * Fetches within the limits of polling: the delay of the host, and the concurrent fetches of this process.
   * @param known validators of the last fetch
   * @returns null when it is over, or there is no network: nothing was learnt
   * @throws SourceError, NotModified
   */
  fetch<T>(known: Validators | null, work: (web: SourceWeb) => Promise<T>): Promise<T | null>;
}

/** Another feature that requests hosts: it has its turn after the due sources of a host, so that one process at a time requests each host. */
export interface HostGuest {
  /** Must finish or postpone its due work: otherwise the host is claimed again at once. */
  visit(visit: HostVisit): Promise<void>;
}

/** Fetches from claimed hosts: limits concurrency, and decides whether to go on. */
@Injectable()
export class HostFetches {
  private readonly places: Semaphore;
  private readonly largeResponses = new Semaphore(MAX_LARGE, LARGE_PATIENCE);
  private readonly stopping = new AbortController();
  /** By host, of all that this process requests there. */
  private readonly paces = new Map<string, Pace>();

  constructor(
    private readonly config: Config,
    private readonly http: TokenTurns,
    private readonly network: NetworkWatch,
  ) {
    this.places = new Semaphore(config.sourceRequests, FETCH_PATIENCE);
  }

  get isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  /** Paces the requests to a host, whoever asks for them. */
  paceOf(host: string): Pace {
    if (this.paces.size >= MAX_PACES) this.paces.clear();
    return getOrMake(this.paces, host, () => new Pace(this.config.sourceHostDelayMs));
  }

  /**
   * For a fetch that somebody waits for: it does not wait for a claim of the host, and ends soon.
   * @param http what its requests go through
   */
  webNow(host: string, http: Pick<OutgoingHttp, 'request'>, totalMs: number): SourceWeb {
    const large = { fromBytes: LARGE_BYTES, enter: () => this.largeResponses.enter() };
    const turn = () => this.paceOf(host).turn();
    return new SourceWeb(http, null, { turn, totalMs, signal: this.stopping.signal, large });
  }

  /** Aborts fetches. */
  stop(): void {
    this.stopping.abort();
  }

  run<T>(work: () => Promise<T>): Promise<T> {
    return this.places.run(work);
  }

  isOver(session: HostSession): boolean {
    return this.isStopping || this.network.isResting || session.isLost || session.pause !== null;
  }

  /** For one fetch, of which the first request has waited for its turn, if it `hasTurn`. */
  webFor(session: HostSession, known: Validators | null, hasTurn = true): SourceWeb {
    const turn = async () => {
      if (!hasTurn) await session.pace.turn();
      hasTurn = false;
    };
    const large = { fromBytes: LARGE_BYTES, enter: () => this.largeResponses.enter() };
    return new SourceWeb(this.http, known, { turn, totalMs: LONGEST_FETCH, signal: this.stopping.signal, large });
  }

  visitOf(session: HostSession): HostVisit {
    return {
      session,
      isOver: () => this.isOver(session),
      fetch: async (known, work) => {
        await session.pace.turn();
        if (this.isOver(session) || !(await session.renew())) return null;
        return this.run(() => this.fetch(session, known, work));
      },
    };
  }

  private async fetch<T>(
    session: HostSession,
    known: Validators | null,
    work: (web: SourceWeb) => Promise<T>,
  ): Promise<T | null> {
    const web = this.webFor(session, known);
    const startedAt = performance.now();
    try {
      const answer = await work(web);
      this.noteAnswer(session);
      return answer;
    } catch (error) {
      if (error instanceof NotModified) this.noteAnswer(session);
      if (!(error instanceof SourceError)) throw error;
      if (this.isStopping || (await this.isWithoutNetwork(session, error))) return null;
      session.noteFailure(error, performance.now() - startedAt);
      throw error;
    } finally {
      web.close();
      session.pauseFor(web.pause);
    }
  }

  /** A program in the network at home says nothing about the way out of it. */
  private async isWithoutNetwork({ host }: HostSession, { isOfNetwork }: SourceError): Promise<boolean> {
    return isOfNetwork && !host.endsWith(OF_PROGRAMS) && (await this.network.isMissing(host));
  }

  private noteAnswer(session: HostSession): void {
    session.noteSuccess();
    if (!session.host.endsWith(OF_PROGRAMS)) this.network.noteAnswer(session.host);
  }
}
