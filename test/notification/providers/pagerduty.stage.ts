import { firstFault, hasOnly, isText, isUrl, jsonProvider } from './provider';
import type { Stage } from './stage';

export interface PagerdutySent {
  routing_key: string;
  event_action?: string;
  dedup_key?: string;
  client?: string;
  payload: {
    summary: string;
    source: string;
    timestamp: string;
    severity?: string;
    custom_details: Record<string, string | string[]>;
  };
  links: { href: string; text: string }[];
}

const CHANGE = ['routing_key', 'payload', 'links'];
const ALERT = [...CHANGE, 'event_action', 'dedup_key', 'client'];
const error = (...errors: string[]) =>
  JSON.stringify({ status: 'invalid event', message: 'Event object is invalid', errors });

/** Both kinds of event: the path says which. */
export const pagerdutyProvider = () =>
  jsonProvider<PagerdutySent>({
    wrong: (sent, { path, body }) => {
      const alert = path === '/v2/enqueue';
      const { payload } = sent;
      return firstFault({
        path: !alert && path !== '/v2/change/enqueue',
        keys: !hasOnly(sent, alert ? ALERT : CHANGE),
        'payload keys': !hasOnly(payload, [
          'summary',
          'source',
          'timestamp',
          'custom_details',
          ...(alert ? ['severity'] : []),
        ]),
        "Length of 'routing_key' is incorrect (should be 32 characters)": sent.routing_key.length !== 32,
        summary: !isText(payload.summary, 1024),
        source: !isText(payload.source),
        timestamp: new Date(payload.timestamp).toISOString() !== payload.timestamp,
        severity: alert && !['critical', 'error', 'warning', 'info'].includes(payload.severity ?? ''),
        action: alert && sent.event_action !== 'trigger',
        'dedup key': alert && !isText(sent.dedup_key, 255),
        links: sent.links.some(({ href, text }) => !isUrl(href) || !isText(text)),
        'larger than 512 KB': Buffer.byteLength(body) > 512_000,
      });
    },
    accepted: [202, {}, '{"status":"success","message":"Event processed","dedup_key":"x"}'],
    refused: (problem) => [400, {}, error(problem)],
    busy: [500, {}, ''],
    key: ({ payload }) => String(payload.custom_details.Delivery),
  });

export async function stage(): Promise<Stage> {
  const { receiver, stage } = await pagerdutyProvider();
  return {
    settings: {
      routing_key: 'canaryrouting0key0123456789abcde',
      event: 'change',
      region: 'eu',
      server: `${receiver.url}/`,
    },
    markup: { none: 'https://developer.pagerduty.com/docs/send-alert-event: texts have no markup' },
    ...stage,
    answers: [
      ['a wrong key', [400, {}, error('Invalid routing key')], { kind: 'dead', code: 400, refusal: true }],
      ['a wrong event', [400, {}, error("'payload.summary' is missing or blank")], { kind: 'dead', code: 400 }],
      ['too many', [429], { kind: 'retry', code: 429, after: 180 }],
      ['too many, for longer', [429, { 'retry-after': '600' }], { kind: 'retry', code: 429, after: 600 }],
      ['a fault', [500], { kind: 'retry', code: 500 }],
    ],
  };
}
