import { NotificationChannel } from '../../common/plugin/marks';
import type { OutgoingAnswer } from '../../common/outgoing-http/outgoing-http';
import { type Outcome, outcomeOfHttp, type Delivery } from './channel';
import { HttpChannel } from './http-channel';
import { exchange, jsonOf, jsonPost } from './http-exchange';
import { under } from '../../common/settings/settings';
import { characters, cutText, fitContent } from '../rendering/fit';
import { withReference, type MessageContent, contentOf } from '../rendering/message-content';
import { plainText } from '../rendering/lines';
import { ServerSetting, Setting } from '../../common/settings/setting';

const SERVER = 'https://api.pushover.net/';
/** Characters of up to four bytes, as Pushover says: code points. */
const MAX_MESSAGE = 1_024;
const MAX_TITLE = 250;
const MAX_URL = 512;
/** Seconds. The shortest wait that Pushover allows after a 5xx. */
const FAULT_PAUSE = 5;
/** Seconds. */
const DAY = 86_400;
const KEY = /^[A-Za-z0-9]{30}$/;

export class PushoverSettings {
  @Setting({
    title: 'Application token',
    description: 'The API token of an application that you created at Pushover.',
    maxLength: 30,
    pattern: KEY,
    secret: true,
    examples: ['azGDORePK8gMaC0QOYAMyEEuzJnyUi'],
  })
  token!: string;

  @Setting({
    title: 'User key',
    description: 'Your user key, or the key of a group.',
    maxLength: 30,
    pattern: KEY,
    secret: true,
    examples: ['uQiRzpo4DXghDmr9QzzfQu27cmVRsG'],
  })
  user_key!: string;

  @Setting({
    title: 'Device',
    description: 'The name of a device, to notify only that one.',
    maxLength: 25,
    pattern: /^[A-Za-z0-9_-]{1,25}$/,
    optional: true,
    examples: ['pixel-9'],
  })
  device?: string;

  @ServerSetting('Only for a service that stands in for Pushover.', SERVER)
  server?: string;
}

/** A push message: https://pushover.net/api. Token and key are in the body, never in the URL. */
@NotificationChannel()
export class PushoverChannel extends HttpChannel<PushoverSettings> {
  readonly type = 'pushover';
  readonly title = 'Pushover';
  readonly category = 'push';
  readonly description = 'A push message by Pushover.';
  readonly settingsClass = PushoverSettings;

  async send({ id, settings, message }: Delivery<PushoverSettings>): Promise<Outcome> {
    const { token, user_key, device, server = SERVER } = settings;
    const body = {
      token,
      user: user_key,
      ...(device ? { device } : {}),
      ...fitContent(withReference(contentOf(message), id), bodyOf, fits),
      timestamp: Math.floor(Date.parse(message.timestamp) / 1000),
    };
    return exchange(this.http, jsonPost(under(server, '1', 'messages.json'), body), judge);
  }
}

/** Without `html`, Pushover shows plain text. */
function bodyOf(content: MessageContent) {
  const link = content.links.find(([, url]) => characters(url) <= MAX_URL);
  return {
    title: cutText(content.subject, MAX_TITLE, characters),
    message: plainText(content, { headline: false, links: false }) || content.headline,
    ...(link ? { url_title: link[0], url: link[1] } : {}),
  };
}

function fits({ message }: ReturnType<typeof bodyOf>): boolean {
  return characters(message) <= MAX_MESSAGE;
}

function judge(answer: OutgoingAnswer): Outcome {
  const outcome = outcomeOfHttp(answer);
  const said = jsonOf(answer);
  if (outcome.kind === 'ok' && said.status !== undefined && said.status !== 1)
    return { kind: 'dead', reason: 'Pushover refuses this message', code: answer.status };
  if (answer.status === 429) return { ...outcome, ...quotaUsedUp(answer) };
  if (answer.status >= 500) return { ...outcome, after: Math.max(outcome.after ?? 0, FAULT_PAUSE) };
  if (said.token === 'invalid')
    return { ...outcome, reason: 'Pushover does not know the application token', refusal: true };
  if (said.user === 'invalid')
    return { ...outcome, reason: 'Pushover does not know the user key or device', refusal: true };
  return outcome;
}

/** The monthly quota is used up; a header says when the next month begins (Unix time). */
function quotaUsedUp(answer: OutgoingAnswer): Partial<Outcome> {
  const reset = Number(answer.headers['x-limit-app-reset']);
  const seconds = Math.ceil(reset - Date.now() / 1000);
  const reason = 'The messages of this application are used up for the month';
  return seconds > 0 ? { reason, after: Math.min(seconds, DAY) } : { reason };
}
