import { Injectable } from '@nestjs/common';
import { type OutgoingAnswer, OutgoingHttp } from '../../common/outgoing-http/outgoing-http';
import { Channel, type Delivery } from './channel';
import type { Prepared } from '../../common/settings/settings';
import { cutText, fitLetter, utf8Bytes } from './fit';
import { exchange, jsonOf, jsonPost } from './http-exchange';
import { under, withCheckedServer } from '../../common/settings/url-setting';
import { incidentKey } from './incident-key';
import { type Letter, letterOf } from './letter';
import { moreText, stepText } from './lines';
import { type Outcome, outcomeOfHttp } from './outcome';
import { Setting } from '../../common/settings/setting';

const SERVERS = { us: 'https://events.pagerduty.com/', eu: 'https://events.eu.pagerduty.com/' };
/** UTF-16 units; PagerDuty says characters. */
const MAX_SUMMARY = 1_024;
/** Bytes of the whole event: 512 KB, in the smaller reading. */
const MAX_BODY = 512_000;
/** Updates of a digest that are named: more of them nobody reads in an incident. */
const MAX_ITEMS = 100;
/** Seconds. PagerDuty asks for some minutes after a 429, and counts by the minute. */
const OVERLOAD_PAUSE = 180;
const SOURCE = 'software-update-tracker';
const SEVERITY = { major: 'warning', minor: 'info', patch: 'info', other: 'info' };

export class PagerdutySettings {
  @Setting({
    title: 'Integration key',
    description: 'The key of an Events API v2 integration of a service. PagerDuty also calls it routing key.',
    format: 'text',
    maxLength: 32,
    pattern: /^[A-Za-z0-9]{32}$/,
    secret: true,
    examples: ['samplekeysamplekeysamplekey01234'],
  })
  routing_key!: string;

  @Setting({
    title: 'Event',
    description: 'A change is a line beside the incidents and wakes nobody. An alert opens an incident.',
    format: 'text',
    maxLength: 6,
    values: ['change', 'alert'],
    optional: true,
    default: 'change',
    examples: ['change'],
  })
  event?: string;

  @Setting({
    title: 'Region',
    description: 'Where your PagerDuty account is kept.',
    format: 'text',
    maxLength: 2,
    values: ['us', 'eu'],
    optional: true,
    default: 'us',
    examples: ['us'],
  })
  region?: string;

  @Setting({
    title: 'Server',
    description: 'Only for something that stands in for PagerDuty. It takes the place of the region.',
    format: 'url',
    maxLength: 2048,
    optional: true,
    examples: ['https://events.pagerduty.com/'],
  })
  server?: string;
}

/**
 * Events API v2: https://developer.pagerduty.com/docs/events-api-v2-overview, alerts by
 * https://developer.pagerduty.com/docs/send-alert-event and changes by https://developer.pagerduty.com/docs/send-change-event.
 * An alert has a `dedup_key`, so it is merged into the one that is open; a change has none.
 */
@Injectable()
export class PagerdutyChannel extends Channel<PagerdutySettings> {
  readonly type = 'pagerduty';
  readonly title = 'PagerDuty';
  readonly settingsClass = PagerdutySettings;
  readonly retryProfile = 'http';

  constructor(private readonly http: OutgoingHttp) {
    super();
  }

  override prepare(settings: PagerdutySettings): Prepared<PagerdutySettings> {
    return withCheckedServer(this.http, settings);
  }

  async send(delivery: Delivery<PagerdutySettings>): Promise<Outcome> {
    const { settings, message } = delivery;
    const isAlert = settings.event === 'alert';
    const base = settings.server ?? SERVERS[settings.region === 'eu' ? 'eu' : 'us'];
    const render = isAlert ? alertOf(delivery) : changeOf(delivery);
    const body = fitLetter(
      shortened(letterOf(message)),
      render,
      (event) => utf8Bytes(JSON.stringify(event)) <= MAX_BODY,
    );
    const url = isAlert ? under(base, 'v2', 'enqueue') : under(base, 'v2', 'change', 'enqueue');
    return exchange(this.http, jsonPost(url, body), judge);
  }
}

function shortened(letter: Letter): Letter {
  const left = Math.max(0, letter.items.length - MAX_ITEMS);
  return { ...letter, items: letter.items.slice(0, MAX_ITEMS), more: letter.more + left };
}

const changeOf = (delivery: Delivery<PagerdutySettings>) => (letter: Letter) => ({
  routing_key: delivery.settings.routing_key,
  payload: payloadOf(delivery, letter),
  links: linksOf(letter),
});

const alertOf = (delivery: Delivery<PagerdutySettings>) => (letter: Letter) => ({
  ...changeOf(delivery)(letter),
  payload: { ...payloadOf(delivery, letter), severity: letter.step ? SEVERITY[letter.step] : 'info' },
  event_action: 'trigger',
  dedup_key: incidentKey(delivery.id, delivery.message),
  client: 'Software update tracker',
});

function payloadOf({ id, message }: Delivery<PagerdutySettings>, letter: Letter) {
  return {
    summary: cutText(letter.subject, MAX_SUMMARY),
    timestamp: new Date(message.timestamp).toISOString(),
    source: SOURCE,
    custom_details: detailsOf(id, letter),
  };
}

/** Labels are ours, values come from outside: PagerDuty shows both as text. */
function detailsOf(id: string, letter: Letter): Record<string, string | string[]> {
  const updates = letter.items.map((item) => `${item.name} ${stepText(item)}`);
  const more = moreText(letter.more);
  return {
    About: letter.intro,
    ...Object.fromEntries(letter.facts),
    ...(letter.others ? { 'Also new': letter.others } : {}),
    ...(updates.length > 0 ? { Updates: more ? [...updates, more] : updates } : {}),
    Why: letter.footer,
    // A change that is told twice can be told by it.
    Delivery: id,
  };
}

const linksOf = (letter: Letter) => letter.links.map(([text, href]) => ({ href, text }));

function judge(answer: OutgoingAnswer): Outcome {
  const outcome = outcomeOfHttp(answer);
  if (answer.status === 429) return { ...outcome, after: Math.max(outcome.after ?? 0, OVERLOAD_PAUSE) };
  const errors = jsonOf(answer).errors;
  // The one thing in our events that can be wrong for good: a key that was revoked or mistyped.
  if (answer.status === 400 && Array.isArray(errors) && errors.some((error) => /routing.?key/i.test(String(error))))
    return { ...outcome, reason: 'PagerDuty does not accept the integration key', refusal: true };
  return outcome;
}
