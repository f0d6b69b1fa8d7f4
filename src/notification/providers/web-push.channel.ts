import { encrypt, getVapidHeaders, type VapidKeys } from 'web-push';
import { parseUrl } from 'small-parts';
import { NotificationChannel } from '../../common/plugin/marks';
import { type OutgoingAnswer, OutgoingHttp } from '../../common/outgoing-http/outgoing-http';
import { sha256 } from '../../common/fingerprint';
import { Setting, UrlSetting } from '../../common/settings/setting';
import { checkedUrl, type Prepared, SettingsError } from '../../common/settings/settings';
import { Config } from '../../config/config';
import { isLoopback } from '../../config/url';
import { cutText, fitContent, fitsAsJson } from '../rendering/fit';
import { plainText } from '../rendering/lines';
import type { Message } from '../rendering/message';
import { contentOf, type MessageContent } from '../rendering/message-content';
import { ACTION_LABELS, withActions } from '../rendering/message-links';
import { type Outcome, outcomeOfHttp, Channel, type Delivery } from './channel';
import { exchange } from './http-exchange';
import { createECDH, hkdfSync } from 'node:crypto';
import { getOrMake } from '../../common/get-or-make';

/** UTF-16 units; phones show less. */
const MAX_TITLE = 120;
/** Seconds for which a push service keeps a message for a device that is off. */
const KEPT = 7 * 86_400;
/** Bytes of plain text: every push service takes 4,096 (RFC 8030, 7.2), of which encryption needs the others. */
const MAX_PLAIN = 3_993;
/** Seconds of a signature; at most a day is allowed. */
const SIGNED_FOR = 12 * 3_600;
const SNOOZE: string = ACTION_LABELS.snooze;
/** Characters of a topic: RFC 8030, 5.4. */
const TOPIC = 32;
/** A point on P-256, uncompressed, as base64url. */
const POINT = /^B[A-Za-z0-9_-]{86}$/;
/** RFC 8188. */
const ENCODING = 'aes128gcm';
const ORIGIN = /^https:\/\/[\w.:[\]-]+$/;

export class WebPushSettings {
  @UrlSetting(
    'Endpoint',
    'Where the push service of the browser takes messages for it. Anyone who has it can try to send there.',
    'https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV',
    { secret: true },
  )
  endpoint!: string;

  @Setting({
    title: 'Point of the browser',
    description: 'With which messages are encrypted: `p256dh` of the subscription.',
    maxLength: 87,
    pattern: POINT,
    examples: ['BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'],
  })
  p256dh!: string;

  @Setting({
    title: 'Authentication secret',
    description: 'Shows the browser that a message is from this service: `auth` of the subscription.',
    maxLength: 22,
    pattern: /^[A-Za-z0-9_-]{22}$/,
    secret: true,
    examples: ['BTBZMqHH6r4Tts7J_aSIgg'],
  })
  auth!: string;

  @Setting({
    title: 'Sender',
    description: 'The `application_server_point` of this type when the browser subscribed.',
    maxLength: 87,
    pattern: POINT,
    optional: true,
    default: 'The present one',
    examples: ['BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs'],
  })
  sender?: string;

  @Setting({
    title: 'Page',
    description: 'The https origin at which the browser subscribed: who sends, when the service has no `PUBLIC_URL`.',
    maxLength: 300,
    pattern: ORIGIN,
    optional: true,
    default: 'Where the request comes from',
    examples: ['https://tracker.example.com'],
  })
  origin?: string;
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
    return identityOf(this.config.secretKey).publicKey;
  }

  override prepare(settings: WebPushSettings, page = ''): Prepared<WebPushSettings> {
    if (!isPoint(settings.p256dh))
      throw new SettingsError([{ field: 'p256dh', message: 'is no point on the curve P-256' }]);
    const endpoint = checkedUrl(this.http, 'endpoint', settings.endpoint);
    const { sender = this.applicationServerPoint(), origin = ORIGIN.test(page) ? page : undefined } = settings;
    return { settings: { ...settings, endpoint, sender, origin } };
  }

  async send({ id, settings, message, sentAt = new Date() }: Delivery<WebPushSettings>): Promise<Outcome> {
    const identity = this.identities().find(({ publicKey }) => publicKey === (settings.sender ?? publicKey));
    if (!identity) return { kind: 'disable', reason: OTHER_KEY };
    const content = contentOf(message);
    const payload = fitContent(content, (part) => payloadOf(part, id, tagOf(message, id)), fitsAsJson(MAX_PLAIN));
    const subject = this.subjectOf(settings);
    const request = {
      method: 'POST' as const,
      url: settings.endpoint,
      headers: {
        ...signed(settings.endpoint, subject ?? UNKNOWN_SUBJECT, identity, sentAt),
        'content-encoding': ENCODING,
        'content-type': 'application/octet-stream',
        ttl: String(KEPT),
        topic: sha256(payload.tag).slice(0, TOPIC),
        urgency: content.urgent ? 'high' : 'normal',
      },
      body: encrypt(settings.p256dh, settings.auth, JSON.stringify(payload), ENCODING).cipherText,
    };
    return exchange(this.http, request, (answer) => judge(answer, subject !== null));
  }

  /** The present one first. */
  private identities() {
    return [this.config.secretKey, ...this.config.secretKeyOld].map(identityOf);
  }

  /** Who sends, for the push service; null = nobody knows. Apple takes no name that only this machine has. */
  private subjectOf({ origin }: WebPushSettings): string | null {
    const known = [this.config.publicUrl, origin].flatMap((url) => parseUrl(url ?? '') ?? []);
    return known.find(({ protocol, hostname }) => protocol === 'https:' && !isLoopback(hostname))?.origin ?? null;
  }
}

function signed(endpoint: string, subject: string, { publicKey, privateKey }: VapidKeys, now: Date) {
  const until = Math.floor(now.getTime() / 1000) + SIGNED_FOR;
  return getVapidHeaders(new URL(endpoint).origin, subject, publicKey, privateKey, ENCODING, until);
}

/** What the push services of Google and Mozilla take as well. */
const UNKNOWN_SUBJECT = 'mailto:operator@localhost';
const NO_SUBJECT =
  'Answered 403: the push service wants to know who sends. Set PUBLIC_URL to an https address, or turn notifications on again over HTTPS';
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

/**
 * Push services answer 404 or 410 once a browser has ended its subscription: RFC 8030, 7.3.
 * @param hasSubject whether they were told who sends
 */
function judge(answer: OutgoingAnswer, hasSubject: boolean): Outcome {
  const outcome = outcomeOfHttp(answer);
  if (answer.status === 403 && !hasSubject) return { ...outcome, reason: NO_SUBJECT };
  if (answer.status !== 404 && answer.status !== 410) return outcome;
  return {
    kind: 'disable',
    code: answer.status,
    reason: 'The browser has ended this subscription: turn notifications on again on that device',
  };
}

/** The order of P-256. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
/** Sixteen bytes more than the order has, so that no value is likelier than another: FIPS 186-5, A.2.1. */
const BYTES = 48;

const known = new Map<string, VapidKeys>();

/**
 * What this service signs its push messages with (RFC 8292), and browsers subscribe with (`publicKey`: base64url, 87 characters). It follows
 * from a secret key of the installation: every replica has the same one, and none is stored.
 * @param secretKey `SECRET_KEY`, or one that it was
 */
export const identityOf = (secretKey: string): VapidKeys => getOrMake(known, secretKey, () => makeIdentity(secretKey));

function makeIdentity(secretKey: string): VapidKeys {
  const wide = Buffer.from(hkdfSync('sha256', secretKey, '', 'web-push identity v1', BYTES));
  const value = (BigInt(`0x${wide.toString('hex')}`) % (ORDER - 1n)) + 1n;
  const secret = Buffer.from(value.toString(16).padStart(64, '0'), 'hex');
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(secret);
  return { publicKey: pair.getPublicKey('base64url'), privateKey: secret.toString('base64url') };
}

/** Whether it is a point on the curve: others are refused by OpenSSL. */
export function isPoint(text: string): boolean {
  try {
    const pair = createECDH('prime256v1');
    pair.generateKeys();
    pair.computeSecret(text, 'base64url');
    return true;
  } catch {
    return false;
  }
}
