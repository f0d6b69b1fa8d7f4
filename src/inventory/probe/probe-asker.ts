import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { firstCharacters } from 'small-parts';
import { SecretBox, SecretError } from '../../common/secret-box';
import type { HostGuest, HostVisit } from '../../source/polling/host-fetches';
import { OF_PROGRAMS } from '../../source/polling/source-host.repository';
import { SourcePoller } from '../../source/polling/source-poller';
import { SourceError } from '../../common/fetch/source-error';
import type { SourceWeb, WebRequest } from '../../common/fetch/source-web';
import { textAtPath, versionIn } from './answer';
import { type Asked, ProbeRecorder } from './probe-recorder';
import { boundTo, ProbeRepository, type ProbeRow } from './probe.repository';
import { type Login, type ProbeSettings, type Question, questionOf } from './question';

const MAX_HOST = 255;
const MAX_MESSAGE = 500;
/** A shorter value of a header is no secret. */
const MIN_SECRET = 4;

export const hostOf = (url: string) => new URL(url).host.slice(0, MAX_HOST - OF_PROGRAMS.length) + OF_PROGRAMS;

/** How an operator lets the service into a network of their own. */
export const HOW_TO_ALLOW =
  'An address in your own network needs the consent of the operator of this service: the setting OUTBOUND_ALLOW, ' +
  'such as OUTBOUND_ALLOW=192.168.1.0/24, and a restart.';

/** Of every request to a program. All its headers are credentials. */
const LIMITS = { hasOwnHeaders: true, maxBytes: 1024 * 1024, timeoutMs: 10_000 } as const;

/** A session that is gone already, or that the program does not end, ends by itself. */
const ENDED = [202, 204, 400, 401, 404, 405];

/** A number is a status. */
const REASONS: Record<string, string> = {
  401: 'It wants a token, or another one (401)',
  403: 'It denies access: a token is missing, or may not read this (403)',
  404: 'It has nothing at this address (404)',
  429: 'It was asked too often, or has no free session (429)',
};

/**
 * Asks programs for their versions. It is a guest of the poller: a host is asked by one process at a time, with a delay between two requests,
 * and rests after failures.
 */
@Injectable()
export class ProbeAsker implements HostGuest, OnModuleInit {
  private readonly logger = new Logger(ProbeAsker.name);

  constructor(
    private readonly poller: SourcePoller,
    private readonly probes: ProbeRepository,
    private readonly recorder: ProbeRecorder,
    private readonly secrets: SecretBox,
  ) {}

  onModuleInit(): void {
    this.poller.welcome(this);
  }

  async visit(visit: HostVisit): Promise<void> {
    if (!visit.session.host.endsWith(OF_PROGRAMS)) return;
    await this.probes.deleteStale(visit.session.host);
    for (const probe of await this.probes.dueAt(visit.session.host)) {
      if (visit.isOver()) return;
      if (Number(probe.disabled)) {
        await this.probes.putOff(probe);
        continue;
      }
      const asked = await this.askFor(visit, probe);
      if (asked === null) return;
      await this.recorder.record(probe, asked, visit.session);
    }
  }

  /** Asks once, and writes nothing. @returns null when the host is being asked, or rests */
  askNow(question: Question): Promise<Asked | null> {
    return this.poller.atHost(hostOf(question.url), (visit) => this.ask(visit, question));
  }

  seal(id: string, settings: ProbeSettings): string {
    return this.secrets.seal(JSON.stringify(settings), boundTo(id));
  }

  /** Null when no key of ours opens them, so that one damaged probe does not hide the others. */
  tryOpen({ id, settings }: ProbeRow): ProbeSettings | null {
    try {
      return JSON.parse(this.secrets.open(settings, boundTo(id))) as ProbeSettings;
    } catch (error) {
      if (!(error instanceof SecretError)) throw error;
      this.logger.error({ msg: 'settings of a probe cannot be opened', probe: id, reason: error.reason });
      return null;
    }
  }

  private async askFor(visit: HostVisit, probe: ProbeRow): Promise<Asked | null> {
    const settings = this.tryOpen(probe);
    if (settings === null) return { message: 'The stored settings cannot be read: set them again', retryAfter: null };
    const question = questionOf({ ...probe, jsonPath: probe.json_path }, settings);
    return question
      ? this.ask(visit, question)
      : { message: 'This version of the service does not know the preset: choose another one', retryAfter: null };
  }

  /** @returns null when nothing was learnt: there is no network, or the service stops */
  private async ask(visit: HostVisit, { url, headers, login, ...place }: Question): Promise<Asked | null> {
    try {
      // Some programs name themselves to everybody, and say the rest to those who may know it.
      const expect = place.header === null ? [] : [401, 403];
      const secrets = [...Object.values(headers), ...(login ? [login.secret] : [])];
      const response = await visit.fetch(null, (web) =>
        withToken(web, login, (token) => {
          secrets.push(...Object.values(token));
          return web.get(url, { accept: '*/*', headers: { ...headers, ...token }, expect, ...LIMITS });
        }),
      );
      if (response === null) return null;
      const text = await versionIn(response, place);
      if (!isSecret(text, secrets)) return { text };
      return { message: 'What stands there is a secret of the request itself', retryAfter: null };
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      return { message: firstCharacters(reasonOf(error), MAX_MESSAGE), retryAfter: error.retryAfter };
    }
  }
}

/** A program that sends back what it was sent shows secrets to whoever reads its version. */
function isSecret(text: string, sent: string[]): boolean {
  const secrets = sent.flatMap((value) => [value, ...value.split(/[\s=]+/)]);
  return secrets.some((secret) => secret.length >= MIN_SECRET && text.includes(secret));
}

function reasonOf({ code, message }: SourceError): string {
  if (code === 'unreachable') return `${message}. ${HOW_TO_ALLOW}`;
  if (typeof code === 'number' && code >= 300 && code < 400)
    return `It leads to another address: give that one (${code})`;
  if (typeof code !== 'number') return message.replace('The response', 'The answer');
  return REASONS[code] ?? (code >= 500 ? `It failed (${code})` : `It refused the request (${code})`);
}

/**
 * Asks with the headers that have the token of a program: it signs in before, and out after it. Without a login there are none.
 * @throws SourceError
 */
async function withToken<T>(
  web: SourceWeb,
  login: Login | null,
  ask: (headers: Record<string, string>) => Promise<T>,
): Promise<T> {
  if (login === null) return ask({});
  const token = await signIn(web, login);
  const headers = { [login.header]: login.prefix + token };
  try {
    return await ask(headers);
  } finally {
    if (login.logout !== null) await signOut(web, login.logout, headers);
  }
}

async function signIn(web: SourceWeb, { url, body, jsonPath }: Login): Promise<string> {
  const response = await web.get(url, { ...LIMITS, ...posted(body), accept: 'application/json', hasSecretBody: true });
  try {
    return await textAtPath(response, jsonPath);
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    throw new SourceError('The sign-in has given no token: perhaps it needs none', null, 'nothing');
  }
}

function posted(body: object | URLSearchParams): WebRequest {
  const isForm = body instanceof URLSearchParams;
  return {
    method: 'POST',
    headers: { 'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json' },
    body: isForm ? body.toString() : JSON.stringify(body),
  };
}

/** The answer counts, whether the session ends or not. */
async function signOut(web: SourceWeb, url: string, headers: Record<string, string>): Promise<void> {
  try {
    await web.get(url, { ...LIMITS, method: 'DELETE', headers, expect: ENDED });
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
  }
}
