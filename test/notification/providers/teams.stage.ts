import type { ReceivedRequest } from './peers';
import { json, jsonBody, provider, referenceIn } from './provider';
import { type Stage, stringsIn } from './stage';

const PATH =
  '/powerautomate/automations/direct/workflows/0000/triggers/manual/paths/invoke?api-version=1&sp=%2Ftriggers%2Fmanual%2Frun&sv=1.0&sig=canaryXXXX';

export interface Run {
  type: string;
  text: string;
  selectAction?: { type: string; url: string };
}

export interface Card {
  type: string;
  version: string;
  fallbackText: string;
  body: { type: string; inlines: Run[] }[];
  actions?: { type: string; title: string; url: string }[];
  msteams: object;
}

export interface TeamsBody {
  type: string;
  attachments: { contentType: string; contentUrl: null; content: Card }[];
}

/** https://adaptivecards.io/schemas/adaptive-card.json, version 1.4, as far as we use it. */
function check(request: ReceivedRequest): void {
  expect([request.method, request.path]).toEqual(['POST', PATH]);
  expect(Buffer.byteLength(request.body)).toBeLessThanOrEqual(15_000);
  const { type, attachments } = jsonBody<TeamsBody>(request);
  expect([type, attachments.length]).toEqual(['message', 1]);
  const [{ contentType, content } = { contentType: '', content: {} as Card }] = attachments;
  expect(contentType).toBe('application/vnd.microsoft.card.adaptive');
  expect([content.type, content.version]).toEqual(['AdaptiveCard', '1.4']);
  expect(content.msteams).toEqual({ width: 'Full' });
  expect(content.actions?.length ?? 1).toBeLessThanOrEqual(6);
  for (const action of content.actions ?? []) checkAction(action);
  content.body.forEach(checkBlock);
}

function checkBlock({ type, inlines }: Card['body'][number]): void {
  expect(type).toBe('RichTextBlock');
  expect(inlines.length).toBeGreaterThan(0);
  for (const { type: kind, text, selectAction } of inlines) {
    expect(kind).toBe('TextRun');
    expect(text).not.toMatch(/^$|\n|\{\{|<\/?at\b/i);
    if (selectAction) checkAction(selectAction);
  }
}

function checkAction({ type, url }: { type: string; url: string }): void {
  expect(type).toBe('Action.OpenUrl');
  expect(url).toMatch(/^https?:\/\//);
}

const error = (code: string) => json({ error: { code, message: 'as scripted' } });

export async function stage(): Promise<Stage> {
  const { receiver, refuse, answer } = await provider({
    check,
    success: () => [202],
    refusal: [400, { 'content-type': 'application/json' }, error('TriggerInputSchemaMismatch')],
    busy: [429, { 'retry-after': '20' }, error('WorkflowTriggerIsThrottled')],
  });
  return {
    settings: { url: receiver.url + PATH },
    keyed: false,
    markup: { none: 'https://learn.microsoft.com/adaptive-cards/authoring-cards/text-features: a TextRun has none' },
    received: () =>
      receiver.requests.map(({ body }) => {
        const { content } = (JSON.parse(body) as TeamsBody).attachments[0]!;
        const lines = content.body.map(({ inlines }) => inlines.map(({ text }) => text).join(''));
        return { key: referenceIn(lines), texts: [lines.join('\n'), ...stringsIn(content)] };
      }),
    refuse,
    answer,
    answers: [
      ['accepted', [202], { kind: 'ok', code: 202 }],
      ['accepted by an older workflow', [200, {}, '1'], { kind: 'ok', code: 200 }],
      ['not this form', [400, {}, error('TriggerInputSchemaMismatch')], { kind: 'dead', code: 400 }],
      ['wrong signature', [401, {}, error('DirectApiAuthorizationRequired')], { kind: 'dead', code: 401 }],
      ['forbidden', [403], { kind: 'dead', code: 403 }],
      ['no workflow', [404, {}, error('WorkflowNotFound')], { kind: 'dead', code: 404, refusal: true }],
      ['too large', [413], { kind: 'dead', code: 413 }],
      ['too many', [429, { 'retry-after': '20' }], { kind: 'retry', code: 429, after: 20 }],
      ['at fault', [502], { kind: 'retry', code: 502 }],
    ],
  };
}
