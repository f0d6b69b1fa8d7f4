import { createHmac, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { OutgoingError, OutgoingHttp } from '../../common/outgoing-http/outgoing-http';
import { Channel, type Delivery, type Prepared } from './channel';
import { cleanMessage, type Message } from './message';
import { type Outcome, outcomeOfHttp, outcomeOfOutgoingError } from './outcome';
import { Setting } from './setting';
import { SettingsError } from './settings';

const PREFIX = 'whsec_';
/** Standard Webhooks 1.0.0, "Signature scheme": 24 to 64 random bytes. */
const SECRET_BYTES = { min: 24, max: 64, ours: 32 };
/** Standard Webhooks recommends less than 20 KB. */
const MAX_BODY_BYTES = 20_000;

export class WebhookSettings {
  @Setting({
    title: 'URL',
    description: 'Where each notification is sent with POST. It must be public and use https.',
    format: 'url',
    maxLength: 2048,
    examples: ['https://example.com/hooks/updates'],
  })
  url!: string;

  @Setting({
    title: 'Signing secret',
    description: 'By it the receiver knows that a request is ours. Leave it out and a good one is made and shown once.',
    format: 'text',
    maxLength: 94,
    pattern: /^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/,
    secret: true,
    optional: true,
    examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
  })
  secret?: string;
}

/** POST of a signed JSON body to a URL of the user's, by Standard Webhooks 1.0.0. */
@Injectable()
export class WebhookChannel extends Channel<WebhookSettings> {
  readonly type = 'webhook';
  readonly title = 'Webhook';
  readonly settingsClass = WebhookSettings;
  readonly retryProfile = 'http';

  constructor(private readonly http: OutgoingHttp) {
    super();
  }

  override prepare(settings: WebhookSettings): Prepared<WebhookSettings> {
    const url = this.http.checkUrl(settings.url);
    if (!(url instanceof URL)) throw new SettingsError([{ field: 'url', message: url }]);
    if (settings.secret) {
      checkSecret(settings.secret);
      return { settings: { url: url.href, secret: settings.secret } };
    }
    return this.rotate({ url: url.href });
  }

  override rotate(settings: WebhookSettings): Prepared<WebhookSettings> {
    const secret = PREFIX + randomBytes(SECRET_BYTES.ours).toString('base64');
    return { settings: { url: settings.url, secret }, shownOnce: { secret } };
  }

  async send({ id, settings, previous, message }: Delivery<WebhookSettings>): Promise<Outcome> {
    const body = webhookBody(message);
    const timestamp = Math.floor(Date.now() / 1000);
    const secrets = [settings.secret, previous?.secret].filter((secret) => secret !== undefined);
    const headers = {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': secrets.map((secret) => signature(secret, id, timestamp, body)).join(' '),
    };
    try {
      return outcomeOfHttp(await this.http.request({ method: 'POST', url: settings.url, headers, body }));
    } catch (error) {
      if (error instanceof OutgoingError) return outcomeOfOutgoingError(error);
      throw error;
    }
  }
}

/** `v1,` and the base64 HMAC-SHA256 of `{id}.{timestamp}.{body}`; a uuid holds no `.`, so the parts cannot shift. */
export function signature(secret: string, id: string, timestamp: number, body: string): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}

/** The JSON body, at most 20,000 bytes: what does not fit is cut off the old end of `versions`. */
export function webhookBody(message: Message): string {
  const clean = cleanMessage(message);
  for (let count = clean.versions.length; ; count = Math.floor(count * 0.75)) {
    const body = bodyWith(clean, count);
    if (count === 0 || Buffer.byteLength(body) <= MAX_BODY_BYTES) return body;
  }
}

function bodyWith(message: Message, versionCount: number): string {
  const { kind, timestamp, favorite, software, publisher, trackedVersion, version, versions, releasedAt, links } =
    message;
  const data = {
    favorite,
    software: { id: software.id, name: software.name, url: software.url },
    publisher,
    tracked_version: trackedVersion,
    version,
    versions: versions.slice(0, versionCount),
    released_at: releasedAt,
    links,
  };
  return JSON.stringify({ type: kind, timestamp, data });
}

function checkSecret(secret: string): void {
  const size = Buffer.from(secret.slice(PREFIX.length), 'base64').length;
  if (size >= SECRET_BYTES.min && size <= SECRET_BYTES.max) return;
  const message = `must be ${PREFIX} and the base64 of ${SECRET_BYTES.min} to ${SECRET_BYTES.max} bytes`;
  throw new SettingsError([{ field: 'secret', message }]);
}
