import { NotificationChannel } from '../../common/plugin/marks';
import type { OutgoingAnswer } from '../../common/outgoing-http/outgoing-http';
import { type Outcome, outcomeOfHttp, type Delivery } from './channel';
import { HttpChannel } from './http-channel';
import { outcomeOfLimit, TOKEN_PATTERN, exchange, jsonOf } from './http-exchange';
import { under } from '../../common/settings/settings';
import { fitContent, fitsAsJson } from '../rendering/fit';
import { type MessageContent, contentOf } from '../rendering/message-content';
import { withoutTriggers, linesHtml, linesOf, plainText } from '../rendering/lines';
import { Setting, UrlSetting } from '../../common/settings/setting';

/** Bytes of our part. An event may have 65,536, including what servers add: https://spec.matrix.org/latest/client-server-api/#size-limits */
const MAX_CONTENT = 29_000;
/** Text that clients turn into a mention, a room or a link. */
const TRIGGERS = /@|:\/(?=\/)|#(?=[^\s#]+:)/g;
/** The account may not, or can no longer, write to the room. */
const GONE: Record<string, string> = {
  M_FORBIDDEN: 'The account may not write into this room',
  M_UNKNOWN_TOKEN: 'The server does not know this access token any more',
  M_MISSING_TOKEN: 'The server does not know this access token any more',
  M_USER_DEACTIVATED: 'The account was deactivated',
};

export class MatrixSettings {
  @UrlSetting('Homeserver', 'The base address of the homeserver of the sending account.', 'https://matrix.example.org/')
  server!: string;

  @Setting({
    title: 'Access token',
    description: 'An access token of that account. Anyone who has it can read and send as the account.',
    maxLength: 1024,
    pattern: TOKEN_PATTERN,
    secret: true,
    examples: ['syt_dXBkYXRlcw_XXXXXXXXXXXXXXXXXXXX_000000'],
  })
  token!: string;

  @Setting({
    title: 'Room',
    description: 'The internal room ID, which begins with an exclamation mark. The account must be in the room.',
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
 * The delivery's id is the transaction id, by which the server drops a repeated message.
 */
@NotificationChannel()
export class MatrixChannel extends HttpChannel<MatrixSettings> {
  readonly type = 'matrix';
  readonly title = 'Matrix';
  readonly category = 'chat';
  readonly description = 'Notices in a Matrix room.';
  readonly settingsClass = MatrixSettings;

  async send({ id, settings, message }: Delivery<MatrixSettings>): Promise<Outcome> {
    const { server, token, room } = settings;
    const event = fitContent(contentOf(message), eventOf, fitsAsJson(MAX_CONTENT));
    const request = {
      method: 'PUT' as const,
      url: under(server, '_matrix', 'client', 'v3', 'rooms', room, 'send', 'm.room.message', id),
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(event),
    };
    return exchange(this.http, request, judge);
  }
}

function eventOf(content: MessageContent) {
  return {
    // A notice, which other bots do not answer.
    msgtype: 'm.notice',
    body: plainText(content),
    format: 'org.matrix.custom.html',
    formatted_body: linesHtml(withoutTriggers(linesOf(content), TRIGGERS)),
    // Present and empty, it keeps clients from looking for mentions in the text.
    'm.mentions': {},
  };
}

/** `errcode` says more than the status: https://spec.matrix.org/latest/client-server-api/#standard-error-response */
function judge(answer: OutgoingAnswer): Outcome {
  const { errcode, retry_after_ms: wait } = jsonOf(answer);
  const known = typeof errcode === 'string' && Object.hasOwn(GONE, errcode) ? GONE[errcode]! : null;
  if (answer.status >= 400 && known)
    return { kind: 'disable', reason: known, code: answer.status, excerpt: answer.excerpt };
  // The header is newer (Matrix 1.10) than the field in the body.
  const seconds = answer.headers['retry-after'] || typeof wait !== 'number' ? null : wait / 1000;
  if (errcode === 'M_LIMIT_EXCEEDED') return outcomeOfLimit(answer, seconds);
  if (errcode === 'M_NOT_FOUND')
    return { ...outcomeOfHttp(answer), reason: 'The server does not know this room', refusal: true };
  return outcomeOfHttp(answer);
}
