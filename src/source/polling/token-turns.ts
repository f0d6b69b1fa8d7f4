import { Injectable, Logger } from '@nestjs/common';
import { errorOf, pauseAfter } from '../../common/fetch/response-headers';
import type { OutgoingAnswer, Requester } from '../../common/outgoing-http/http-port';
import { OutgoingHttp, type OutgoingRequest } from '../../common/outgoing-http/outgoing-http';
import { SecretBox } from '../../common/secret-box';
import { Config } from '../../config/config';
import { bearer, GITHUB } from '../sources/forge-token';
import { SourceHostRepository } from './source-host.repository';

/** Seconds for which a token rests that was refused. */
const REFUSED_REST = 3_600;
/** Milliseconds after which is read again which tokens rest, as other replicas have learnt. */
const READ_AFTER = 10_000;
/** Their limits do not let the token of a request go on; a limit that says so otherwise is the server's. */
const OF_TOKEN = [401, 403, 429];
const LIMITS = /^(retry-after|x-ratelimit-.*)$/;

interface Token {
  header: string;
  /** Its row in `source_host`: without the token. */
  name: string;
  /** Until when it rests, by `performance.now()`. */
  restUntil: number;
}

/**
 * The tokens of the operator for GitHub in turn, each with its own limit: one that is spent or refused rests, and the others go on. Only
 * when all rest, the answer says so. Replicas share this by `source_host`. With one token, the host rests as any other.
 */
@Injectable()
export class TokenTurns implements Requester<OutgoingRequest> {
  private readonly logger = new Logger(TokenTurns.name);
  private readonly tokens: Token[];
  private turn = 0;
  private readAt = -Infinity;

  constructor(
    private readonly http: OutgoingHttp,
    private readonly hosts: SourceHostRepository,
    secrets: SecretBox,
    { githubToken }: Config,
  ) {
    const { host } = new URL(GITHUB);
    this.tokens = githubToken.map((token) => {
      const header = bearer(token);
      return { header, name: `${host}#token-${secrets.fingerprint(header)}`, restUntil: -Infinity };
    });
  }

  async request(request: OutgoingRequest): Promise<OutgoingAnswer> {
    const given = request.headers?.authorization;
    const takesTurns = this.tokens.length > 1 && this.tokens.some(({ header }) => header === given);
    if (!takesTurns) return this.http.request(request);
    await this.read();
    for (let tries = this.tokens.length; ; tries--) {
      const token = this.next();
      const headers = { ...request.headers, authorization: token.header };
      const answer = await this.http.request({ ...request, headers });
      const rest = restAfter(answer);
      if (rest !== null) await this.rest(token, rest, answer.status);
      const others = this.secondsUntilFree();
      if (rest !== null && others > 0) return paused(answer, others);
      if (rest === null || !OF_TOKEN.includes(answer.status) || tries === 1) return unlimited(answer);
    }
  }

  /** The next that does not rest, or the one that rests for the shortest time. */
  private next(): Token {
    const now = performance.now();
    const inTurn = this.tokens.map((_token, index) => this.tokens[(this.turn + index) % this.tokens.length]!);
    this.turn++;
    const first = Math.min(...inTurn.map(({ restUntil }) => restUntil));
    return inTurn.find(({ restUntil }) => restUntil <= now || restUntil === first)!;
  }

  /** 0: one is free. */
  private secondsUntilFree(): number {
    const first = Math.min(...this.tokens.map(({ restUntil }) => restUntil));
    return Math.max(0, Math.ceil((first - performance.now()) / 1_000));
  }

  private async rest(token: Token, seconds: number, status: number): Promise<void> {
    token.restUntil = Math.max(token.restUntil, performance.now() + seconds * 1_000);
    const place = this.tokens.indexOf(token) + 1;
    if (status === 401) this.logger.warn({ msg: 'a token of GitHub was refused', place, of: this.tokens.length });
    await this.hosts.rest(token.name, seconds);
  }

  private async read(): Promise<void> {
    const now = performance.now();
    if (now - this.readAt < READ_AFTER) return;
    this.readAt = now;
    const rests = await this.hosts.pausesOf(this.tokens.map(({ name }) => name));
    for (const token of this.tokens) {
      const seconds = rests.get(token.name);
      if (seconds !== undefined) token.restUntil = Math.max(token.restUntil, now + seconds * 1_000);
    }
  }
}

/** Seconds for which the token of a request must rest; null = it need not. */
function restAfter(answer: OutgoingAnswer): number | null {
  if (answer.status === 401) return REFUSED_REST;
  return answer.status < 400 ? pauseAfter(answer) : answer.status < 500 ? errorOf(answer).retryAfter : null;
}

function unlimited(answer: OutgoingAnswer): OutgoingAnswer {
  const headers = Object.entries(answer.headers).filter(([name]) => !LIMITS.test(name));
  return { ...answer, headers: Object.fromEntries(headers) };
}

const paused = (answer: OutgoingAnswer, seconds: number): OutgoingAnswer => ({
  ...answer,
  headers: { ...answer.headers, 'retry-after': String(seconds) },
});
