import { NotificationChannel } from '../../common/plugin/marks';
import { type OutgoingAnswer, OutgoingHttp } from '../../common/outgoing-http/outgoing-http';
import { sha256 } from '../../common/fingerprint';
import { Setting } from '../../common/settings/setting';
import { checkedUrl, type Prepared, SettingsError } from '../../common/settings/settings';
import { Config } from '../../config/config';
import { cutText, fitContent, utf8Bytes } from '../rendering/fit';
import { plainText } from '../rendering/lines';
import type { Message } from '../rendering/message';
import { contentOf, type MessageContent } from '../rendering/message-content';
import { ACTION_LABELS, withActions } from '../rendering/message-links';
import { Channel, type Delivery } from './channel';
import { exchange } from './http-exchange';
import { type Outcome, outcomeOfHttp } from './outcome';
import { encryptPush, isPoint, MAX_PLAIN } from './push-encryption';
import { identityOf, vapidOf } from './vapid';

/** UTF-16 units; phones show less. */
const MAX_TITLE = 120;
/** Seconds for which a push service keeps a message for a device that is off. */
const KEPT = 7 * 86_400;
const SNOOZE: string = ACTION_LABELS.snooze;
/** Characters of a topic: RFC 8030, 5.4. */
const TOPIC = 32;
/** A point on P-256, uncompressed, as base64url. */
const POINT = /^B[A-Za-z0-9_-]{86}$/;

export class WebPushSettings {
  @Setting({
    title: 'Endpoint',
    description:
      'Where the push service of the browser takes messages for it. Anyone who has it can try to send there.',
    format: 'url',
    maxLength: 2048,
    secret: true,
    examples: ['https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV'],
  })
  endpoint!: string;

  @Setting({
    title: 'Point of the browser',
    description: 'With which messages are encrypted: `p256dh` of the subscription.',
    format: 'text',
    maxLength: 87,
    pattern: POINT,
    examples: ['BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'],
  })
  p256dh!: string;

  @Setting({
    title: 'Authentication secret',
    description: 'Shows the browser that a message is from this service: `auth` of the subscription.',
    format: 'text',
    maxLength: 22,
    pattern: /^[A-Za-z0-9_-]{22}$/,
    secret: true,
    examples: ['BTBZMqHH6r4Tts7J_aSIgg'],
  })
  auth!: string;

  @Setting({
    title: 'Sender',
    description: 'The `application_server_point` of this type when the browser subscribed.',
    format: 'text',
    maxLength: 87,
    pattern: POINT,
    optional: true,
    default: 'The present one',
    examples: ['BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs'],
  })
  sender?: string;
}

/** What the worker of the web application shows: `web/worker/worker.js`. */
export interface PushPayload {
  /** Of the delivery: the same on every attempt. */
  id: string;
  title: string;
  body: string;
  /** A later message with the same one replaces this one. */
  tag: string;
  /** What can be opened, the first one by a tap; at most two. */
  links: [label: string, url: string][];
}

/**
 * A notification of one browser: RFC 8030 (Web Push), 8291 (encryption) and 8292 (VAPID). The push service, which is the browser's maker,
 * learns when messages are sent and how long they are, and nothing of what they say.
 */
@NotificationChannel()
export class WebPushChannel extends Channel<WebPushSettings> {
  readonly type = 'web-push';
  readonly title = 'This device';
  readonly category = 'push';
  readonly description = 'Notifications of a browser: on this phone or computer, without an app.';
  readonly settingsClass = WebPushSettings;
  readonly retryProfile = 'http';

  constructor(
    private readonly http: OutgoingHttp,
    private readonly config: Config,
  ) {
    super();
  }

  override applicationServerPoint(): string {
    return identityOf(this.config.secretKey).point;
  }

  override prepare(settings: WebPushSettings): Prepared<WebPushSettings> {
    if (!isPoint(Buffer.from(settings.p256dh, 'base64url')))
      throw new SettingsError([{ field: 'p256dh', message: 'is no point on the curve P-256' }]);
    const endpoint = checkedUrl(this.http, 'endpoint', settings.endpoint);
    return { settings: { ...settings, endpoint, sender: settings.sender ?? this.applicationServerPoint() } };
  }

  async send({ id, settings, message, sentAt = new Date() }: Delivery<WebPushSettings>): Promise<Outcome> {
    const identity = this.identities().find(({ point }) => point === (settings.sender ?? point));
    if (!identity) return { kind: 'disable', reason: OTHER_KEY };
    const content = contentOf(message);
    const payload = fitContent(content, (part) => payloadOf(part, id, tagOf(message, id)), fits);
    const receiver = {
      point: Buffer.from(settings.p256dh, 'base64url'),
      auth: Buffer.from(settings.auth, 'base64url'),
    };
    const request = {
      method: 'POST' as const,
      url: settings.endpoint,
      headers: {
        authorization: await vapidOf(identity, settings.endpoint, this.subject(), sentAt),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(KEPT),
        topic: sha256(payload.tag).slice(0, TOPIC),
        urgency: content.urgent ? 'high' : 'normal',
      },
      body: encryptPush(Buffer.from(JSON.stringify(payload)), receiver),
    };
    return exchange(this.http, request, judge);
  }

  /** The present one first. */
  private identities() {
    return [this.config.secretKey, ...this.config.oldSecretKeys].map(identityOf);
  }

  /** Whom a push service may write to. Browsers subscribe on encrypted pages only, so others are for trying it out. */
  private subject(): string {
    const { publicUrl } = this.config;
    return publicUrl?.startsWith('https:') ? new URL(publicUrl).origin : 'mailto:operator@localhost';
  }
}

const OTHER_KEY =
  'The browser subscribed when this service had another SECRET_KEY: turn notifications on again on that device';

function payloadOf(content: MessageContent, id: string, tag: string): PushPayload {
  return {
    id,
    title: cutText(content.subject, MAX_TITLE),
    body: plainText({ ...content, footer: '' }, { headline: false, links: false }) || content.headline,
    tag,
    links: linksOf(content),
  };
}

const fits = (payload: PushPayload): boolean => utf8Bytes(JSON.stringify(payload)) <= MAX_PLAIN;

/** A notification has room for two buttons: the main thing to open, and to snooze it where that can be. */
function linksOf({ links }: MessageContent): PushPayload['links'] {
  const [main, ...others] = withActions(links);
  const other = others.find(([label]) => label === SNOOZE) ?? others[0];
  return [main, other].filter((link) => link !== undefined);
}

/** What is newer about a product takes the place of what was said of it before. A digest is about other products than the one before. */
function tagOf({ kind, updates, alerts = [] }: Message, id: string): string {
  if (kind === 'update.available' || kind === 'update.reminder') return `update ${updates[0]!.software.id}`;
  const [alert] = alerts;
  return alert && kind !== 'update.digest' ? `${alert.about} ${alert.software.id}` : id;
}

/** Push services answer 404 or 410 once a browser has ended its subscription: RFC 8030, 7.3. */
function judge(answer: OutgoingAnswer): Outcome {
  const outcome = outcomeOfHttp(answer);
  if (answer.status !== 404 && answer.status !== 410) return outcome;
  return {
    kind: 'disable',
    code: answer.status,
    reason: 'The browser has ended this subscription: turn notifications on again on that device',
  };
}
