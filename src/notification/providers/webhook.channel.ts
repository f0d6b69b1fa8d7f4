import { createHmac, randomBytes } from 'node:crypto';
import { writeNotes } from 'release-text';
import { NotificationChannel } from '../../common/plugin/marks';
import type { Outcome, Delivery } from './channel';
import { HttpChannel } from './http-channel';
import { exchange } from './http-exchange';
import { type Prepared, SettingsError } from '../../common/settings/settings';
import { CLOUD_EVENT_TYPE, cloudEvent, type Event } from './cloud-event';
import {
  NAMED_AT_MOST,
  type UpdateRisk,
  type Vulnerabilities,
  type Vulnerability,
  type Alert,
  type SupportFacts,
  type AlertVulnerability,
  type RiskAlert,
} from '../rendering/alert';
import { type InUse, MAX_PLACES } from '../rendering/tracked-product';
import { cleanMessage, type FailingSource, type Message, type Update } from '../rendering/message';
import { breakingCount, type NoteText, type UpdateNotes } from '../rendering/notes-words';
import { ChoiceSetting, Setting, UrlSetting } from '../../common/settings/setting';

const PREFIX = 'whsec_';
/** Standard Webhooks 1.0.0, "Signature scheme": 24 to 64 random bytes. */
const SECRET_BYTES = { min: 24, max: 64, ours: 32 };
/** Standard Webhooks recommends less than 20 KB. */
const MAX_BODY_BYTES = 20_000;
/** Breaking changes that are named; the others are counted. */
const MAX_BREAKING = 20;
/** Places of one product in a digest. */
const DIGEST_PLACES = 3;
/** Vulnerabilities of one product in a digest, of each kind. */
const DIGEST_VULNERABILITIES = 3;

export class WebhookSettings {
  @UrlSetting(
    'URL',
    'Where each notification is sent with POST. A public address with https, or one inside that the operator allows.',
    'https://example.com/hooks/updates',
  )
  url!: string;

  @Setting({
    title: 'Signing secret',
    description: 'Lets the receiver verify our requests. If it is left out, one is generated and shown once.',
    maxLength: 94,
    pattern: /^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/,
    secret: true,
    neverSent: true,
    optional: true,
    examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
  })
  secret?: string;

  @ChoiceSetting(
    'Format',
    'The body of Standard Webhooks, or an event of CloudEvents 1.0 that has the same data. Both are signed.',
    ['standard', 'cloudevents'],
  )
  format?: string;
}

/** POSTs a signed JSON body to a URL of the user's choice (Standard Webhooks 1.0.0). */
@NotificationChannel()
export class WebhookChannel extends HttpChannel<WebhookSettings> {
  readonly type = 'webhook';
  readonly title = 'Webhook';
  readonly category = 'other';
  readonly description = 'A signed JSON body, sent to your URL by Standard Webhooks.';
  readonly settingsClass = WebhookSettings;

  override prepare(settings: WebhookSettings): Prepared<WebhookSettings> {
    const prepared = super.prepare(settings);
    if (!settings.secret) return this.rotate(prepared.settings);
    checkSecret(settings.secret);
    return prepared;
  }

  override rotate(settings: WebhookSettings): Prepared<WebhookSettings> {
    const secret = PREFIX + randomBytes(SECRET_BYTES.ours).toString('base64');
    return { settings: { ...settings, secret }, shownOnce: { secret } };
  }

  async send({
    id,
    settings,
    previous,
    message,
    sentAt = new Date(Date.now()),
  }: Delivery<WebhookSettings>): Promise<Outcome> {
    const isCloudEvent = settings.format === 'cloudevents';
    const body = webhookBody(message, isCloudEvent ? (event) => cloudEvent(id, event, message) : undefined);
    const timestamp = Math.floor(sentAt.getTime() / 1000);
    const secrets = [settings.secret, previous?.secret].filter((secret) => secret !== undefined);
    const headers = {
      'content-type': isCloudEvent ? CLOUD_EVENT_TYPE : 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': secrets.map((secret) => signature(secret, id, timestamp, body)).join(' '),
    };
    return exchange(this.http, { method: 'POST', url: settings.url, headers, body });
  }
}

/** `v1,` and the base64 HMAC-SHA256 of `{id}.{timestamp}.{body}`. A UUID contains no `.`, so the parts are unambiguous. */
export function signature(secret: string, id: string, timestamp: number, body: string): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}

/**
 * The JSON body, at most 20,000 bytes: whole notes are left out first, then `versions`, `updates` of a digest, or `sources` are shortened at
 * their end; last, breaking changes are counted only.
 * @param wrap makes another form of it
 */
export function webhookBody(message: Message, wrap: (event: Event) => object = (event) => event): string {
  let clean = cleanMessage(message);
  const write = (count: number) =>
    JSON.stringify(wrap({ type: clean.kind, timestamp: clean.timestamp, data: dataOf(clean, count) }));
  const fits = (body: string) => Buffer.byteLength(body) <= MAX_BODY_BYTES;
  const longest = listOf(clean).length;
  while (clean.updates[0]?.notes?.texts.length && !fits(write(longest)))
    clean = withNotes(clean, (notes) => ({ ...notes, texts: notes.texts.slice(0, -1) }));
  for (let count = longest; count > 0; count = Math.floor(count * 0.75)) {
    const body = write(count);
    if (fits(body)) return body;
  }
  if (fits(write(0))) return write(0);
  clean = withNotes(clean, (notes) => ({ ...notes, breaking: [], moreBreaking: breakingCount(notes) }));
  return write(0);
}

const withNotes = (message: Message, change: (notes: UpdateNotes) => UpdateNotes): Message => ({
  ...message,
  updates: message.updates.map((update) => ({ ...update, notes: update.notes && change(update.notes) })),
});

/** The list that is shortened if the body is too long. */
function listOf({ kind, updates, alerts = [], sources = [] }: Message): unknown[] {
  if (kind === 'source.failing') return sources;
  const [alert] = alerts;
  if (kind !== 'update.digest' && alert?.about === 'vulnerability') return alert.vulnerabilities;
  return kind === 'update.digest' ? [...updates, ...alerts] : (updates[0]?.versions ?? []);
}

/** The data of a test: shaped like an update, to test the receiver's parser as well. */
const NOTHING = {
  favorite: null,
  software: { id: '00000000-0000-0000-0000-000000000000', name: 'Example', url: null },
  publisher: null,
  tracked_version: null,
  in_use: null,
  version: null,
  versions: [],
  kind: null,
  prerelease: false,
  released_at: null,
  supported_until: null,
  risk: null,
  freshness: null,
  notes: null,
};

/** @param count how many versions, updates of a digest, or sources it lists */
function dataOf(message: Message, count: number): object {
  const { kind, updates, alerts = [], total, channel, sources = [], links } = message;
  if (kind === 'test') return { ...NOTHING, links };
  if (kind === 'channel.disabled') return { channel, links };
  if (kind === 'knowledge.held') return { ...message.knowledge, links };
  if (kind === 'source.failing') return { total, sources: sources.slice(0, count).map(sourceOf), links };
  if (kind === 'update.digest') {
    // Half of the room at least is for updates.
    const named = Math.min(updates.length, Math.max(count - alerts.length, Math.floor(count / 2)));
    const ends = {
      total_alerts: alerts.length,
      alerts: alerts.slice(0, count - named).map((alert) => alertOf(alert, DIGEST_PLACES, DIGEST_VULNERABILITIES)),
    };
    const data = {
      total,
      updates: updates.slice(0, named).map((update) => updateOf(update, 1, DIGEST_PLACES, DIGEST_VULNERABILITIES)),
    };
    return { ...data, ...(alerts.length > 0 ? ends : {}), links };
  }
  const [alert] = alerts;
  if (alert) {
    const data = alertOf(alert, MAX_PLACES, count);
    return { ...data, links: { ...data.links, ...links } };
  }
  const [update] = updates as [Update];
  const data = updateOf(update, count);
  return { ...data, links: { ...data.links, ...links } };
}

const sourceOf = ({ software, type, failingSince, lastError, links }: FailingSource) => ({
  software,
  type,
  failing_since: failingSince,
  last_error: lastError,
  links,
});

const productOf = ({ favorite, software, publisher, trackedVersion, inUse }: Update | Alert, places: number) => ({
  favorite,
  software: { id: software.id, name: software.name, url: software.url },
  publisher,
  tracked_version: trackedVersion,
  in_use: inUse ? inUseOf(inUse, places) : null,
});

/** @param vulnerabilities how many are named */
function alertOf(alert: Alert, places: number, vulnerabilities: number) {
  return {
    ...productOf(alert, places),
    ...(alert.about === 'support' ? { support: supportOf(alert.support) } : alertRiskOf(alert, vulnerabilities)),
    links: alert.links,
  };
}

const supportOf = (support: SupportFacts) => ({
  cycle: support.cycle,
  basis: support.basis,
  ends_on: support.endsOn,
  days: support.days,
  was: support.was,
  extended_until: support.extendedUntil,
  latest_in_cycle: support.latest,
  next_cycle: support.next && { cycle: support.next.cycle, supported_until: support.next.until },
  as_of: support.asOf,
});

function updateOf(update: Update, versionCount: number, places = MAX_PLACES, vulnerabilities = NAMED_AT_MOST) {
  const { version, versions, step, prerelease, releasedAt, freshness } = update;
  return {
    ...productOf(update, places),
    version,
    versions: versions.slice(0, versionCount),
    kind: step,
    prerelease,
    released_at: releasedAt,
    supported_until: update.supportedUntil ?? null,
    risk: update.risk ? riskOf(update.risk, vulnerabilities) : null,
    freshness,
    notes: update.notes ? notesOf(update.notes) : null,
    links: update.links,
  };
}

/** @param count places that are named */
const inUseOf = ({ places, more }: InUse, count: number) => ({
  places: places.slice(0, count),
  more: more + Math.max(0, places.length - count),
});

/** Without the page, which is for people. A digest knows the number of breaking changes only. */
const notesOf = ({ breaking, moreBreaking, security, versions, texts }: UpdateNotes) => ({
  breaking: breaking.slice(0, MAX_BREAKING),
  more_breaking: moreBreaking + Math.max(0, breaking.length - MAX_BREAKING),
  ...(versions > 0 && { security, versions }),
  ...(texts.length > 0 && { texts: texts.map(textOf) }),
});

const textOf = ({ version, blocks, cut }: NoteText) => ({ version, notes: writeNotes(blocks, 'markdown'), cut });

function checkSecret(secret: string): void {
  const size = Buffer.from(secret.slice(PREFIX.length), 'base64').length;
  if (size >= SECRET_BYTES.min && size <= SECRET_BYTES.max) return;
  const message = `must be ${PREFIX} and the base64 of ${SECRET_BYTES.min} to ${SECRET_BYTES.max} bytes`;
  throw new SettingsError([{ field: 'secret', message }]);
}

/** The JSON of vulnerabilities. Of the API it has the words and units. */

/** @param count how many of each kind are named; all are counted */
export const riskOf = ({ fixed, remaining, introduced }: UpdateRisk, count: number) => ({
  fixed: namesOf(fixed, count),
  remaining: namesOf(remaining, count),
  introduced: namesOf(introduced, count),
  total_fixed: fixed.total,
  total_remaining: remaining.total,
  total_introduced: introduced.total,
  fixed_exploited: fixed.exploited,
  fixed_critical: fixed.bySeverity.critical,
});

const namesOf = ({ named }: Vulnerabilities, count: number) => named.slice(0, count).map(vulnerabilityOf);

const vulnerabilityOf = ({ id, severity, exploited, epss }: Vulnerability) => ({ id, severity, exploited, epss });

/** @param count how many vulnerabilities are named */
export const alertRiskOf = ({ vulnerabilities, total, update, databases, asOf }: RiskAlert, count: number) => ({
  vulnerabilities: vulnerabilities.slice(0, count).map(ofAlert),
  total_vulnerabilities: total,
  available_version: update,
  databases,
  as_of: asOf,
});

const ofAlert = ({ summary, fixedIn, isFixedByUpdate, url, ...vulnerability }: AlertVulnerability) => ({
  ...vulnerabilityOf(vulnerability),
  summary,
  fixed_in: fixedIn,
  fixed_by_update: isFixedByUpdate,
  url,
});
