import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import type { Response } from 'express';
import type { Principal } from '../../api/identity/principal';
import { Metrics } from '../../common/metrics';
import { Config } from '../../config/config';
import { Problem } from '../../api/problem/problem';
import { toApiTimestamp } from '../../common/time/utc-timestamp';
import { isUnavailable } from '../../database/errors';
import { SummaryService } from '../../notification/summary/summary.service';
import { KINDS, type Kind, type Listener, type ListenerRow, LiveRepository, type Marks } from './live.repository';

/** Open at once, of all users of this process. */
const STREAMS_AT_MOST = 2_000;
const RETRY_AFTER_SECONDS = 30;

/** Milliseconds between two looks into the database. A revoked token ends its streams within 5 s. */
const LOOK_EVERY = 2_000;
/** Milliseconds after which a stream that has nothing to say says so. */
const BEAT_EVERY = 20_000;
/** Milliseconds after which a browser comes back: not all at the same time. */
const RETRY_FROM = 1_000;
const RETRY_SPREAD = 3_000;
/** Bytes that a client may leave unread. */
const UNREAD_AT_MOST = 16_384;
/** Summaries that are read at once for changes. */
const READERS = 2;

interface Stream extends Listener {
  response: Response;
  /** By the wall clock, as tokens of OpenID Connect expire; null = never. */
  expiresAt: number | null;
  /** By the monotonic clock. */
  saidAt: number;
  /** Whether it was told the state at its beginning. */
  isGreeted: boolean;
}

/**
 * The open streams of this process. Replicas have no bus: while somebody listens, each one asks the database every 2 s, by one statement for
 * all, whether something has changed, and who may no longer listen.
 */
@Injectable()
export class LiveStreams implements OnModuleDestroy {
  private readonly logger = new Logger(LiveStreams.name);
  private readonly streams = new Map<string, Set<Stream>>();
  private readonly marks = new Map<string, Marks>();
  /** Users who have to be told, and what of. */
  private readonly waiting = new Map<string, Set<Kind>>();
  private readers = 0;
  private count = 0;
  private isLooking = false;
  private isEnded = false;
  private hasFailed = false;

  constructor(
    private readonly repository: LiveRepository,
    private readonly summaries: SummaryService,
    private readonly config: Config,
    metrics: Metrics,
  ) {
    metrics.gauge('event_streams', 'Open event streams of this process.', () => Promise.resolve(this.count));
  }

  /** @throws Problem too-many-requests, service-unavailable */
  open({ userId, means, tokenId, expiresAt }: Principal, response: Response): void {
    this.assertRoom(userId);
    if (response.destroyed) return;
    response.setHeader('Content-Type', 'text/event-stream; charset=utf-8');
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('X-Accel-Buffering', 'no');
    const end = expiresAt === null ? null : Date.parse(toApiTimestamp(expiresAt));
    const stream: Stream = {
      ...{ userId, means, credential: tokenId, response },
      ...{ expiresAt: means === 'oidc' ? end : null, saidAt: performance.now(), isGreeted: false },
    };
    response.on('close', () => this.remove(stream));
    const own = this.streams.get(userId) ?? new Set();
    this.streams.set(userId, own.add(stream));
    this.count++;
    response.write(`retry: ${RETRY_FROM + Math.floor(Math.random() * RETRY_SPREAD)}\n\n`);
    if (!this.isLooking) void this.look();
  }

  /** Ends all of them: browsers come back, to another replica. */
  end(): void {
    this.isEnded = true;
    for (const own of this.streams.values()) for (const { response } of own) response.end();
  }

  onModuleDestroy(): void {
    this.end();
  }

  private assertRoom(userId: string): void {
    const later = { 'Retry-After': String(RETRY_AFTER_SECONDS) };
    if (this.isEnded) throw new Problem('service-unavailable', 'The service is stopping.', [], later);
    if ((this.streams.get(userId)?.size ?? 0) >= this.config.streamsPerUser)
      throw new Problem('too-many-requests', `You have ${this.config.streamsPerUser} open streams.`, [], later);
    if (this.count >= STREAMS_AT_MOST)
      throw new Problem('too-many-requests', `This process has ${STREAMS_AT_MOST} open streams.`, [], later);
  }

  private remove(stream: Stream): void {
    const own = this.streams.get(stream.userId);
    if (!own?.delete(stream)) return;
    this.count--;
    if (own.size > 0) return;
    this.streams.delete(stream.userId);
    this.marks.delete(stream.userId);
    this.waiting.delete(stream.userId);
  }

  private async look(): Promise<void> {
    this.isLooking = true;
    while (this.count > 0 && !this.isEnded) {
      try {
        await this.lookOnce();
        this.hasFailed = false;
      } catch (error) {
        // Once for each time that it is away, as requests say it as well.
        if (!this.hasFailed || !isUnavailable(error))
          this.logger.warn({ msg: 'changes were not looked for', err: error });
        this.hasFailed = true;
      }
      this.beat();
      await sleep(LOOK_EVERY, undefined, { ref: false });
    }
    this.isLooking = false;
  }

  private async lookOnce(): Promise<void> {
    const asked = [...this.streams.values()].flatMap((own) => [...own]);
    const listeners = new Map(asked.map((one) => [keyOf(one), one]));
    const rows = await this.repository.read([...listeners.values()]);
    const valid = new Set(rows.filter(({ is_valid }) => is_valid === 1).map(keyOfRow));
    const now = Date.now();
    for (const stream of asked)
      if (!valid.has(keyOf(stream)) || (stream.expiresAt !== null && stream.expiresAt <= now)) stream.response.end();
    for (const row of rows) this.compare(row);
    this.tell();
  }

  private compare(row: ListenerRow): void {
    const own = this.streams.get(row.user_id);
    if (!own) return;
    const marks = marksOf(row);
    const before = this.marks.get(row.user_id);
    this.marks.set(row.user_id, marks);
    const isNew = [...own].some(({ isGreeted }) => !isGreeted);
    const changed = before ? KINDS.filter((kind) => before[kind] !== marks[kind]) : [];
    if (changed.length === 0 && !isNew) return;
    for (const stream of own) stream.isGreeted = true;
    const waiting = this.waiting.get(row.user_id) ?? new Set();
    for (const kind of changed) waiting.add(kind);
    this.waiting.set(row.user_id, waiting);
  }

  /** Beside the loop, so that revoked streams end in time however many users have to be told. */
  private tell(): void {
    while (this.readers < READERS && this.readers < this.waiting.size) {
      this.readers++;
      void this.tellSome().finally(() => this.readers--);
    }
  }

  private async tellSome(): Promise<void> {
    for (;;) {
      const [next] = this.waiting;
      if (!next || this.isEnded) return;
      const [userId, kinds] = next;
      this.waiting.delete(userId);
      try {
        const { revision } = await this.summaries.read({ userId });
        this.send(userId, 'change', { revision, kinds: [...kinds] });
      } catch (error) {
        // The page asks by itself: no event says more than that it should.
        this.logger.debug({ msg: 'a change was not told', err: error });
        this.send(userId, 'change', { revision: null, kinds: [...kinds] });
      }
    }
  }

  private send(userId: string, event: string, data: object): void {
    for (const stream of this.streams.get(userId) ?? [])
      say(stream, `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  /** An event and not a comment, which a page could not see: it goes back to asking when it hears nothing. */
  private beat(): void {
    const before = performance.now() - BEAT_EVERY;
    for (const own of this.streams.values())
      for (const stream of own) if (stream.saidAt <= before) say(stream, 'event: beat\ndata: {}\n\n');
  }
}

function say(stream: Stream, text: string): void {
  const { response } = stream;
  stream.saidAt = performance.now();
  if (response.writableEnded) return;
  // It comes back when it reads again.
  if (response.writableLength > UNREAD_AT_MOST) response.destroy();
  else response.write(text);
}

const keyOf = ({ userId, means, credential }: Listener) => `${userId} ${means} ${credential}`;
const keyOfRow = ({ user_id: userId, means, credential }: ListenerRow) => keyOf({ userId, means, credential });

const marksOf = (row: ListenerRow): Marks => ({
  favorites: `${row.favorites} ${row.late_1} ${row.late_3} ${row.late_15}`,
  channels: `${row.channels} ${row.channels_at}`,
  notifications: String(row.notifications),
  inventories: `${row.inventories} ${row.inventories_at}`,
  history: String(row.history),
});
