import { DELIVERY_ID, type ReceivedRequest } from './peers';
import { json, jsonBody, provider } from './provider';
import type { Stage } from './stage';

const PATH = '/v1/spaces/AAAAAAAAAAA/messages';

export interface GoogleBody {
  cardsV2: { cardId: string; card: { sections: { widgets: { textParagraph: { text: string } }[] }[] } }[];
  fallbackText: string;
}

export const cardText = (body: string) =>
  (JSON.parse(body) as GoogleBody).cardsV2[0]!.card.sections[0]!.widgets[0]!.textParagraph.text;

/** https://developers.google.com/workspace/chat/api/reference/rest/v1/spaces.messages/create */
function check(request: ReceivedRequest): void {
  const url = new URL(request.path, 'http://peer');
  expect([request.method, url.pathname]).toEqual(['POST', PATH]);
  expect(Object.fromEntries(url.searchParams)).toEqual({ key: 'canary', token: 'canary=', requestId: DELIVERY_ID });
  expect(Buffer.byteLength(request.body)).toBeLessThanOrEqual(32_000);
  const body = jsonBody<GoogleBody>(request);
  expect(Object.keys(body)).toEqual(['cardsV2', 'fallbackText']);
  expect(body.fallbackText.length).toBeGreaterThan(0);
  const foreign = cardText(request.body).replace(/<\/?b>|<br>|<a href="https?:\/\/[^"<>]*">|<\/a>/g, '');
  expect(foreign).not.toMatch(/[<>]/);
}

const error = (code: number, status: string) => json({ error: { code, message: 'as scripted', status } });

export async function stage(): Promise<Stage> {
  const { receiver, refuse, answer } = await provider({
    check,
    success: () => [200, { 'content-type': 'application/json' }, json({ name: 'spaces/AAAAAAAAAAA/messages/B.B' })],
    refusal: [400, {}, error(400, 'INVALID_ARGUMENT')],
    busy: [429, {}, error(429, 'RESOURCE_EXHAUSTED')],
  });
  return {
    settings: { url: `${receiver.url}${PATH}?key=canary&token=canary%3D` },
    markup: 'html',
    received: () =>
      receiver.requests.map(({ path, body }) => ({
        key: new URL(path, 'http://peer').searchParams.get('requestId') ?? '',
        texts: [cardText(body), (JSON.parse(body) as GoogleBody).fallbackText],
        sent: [cardText(body)],
      })),
    refuse,
    answer,
    answers: [
      ['bad body', [400, {}, error(400, 'INVALID_ARGUMENT')], { kind: 'dead', code: 400 }],
      ['bad key', [401, {}, error(401, 'UNAUTHENTICATED')], { kind: 'dead', code: 401 }],
      ['forbidden', [403, {}, error(403, 'PERMISSION_DENIED')], { kind: 'dead', code: 403 }],
      ['no space', [404, {}, error(404, 'NOT_FOUND')], { kind: 'dead', code: 404, refusal: true }],
      ['too many', [429, {}, error(429, 'RESOURCE_EXHAUSTED')], { kind: 'retry', code: 429, after: 60 }],
      ['away', [503, {}, error(503, 'UNAVAILABLE')], { kind: 'retry', code: 503 }],
    ],
  };
}
