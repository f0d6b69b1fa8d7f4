import { Injectable } from '@nestjs/common';
import { type OutgoingAnswer, OutgoingHttp } from '../../common/outgoing-http/outgoing-http';
import { Channel, type Delivery } from './channel';
import type { Prepared } from '../../common/settings/settings';
import { fitLetter, utf8Bytes } from './fit';
import { exchange, jsonOf } from './http-exchange';
import { under, withCheckedServer } from '../../common/settings/url-setting';
import { type Letter, letterOf } from './letter';
import { linesOf, plainText } from './lines';
import { linesHtml } from './lines-html';
import { withoutTriggers } from './markdown';
import { type Outcome, outcomeOfHttp } from './outcome';
import { Setting } from '../../common/settings/setting';
import { waitOf } from './wait';

/** Bytes of what we send. An event may have 65,536 with all that servers add: https://spec.matrix.org/latest/client-server-api/#size-limits */
const MAX_CONTENT = 29_000;
/** What clients make a mention, a room or a link of, wherever it stands. */
const TRIGGERS = /@|:\/(?=\/)|#(?=[^\s#]+:)/g;
/** Whoever the token belongs to may not, or cannot any more, write into the room. */
const GONE: Record<string, string> = {
  M_FORBIDDEN: 'The account may not write into this room',
  M_UNKNOWN_TOKEN: 'The server does not know this access token any more',
  M_MISSING_TOKEN: 'The server does not know this access token any more',
  M_USER_DEACTIVATED: 'The account was deactivated',
};

export class MatrixSettings {
  @Setting({
    title: 'Homeserver',
    description: 'The base address of the homeserver of the account that sends.',
    format: 'url',
    maxLength: 2048,
    examples: ['https://matrix.example.org/'],
  })
  server!: string;

  @Setting({
    title: 'Access token',
    description: 'An access token of that account. Whoever has it can read and send as the account.',
    format: 'text',
    maxLength: 1024,
    pattern: /^[\x21-\x7E]+$/,
    secret: true,
    examples: ['syt_dXBkYXRlcw_XXXXXXXXXXXXXXXXXXXX_000000'],
  })
  token!: string;

  @Setting({
    title: 'Room',
    description: 'The internal room ID, which begins with an exclamation mark. The account must be in the room.',
    format: 'text',
    maxLength: 255,
    pattern: /^![\x21-\x7E]{1,254}$/,
    examples: ['!abcdefghijklmnop:example.org'],
  })
  room!: string;
}

/**
 * A notice in a Matrix room, without end-to-end encryption:
 * https://spec.matrix.org/latest/client-server-api/#put_matrixclientv3roomsroomidsendeventtypetxnid
 *
 * The transaction id is the delivery's: the server drops a repeated one.
 */
@Injectable()
export class MatrixChannel extends Channel<MatrixSettings> {
  readonly type = 'matrix';
  readonly title = 'Matrix';
  readonly settingsClass = MatrixSettings;
  readonly retryProfile = 'http';

  constructor(private readonly http: OutgoingHttp) {
    super();
  }

  override prepare(settings: MatrixSettings): Prepared<MatrixSettings> {
    return withCheckedServer(this.http, settings);
  }

  async send({ id, settings, message }: Delivery<MatrixSettings>): Promise<Outcome> {
    const { server, token, room } = settings;
    const content = fitLetter(letterOf(message), contentOf, fits);
    const request = {
      method: 'PUT' as const,
      url: under(server, '_matrix', 'client', 'v3', 'rooms', room, 'send', 'm.room.message', id),
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(content),
    };
    return exchange(this.http, request, judge);
  }
}

function contentOf(letter: Letter) {
  return {
    // A notice: other bots must not answer it.
    msgtype: 'm.notice',
    body: plainText(letter),
    format: 'org.matrix.custom.html',
    formatted_body: linesHtml(withoutTriggers(linesOf(letter), TRIGGERS)).source,
    // Being there and empty, it keeps clients from looking for @room and names in the text.
    'm.mentions': {},
  };
}

function fits(content: object): boolean {
  return utf8Bytes(JSON.stringify(content)) <= MAX_CONTENT;
}

/** `errcode` says more than the status: https://spec.matrix.org/latest/client-server-api/#standard-error-response */
function judge(answer: OutgoingAnswer): Outcome {
  const { errcode, retry_after_ms: wait } = jsonOf(answer);
  const known = typeof errcode === 'string' && Object.hasOwn(GONE, errcode) ? GONE[errcode]! : null;
  if (answer.status >= 400 && known)
    return { kind: 'disable', reason: known, code: answer.status, excerpt: answer.excerpt };
  if (errcode === 'M_LIMIT_EXCEEDED') return limited(answer, wait);
  if (errcode === 'M_NOT_FOUND')
    return { ...outcomeOfHttp(answer), reason: 'The server does not know this room', refusal: true };
  return outcomeOfHttp(answer);
}

/** The header is the newer way to say it (Matrix 1.10), the field in the body the older one. */
function limited(answer: OutgoingAnswer, wait: unknown): Outcome {
  const outcome = outcomeOfHttp({ ...answer, status: 429 });
  const after = typeof wait === 'number' ? waitOf(wait / 1000) : null;
  return answer.headers['retry-after'] || after === null ? outcome : { ...outcome, after };
}
