import { NotificationChannel } from '../../common/plugin/marks';
import type { OutgoingAnswer } from '../../common/outgoing-http/outgoing-http';
import { type Outcome, outcomeOfHttp, type Delivery } from './channel';
import { HttpChannel } from './http-channel';
import {
  authorizationOf,
  PASSWORD_SETTING,
  TOKEN_PATTERN,
  USERNAME_PATTERN,
  exchange,
  jsonOf,
  jsonPost,
} from './http-exchange';
import { fitContent, utf8Bytes } from '../rendering/fit';
import { WORD_JOINER } from '../rendering/inert-text';
import { type MessageContent, contentOf } from '../rendering/message-content';
import { plainText } from '../rendering/lines';
import { ServerSetting, Setting } from '../../common/settings/setting';

const SERVER = 'https://ntfy.sh/';
/** Bytes. ntfy turns a message over 4,096 into a file; the margin is for servers that fail at the exact limit. */
const MAX_MESSAGE = 4_000;
/** Bytes. */
const MAX_TITLE = 1_024;
/** Bytes: twice the limit of a message (`transformBodyJSON` of the server). */
const MAX_BODY = 8_192;
/** Buttons of a message: one leads to all that can be done, else there would be none for the release notes. */
const MAX_ACTIONS = 3;
/** ntfy's own error code: the daily quota is used up. */
const QUOTA_USED_UP = 42908;
/** Seconds. Quotas end at midnight UTC; the next hourly attempt then succeeds. */
const QUOTA_PAUSE = 3_600;
/** 3 is the default; 4 rings longer. */
const PRIORITY = { major: 4, minor: 3, patch: 3, other: 3 };

export class NtfySettings {
  @Setting({
    title: 'Topic',
    description:
      'The topic that you subscribed to. Anyone who knows it can read the messages, unless the server protects it.',
    maxLength: 64,
    pattern: /^[-_A-Za-z0-9]{1,64}$/,
    secret: true,
    examples: ['updates-7f3a9c'],
  })
  topic!: string;

  @ServerSetting('The address of your own ntfy server, if you have one.', SERVER)
  server?: string;

  @Setting({
    title: 'Access token',
    description: 'Only for a server or topic that requires one. It is used instead of user name and password.',
    maxLength: 200,
    pattern: TOKEN_PATTERN,
    secret: true,
    optional: true,
    examples: ['tk_AgQdq7mVBoFD37zQVN29RhuMzNIz2'],
  })
  token?: string;

  @Setting({
    title: 'User name',
    description: 'Only for a server that requires a user name and password.',
    maxLength: 200,
    pattern: USERNAME_PATTERN,
    optional: true,
    examples: ['phil'],
  })
  username?: string;

  @Setting(PASSWORD_SETTING)
  password?: string;
}

/**
 * A push message, published as JSON: https://docs.ntfy.sh/publish/#publish-as-json. A message with the same `sequence_id` replaces the previous
 * one (https://docs.ntfy.sh/publish/#updating-deleting-notifications), so a repeated attempt is not seen twice.
 */
@NotificationChannel()
export class NtfyChannel extends HttpChannel<NtfySettings> {
  readonly type = 'ntfy';
  readonly title = 'ntfy';
  readonly category = 'push';
  readonly description = 'A push message on your phone or desktop, by ntfy.sh or an ntfy server of your own.';
  readonly settingsClass = NtfySettings;

  async send({ id, settings, message }: Delivery<NtfySettings>): Promise<Outcome> {
    const render = (content: MessageContent) => bodyOf(id, settings.topic, content);
    const body = fitContent(contentOf(message), render, fits);
    const request = jsonPost(settings.server ?? SERVER, body, authorizationOf(settings));
    return exchange(this.http, request, (answer) => judge(answer, settings));
  }
}

type Body = ReturnType<typeof bodyOf>;

function bodyOf(id: string, topic: string, content: MessageContent) {
  const [first] = content.links;
  return {
    topic,
    title: titleOf(content),
    message: plainText(content, { headline: false, links: false }) || content.headline,
    tags: ['package'],
    priority: content.urgent ? PRIORITY.major : content.step ? PRIORITY[content.step] : 3,
    ...(first ? { click: first[1] } : {}),
    actions: content.links.slice(0, MAX_ACTIONS).map(([label, url]) => ({ action: 'view', label, url })),
    sequence_id: id,
  };
}

/** The server decodes `=?utf-8?…?=` (RFC 2047) in titles, even in JSON; a word joiner prevents that. */
function titleOf({ subject }: MessageContent): string {
  return subject.replaceAll('=?', `=${WORD_JOINER}?`);
}

function fits(body: Body): boolean {
  return (
    utf8Bytes(body.message) <= MAX_MESSAGE &&
    utf8Bytes(body.title) <= MAX_TITLE &&
    utf8Bytes(JSON.stringify(body)) <= MAX_BODY
  );
}

function judge(answer: OutgoingAnswer, settings: NtfySettings): Outcome {
  const outcome = outcomeOfHttp(answer);
  if (answer.status !== 429) return outcome;
  // Without an account, limits apply to our address: to every channel on this server.
  const wholeHost = !settings.token && !settings.username;
  if (jsonOf(answer).code !== QUOTA_USED_UP) return { ...outcome, wholeHost };
  const reason = 'The server takes no more messages today (ntfy error 42908)';
  return { ...outcome, reason, after: Math.max(outcome.after ?? 0, QUOTA_PAUSE), wholeHost };
}
