import { NotificationChannel } from '../../common/plugin/marks';
import type { OutgoingAnswer } from '../../common/outgoing-http/outgoing-http';
import { type Outcome, outcomeOfHttp, type Delivery } from './channel';
import { HttpChannel } from './http-channel';
import { exchange, jsonOf, jsonPost } from './http-exchange';
import { under } from '../../common/settings/settings';
import { cutText, fitContent, fitsAsJson } from '../rendering/fit';
import { incidentKey } from './incident-key';
import { type MessageContent, contentOf } from '../rendering/message-content';
import { marksOf, moreText, stepText } from '../rendering/lines';
import { withActions } from '../rendering/message-links';
import { notesLines, type NotesWords } from '../rendering/notes-words';
import { ChoiceSetting, Setting, UrlSetting } from '../../common/settings/setting';

const SERVERS = { us: 'https://events.pagerduty.com/', eu: 'https://events.eu.pagerduty.com/' };
/** UTF-16 units; PagerDuty says characters. */
const MAX_SUMMARY = 1_024;
/** Bytes of the whole event: 512 KB, taken as 512,000. */
const MAX_BODY = 512_000;
/** Updates of a digest that are listed. */
const MAX_ITEMS = 100;
/** Seconds. PagerDuty asks to wait for some minutes after a 429. */
const OVERLOAD_PAUSE = 180;
const SOURCE = 'software-update-tracker';
const SEVERITY = { major: 'warning', minor: 'info', patch: 'info', other: 'info' };

export class PagerdutySettings {
  @Setting({
    title: 'Integration key',
    description: 'The key of an Events API v2 integration of a service, also called routing key.',
    maxLength: 32,
    pattern: /^[A-Za-z0-9]{32}$/,
    secret: true,
    examples: ['samplekeysamplekeysamplekey01234'],
  })
  routing_key!: string;

  @ChoiceSetting('Event', 'A change is listed beside the incidents and notifies nobody. An alert opens an incident.', [
    'change',
    'alert',
  ])
  event?: string;

  @ChoiceSetting('Region', 'The region of your PagerDuty account.', ['us', 'eu'])
  region?: string;

  @UrlSetting(
    'Server',
    'Only for a service that stands in for PagerDuty. Overrides the region.',
    'https://events.pagerduty.com/',
    { optional: true },
  )
  server?: string;
}

/**
 * Events API v2: https://developer.pagerduty.com/docs/events-api-v2-overview, alerts by
 * https://developer.pagerduty.com/docs/send-alert-event and changes by https://developer.pagerduty.com/docs/send-change-event.
 * The `dedup_key` merges an alert into the open one; a change has none.
 */
@NotificationChannel()
export class PagerdutyChannel extends HttpChannel<PagerdutySettings> {
  readonly type = 'pagerduty';
  readonly title = 'PagerDuty';
  readonly category = 'on-call';
  readonly description = 'A change or an alert in PagerDuty.';
  readonly settingsClass = PagerdutySettings;

  async send(delivery: Delivery<PagerdutySettings>): Promise<Outcome> {
    const { settings, message } = delivery;
    const isAlert = settings.event === 'alert';
    const base = settings.server ?? SERVERS[settings.region === 'eu' ? 'eu' : 'us'];
    const render = isAlert ? alertOf(delivery) : changeOf(delivery);
    const body = fitContent(shortened(contentOf(message)), render, fitsAsJson(MAX_BODY));
    const url = isAlert ? under(base, 'v2', 'enqueue') : under(base, 'v2', 'change', 'enqueue');
    return exchange(this.http, jsonPost(url, body), judge);
  }
}

function shortened(content: MessageContent): MessageContent {
  const left = Math.max(0, content.items.length - MAX_ITEMS);
  return { ...content, items: content.items.slice(0, MAX_ITEMS), more: content.more + left };
}

const changeOf = (delivery: Delivery<PagerdutySettings>) => (content: MessageContent) => ({
  routing_key: delivery.settings.routing_key,
  payload: payloadOf(delivery, content),
  links: linksOf(content),
});

const alertOf = (delivery: Delivery<PagerdutySettings>) => (content: MessageContent) => ({
  ...changeOf(delivery)(content),
  payload: { ...payloadOf(delivery, content), severity: severityOf(delivery, content) },
  event_action: 'trigger',
  dedup_key: incidentKey(delivery.id, delivery.message),
  client: 'Software update tracker',
});

function severityOf({ message }: Delivery, { step, urgent }: MessageContent) {
  if (urgent) return 'critical';
  if (message.kind === 'support.ended' || message.kind.startsWith('vulnerability.')) return 'warning';
  return step ? SEVERITY[step] : 'info';
}

function payloadOf({ id, message }: Delivery<PagerdutySettings>, content: MessageContent) {
  return {
    summary: cutText(content.subject, MAX_SUMMARY),
    timestamp: new Date(message.timestamp).toISOString(),
    source: SOURCE,
    custom_details: detailsOf(id, content),
  };
}

/** PagerDuty shows labels and values as plain text. */
function detailsOf(id: string, content: MessageContent): Record<string, string | string[]> {
  const updates = content.items.map((item) => [`${item.name} ${stepText(item)}`, ...marksOf(item)].join(', '));
  const more = moreText(content.more);
  return {
    About: content.intro,
    ...Object.fromEntries(content.facts),
    ...(content.notes ? notesOf(content.notes) : {}),
    ...(content.others ? { 'Also new': content.others } : {}),
    ...(updates.length > 0 ? { Updates: more ? [...updates, more] : updates } : {}),
    Why: content.footer,
    // By this, readers can tell a repeated change.
    Delivery: id,
  };
}

/** In lines, which PagerDuty shows as a list. */
function notesOf(notes: NotesWords): Record<string, string[]> {
  const lines = notesLines(notes).map((line) => line.map(({ text }) => text).join(''));
  return lines.length > 0 ? { Notes: lines } : {};
}

const linksOf = (content: MessageContent) => withActions(content.links).map(([text, href]) => ({ href, text }));

function judge(answer: OutgoingAnswer): Outcome {
  const outcome = outcomeOfHttp(answer);
  if (answer.status === 429) return { ...outcome, after: Math.max(outcome.after ?? 0, OVERLOAD_PAUSE) };
  const errors = jsonOf(answer).errors;
  // The key was revoked or mistyped; nothing else in our events can be wrong for good.
  if (answer.status === 400 && Array.isArray(errors) && errors.some((error) => /routing.?key/i.test(String(error))))
    return { ...outcome, reason: 'PagerDuty does not accept the integration key', refusal: true };
  return outcome;
}
