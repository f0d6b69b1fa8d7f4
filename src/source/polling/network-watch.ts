import { isIP } from 'node:net';
import { Injectable, Logger } from '@nestjs/common';
import { OutgoingHttp } from '../../common/outgoing-http/outgoing-http';
import { fromDate, type UtcTimestamp } from '../../common/time/utc-timestamp';
import { nameOfHost, SourceHostRepository } from './source-host.repository';

/** Milliseconds until polling is tried again without a network; doubled each time. */
const FIRST_REST = 5_000;
const LONGEST_REST = 600_000;
/** Other hosts whose names are looked up before we say that there is no network. */
const COMPARED = 3;
/** Hosts among which those are looked for: not all have names. */
const CANDIDATES = 20;
/** Milliseconds for which an answer of one host says that others could answer, too. */
const RECENT = 1_000;

/**
 * Tells whether there is no network at all, rather than one host that is down. Without one, polling rests in this process and tries again
 * after a while; sources stay due, and none of them is failing. Another replica may have a network, so the database knows nothing of it.
 */
@Injectable()
export class NetworkWatch {
  private readonly logger = new Logger(NetworkWatch.name);
  private answeredAt = -Infinity;
  /** A host without a public name has answered: whether it is still there, no look-up tells. */
  private isUnnamedThere = false;
  private restMs = 0;
  private since: UtcTimestamp | null = null;
  private restUntil = 0;
  private checking: Promise<boolean> | null = null;

  constructor(
    private readonly http: OutgoingHttp,
    private readonly hosts: SourceHostRepository,
  ) {}

  /** Since when this process has reached no source; null = it does, or has not found out that it does not. */
  get missingSince(): UtcTimestamp | null {
    return this.since;
  }

  get isResting(): boolean {
    return performance.now() < this.restUntil;
  }

  /** A host answered, whatever the answer was. */
  noteAnswer(host: string): void {
    this.answeredAt = performance.now();
    this.isUnnamedThere ||= !isPublicName(nameOf(host));
    if (this.restMs === 0) return;
    this.restMs = 0;
    this.since = null;
    this.restUntil = 0;
    this.logger.log({ msg: 'there is a network again, polling goes on' });
  }

  /** After a failure that may be of the network. @returns whether there is none; then polling rests */
  isMissing(host: string): Promise<boolean> {
    this.checking ??= this.check(host).finally(() => (this.checking = null));
    return this.checking;
  }

  private async check(host: string): Promise<boolean> {
    if (this.isResting) return true;
    const { answeredAt } = this;
    if (performance.now() - answeredAt < RECENT || (await this.reachesOthers(host))) return false;
    // Another host may have answered meanwhile.
    if (this.answeredAt !== answeredAt) return false;
    this.since ??= fromDate(new Date());
    if (this.restMs === 0) this.logger.warn({ msg: 'no source can be reached: without a network, polling rests' });
    this.restMs = Math.min(LONGEST_REST, Math.max(FIRST_REST, this.restMs * 2));
    this.restUntil = performance.now() + this.restMs;
    return true;
  }

  /** Whether names of other hosts are found. A host without a name, or without others, cannot be compared. */
  private async reachesOthers(host: string): Promise<boolean> {
    if (this.isUnnamedThere) return true;
    const others = (await this.hosts.some(CANDIDATES)).map(nameOf).filter((name) => name !== nameOf(host));
    if (others.length === 0) return this.answeredAt > -Infinity;
    const names = [...new Set(others)].filter(isPublicName).slice(0, COMPARED);
    const found = await Promise.all(names.map((name) => this.http.resolves(name)));
    return names.length === 0 || found.includes(true);
  }
}

/** Of `host[:port]`, with or without the fingerprint of credentials. */
const nameOf = (host: string) => nameOfHost(host).replace(/:\d+$/, '');

const isPublicName = (name: string) => isIP(name.replace(/^\[|\]$/g, '')) === 0 && name.includes('.');
