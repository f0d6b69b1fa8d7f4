import type { ReceivedRequest } from './peers';
import { json, jsonBody, provider, referenceIn } from './provider';
import { type Stage, stringsIn } from './stage';

const TOKEN = '123456789:canaryAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';

export interface TelegramBody {
  chat_id: string;
  text: string;
  entities: { type: string; offset: number; length: number; url?: string }[];
  message_thread_id?: number;
  link_preview_options: object;
}

/** https://core.telegram.org/bots/api#sendmessage */
function check(request: ReceivedRequest): void {
  expect([request.method, request.path]).toEqual(['POST', `/bot${TOKEN}/sendMessage`]);
  const body = jsonBody<TelegramBody>(request);
  expect(body).not.toHaveProperty('parse_mode');
  expect(body.chat_id).toMatch(/^(-?\d+|@\w+)$/);
  expect(body.text.length).toBeGreaterThan(0);
  expect(body.text.length).toBeLessThanOrEqual(4096);
  expect(body.text).not.toMatch(/\p{Cs}/u);
  expect(body.entities.length).toBeLessThanOrEqual(100);
  for (const entity of body.entities) checkEntity(entity, body.text);
}

function checkEntity({ type, offset, length, url }: TelegramBody['entities'][number], text: string): void {
  expect(['bold', 'text_link']).toContain(type);
  expect(length).toBeGreaterThan(0);
  expect(offset + length).toBeLessThanOrEqual(text.length);
  // Neither end lies within a surrogate pair.
  expect(text.slice(offset, offset + length)).not.toMatch(/\p{Cs}/u);
  if (type === 'text_link') expect(url).toMatch(/^https?:\/\//);
}

/** Telegram repeats the message in its answer, with all but ASCII as `\uXXXX`. */
function success({ body }: ReceivedRequest) {
  const { text, entities, chat_id: id } = JSON.parse(body) as TelegramBody;
  const answer = json({ ok: true, result: { message_id: 1, chat: { id }, date: 1, text, entities } });
  const ascii = answer.replace(/[^\0-\x7F]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return [200, { 'content-type': 'application/json' }, ascii] as [number, Record<string, string>, string];
}

const error = (code: number, description: string, parameters?: object) =>
  json({ ok: false, error_code: code, description, ...(parameters ? { parameters } : {}) });

export async function stage(): Promise<Stage> {
  const { receiver, refuse, answer } = await provider({
    check,
    success,
    refusal: [400, {}, error(400, "Bad Request: can't parse entities")],
    busy: [429, {}, error(429, 'Too Many Requests: retry after 7', { retry_after: 7 })],
  });
  return {
    settings: { server: `${receiver.url}/`, token: TOKEN, chat: '-1001234567890', topic: '42' },
    keyed: false,
    markup: { none: 'https://core.telegram.org/bots/api#sendmessage: without parse_mode' },
    received: () =>
      receiver.requests.map(({ body }) => {
        const sent = JSON.parse(body) as TelegramBody;
        return { key: referenceIn([sent.text]), texts: stringsIn(sent) };
      }),
    refuse,
    answer,
    answers: [
      ['not ok with 200', [200, {}, error(400, 'Bad Request: message is too long')], { kind: 'dead', code: 400 }],
      ['not ok without a code', [200, {}, '{"ok":false}'], { kind: 'dead', code: 200 }],
      ['a page of a proxy', [200, {}, '<html>'], { kind: 'dead', code: 200 }],
      ['bad text', [400, {}, error(400, 'Bad Request: message text is empty')], { kind: 'dead', code: 400 }],
      ['no chat', [400, {}, error(400, 'Bad Request: chat not found')], { kind: 'dead', code: 400, refusal: true }],
      ['no topic', [400, {}, error(400, 'Bad Request: message thread not found')], { kind: 'dead', refusal: true }],
      ['bad token', [401, {}, error(401, 'Unauthorized')], { kind: 'disable', code: 401 }],
      ['no such token', [404, {}, error(404, 'Not Found')], { kind: 'disable', code: 404 }],
      ['blocked', [403, {}, error(403, 'Forbidden: bot was blocked by the user')], { kind: 'disable', code: 403 }],
      [
        'kicked',
        [403, {}, error(403, 'Forbidden: bot was kicked from the group chat')],
        { kind: 'disable', code: 403 },
      ],
      [
        'not yet started',
        [403, {}, error(403, "Forbidden: bot can't initiate conversation with a user")],
        { kind: 'dead', code: 403 },
      ],
      [
        'too many',
        [429, {}, error(429, 'Too Many Requests: retry after 35', { retry_after: 35 })],
        { kind: 'retry', code: 429, after: 35 },
      ],
      ['at fault', [502, {}, error(502, 'Bad Gateway')], { kind: 'retry', code: 502 }],
    ],
  };
}
