import { Injectable } from '@nestjs/common';
import { type OutgoingAnswer, OutgoingHttp } from '../../common/outgoing-http/outgoing-http';
import { Channel, type Delivery } from './channel';
import type { Prepared } from '../../common/settings/settings';
import { withCheckedServer } from '../../common/settings/url-setting';
import { fitLetter, utf8Bytes } from './fit';
import { authorizationOf, TOKEN_PATTERN, USERNAME_PATTERN } from './http-authorization';
import { exchange, jsonOf, jsonPost } from './http-exchange';
import { WORD_JOINER } from './inert-text';
import { type Letter, letterOf } from './letter';
import { plainText } from './lines';
import { type Outcome, outcomeOfHttp } from './outcome';
import { Setting } from '../../common/settings/setting';

const SERVER = 'https://ntfy.sh/';
/** Bytes. ntfy makes a file of a message over 4,096; some below are left, since servers were seen to fail at the very limit. */
const MAX_MESSAGE = 4_000;
/** Bytes. */
const MAX_TITLE = 1_024;
/** Bytes: twice the limit of a message (`transformBodyJSON` of the server). */
const MAX_BODY = 8_192;
/** Buttons of a message. */
const MAX_ACTIONS = 3;
/** ntfy's own error code: the messages of the day are used up. */
const QUOTA_USED_UP = 42908;
/** Seconds. The day of a quota ends at midnight UTC: from then on one of the hourly tries passes. */
const QUOTA_PAUSE = 3_600;
/** 4 rings longer, 3 is the default. */
const PRIORITY = { major: 4, minor: 3, patch: 3, other: 3 };

export class NtfySettings {
  @Setting({
    title: 'Topic',
    description: 'The topic that you subscribed to. Whoever knows it can read along, unless the server protects it.',
    format: 'text',
    maxLength: 64,
    pattern: /^[-_A-Za-z0-9]{1,64}$/,
    secret: true,
    examples: ['updates-7f3a9c'],
  })
  topic!: string;

  @Setting({
    title: 'Server',
    description: 'The address of the ntfy server, if you have one of your own.',
    format: 'url',
    maxLength: 2048,
    optional: true,
    default: SERVER,
    examples: ['https://ntfy.sh/'],
  })
  server?: string;

  @Setting({
    title: 'Access token',
    description: 'Only for a server or a topic that asks for one. It is used in place of user name and password.',
    format: 'text',
    maxLength: 200,
    pattern: TOKEN_PATTERN,
    secret: true,
    optional: true,
    examples: ['tk_AgQdq7mVBoFD37zQVN29RhuMzNIz2'],
  })
  token?: string;

  @Setting({
    title: 'User name',
    description: 'Only for a server that asks for a user name and a password.',
    format: 'text',
    maxLength: 200,
    pattern: USERNAME_PATTERN,
    optional: true,
    examples: ['phil'],
  })
  username?: string;

  @Setting({
    title: 'Password',
    description: 'Goes with the user name.',
    format: 'text',
    maxLength: 200,
    secret: true,
    optional: true,
    examples: ['a long password'],
  })
  password?: string;
}

/**
 * A push message, published as JSON: https://docs.ntfy.sh/publish/#publish-as-json. A message with the same `sequence_id` takes
 * the place of the one before it (https://docs.ntfy.sh/publish/#updating-deleting-notifications), so a repeated attempt is not
 * seen twice.
 */
@Injectable()
export class NtfyChannel extends Channel<NtfySettings> {
  readonly type = 'ntfy';
  readonly title = 'ntfy';
  readonly settingsClass = NtfySettings;
  readonly retryProfile = 'http';

  constructor(private readonly http: OutgoingHttp) {
    super();
  }

  override prepare(settings: NtfySettings): Prepared<NtfySettings> {
    return withCheckedServer(this.http, settings);
  }

  async send({ id, settings, message }: Delivery<NtfySettings>): Promise<Outcome> {
    const render = (letter: Letter) => bodyOf(id, settings.topic, letter);
    const body = fitLetter(letterOf(message), render, fits);
    const request = jsonPost(settings.server ?? SERVER, body, authorizationOf(settings));
    return exchange(this.http, request, (answer) => judge(answer, settings));
  }
}

type Body = ReturnType<typeof bodyOf>;

function bodyOf(id: string, topic: string, letter: Letter) {
  const [first] = letter.links;
  return {
    topic,
    title: titleOf(letter),
    message: plainText(letter, { headline: false, links: false }) || letter.headline,
    tags: ['package'],
    priority: letter.step ? PRIORITY[letter.step] : 3,
    ...(first ? { click: first[1] } : {}),
    actions: letter.links.slice(0, MAX_ACTIONS).map(([label, url]) => ({ action: 'view', label, url })),
    sequence_id: id,
  };
}

/** The server decodes `=?utf-8?…?=` (RFC 2047) in a title, even in one that came as JSON: a word joiner keeps it as it is. */
function titleOf({ subject }: Letter): string {
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
  // Without an account the limits are those of our address: of every channel that goes to this server.
  const wholeHost = !settings.token && !settings.username;
  if (jsonOf(answer).code !== QUOTA_USED_UP) return { ...outcome, wholeHost };
  const reason = 'The server takes no more messages today (ntfy error 42908)';
  return { ...outcome, reason, after: Math.max(outcome.after ?? 0, QUOTA_PAUSE), wholeHost };
}
