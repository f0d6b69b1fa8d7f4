import { Injectable, Logger } from '@nestjs/common';
import { within } from '../../common/concurrency/within';
import type { OutgoingAnswer, OutgoingRequest } from '../../common/outgoing-http/outgoing-http';
import { fromPlugin } from '../../common/plugin/plugins';
import { Config } from '../../config/config';
import type { Source, SourceAnswer } from '../sources/source';
import { SourceError } from '../../common/fetch/source-error';
import type { SourceWeb, WebRequest, WebResponse } from '../../common/fetch/source-web';
import { HostFetches } from '../polling/host-fetches';
import { internalError } from '../polling/poll-result-batcher';
import { NetworkWatch } from '../polling/network-watch';
import { nameOfHost, SourceHostRepository } from '../polling/source-host.repository';
import { SourceSettings } from '../polling/source-settings';
import { TokenTurns } from '../polling/token-turns';

/** Milliseconds for all that somebody waits for, whatever it takes to find out. */
const PATIENCE_MS = 10_000;
/** Answers that one asking remembers: pages that are looked at and then read by a source. */
const MAX_REMEMBERED = 20;
const MARGIN_MS = 1_000;

const logger = new Logger('sources');

/** The answer to somebody who waits for it. */
export interface AskedAnswer extends SourceAnswer {
  /** Why the list is incomplete; null = it is complete. */
  notice: string | null;
}

/** Asks sources at once, for people who try an address or settings: with the guard and the pace of polling, and without storing anything. */
@Injectable()
export class SourceAsker {
  constructor(
    readonly http: TokenTurns,
    readonly fetches: HostFetches,
    readonly hosts: SourceHostRepository,
    readonly settings: SourceSettings,
    private readonly config: Config,
    readonly network: NetworkWatch,
  ) {}

  /** For all requests that one question needs. @throws SourceError when the operator wants no source to be contacted */
  begin(): Asking {
    if (this.config.sources === 'off')
      throw new SourceError('The operator has turned sources off (SOURCES=off), so nobody can be asked', null, 'off');
    return new Asking(this);
  }
}

/** One question. What it has read once it does not request again. */
export class Asking {
  private readonly until = performance.now() + PATIENCE_MS;
  private readonly answers = new Map<string, Promise<OutgoingAnswer>>();

  constructor(private readonly by: SourceAsker) {}

  /** A page that may be anything. @throws SourceError */
  page(url: string, request: WebRequest): Promise<WebResponse> {
    return this.at(new URL(url).host, (web) => web.get(url, request));
  }

  /** Anything else at the host of a source. @throws SourceError */
  async hostOf<T>(source: Source, settings: object, work: (web: SourceWeb) => Promise<T>): Promise<T> {
    return this.at(await this.by.settings.hostOf(source, settings), work);
  }

  /** @param inUse labels of the form that is wanted @throws SourceError */
  async source(source: Source, settings: object, inUse: string[]): Promise<AskedAnswer> {
    return this.hostOf(source, settings, async (web) => {
      const answer = await this.fetch(source, settings, web, inUse);
      return { ...answer, notice: web.notice };
    });
  }

  private async fetch(source: Source, settings: object, web: SourceWeb, inUse: string[]): Promise<SourceAnswer> {
    const late = () => new SourceError('It has not answered in ten seconds', null, 'timeout');
    try {
      // Requests end by themselves, and say more; one of a plug-in may wait for anything.
      return await within(this.until - performance.now() + MARGIN_MS, source.fetchAll(settings, web, inUse), late);
    } catch (error) {
      if (error instanceof SourceError) throw error;
      logger.error({ msg: 'source failed', type: source.type, ...fromPlugin(source), err: error });
      throw internalError();
    }
  }

  private async at<T>(host: string, work: (web: SourceWeb) => Promise<T>): Promise<T> {
    const pause = await this.by.hosts.pauseOf(host);
    if (pause !== null) throw new SourceError('The host has asked for a pause, or failed too often', pause, 'resting');
    const left = this.until - performance.now();
    const web = this.by.fetches.webNow(host, { request: (request) => this.request(request) }, left);
    try {
      return await this.by.fetches.run(() => work(web));
    } catch (error) {
      if (error instanceof SourceError) throw this.explained(error, host);
      throw error;
    } finally {
      web.close();
      if (web.pause !== null) await this.by.hosts.pause(host, web.pause);
    }
  }

  /** Without a network every host reads the same, so that nothing is told of one. */
  private explained(error: SourceError, host: string): SourceError {
    const isOffline = error.code === 'unreachable' && this.by.network.missingSince !== null;
    const shown = isOffline ? new SourceError('This service reaches no source at the moment', null, 'offline') : error;
    shown.host = nameOfHost(host);
    return shown;
  }

  private request(request: OutgoingRequest): Promise<OutgoingAnswer> {
    const { method, url, headers, sinkFor } = request;
    if (method !== 'GET' || sinkFor || this.answers.size >= MAX_REMEMBERED) return this.by.http.request(request);
    const key = `${url}\n${headers?.authorization ?? ''}`;
    const known = this.answers.get(key);
    if (known) return known;
    const answer = this.by.http.request(request);
    this.answers.set(key, answer);
    return answer;
  }
}
