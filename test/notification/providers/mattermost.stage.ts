import type { ReceivedRequest } from './peers';
import { json, jsonBody, provider, referenceIn } from './provider';
import type { Stage } from './stage';

const PATH = '/hooks/canaryxxxxxxxxxxxxxxxxxxxx';

/** https://developers.mattermost.com/integrate/webhooks/incoming */
function check(request: ReceivedRequest): void {
  expect([request.method, request.path]).toEqual(['POST', PATH]);
  const body = jsonBody<{ text: string }>(request);
  expect(Object.keys(body)).toEqual(['text']);
  expect(body.text.length).toBeGreaterThan(0);
  expect([...body.text].length).toBeLessThanOrEqual(16_383);
}

const error = (code: number, id: string) => json({ id, message: 'as scripted', detailed_error: '', status_code: code });

export async function stage(): Promise<Stage> {
  const { receiver, refuse, answer } = await provider({
    check,
    success: () => [200, { 'content-type': 'text/plain' }, 'ok'],
    refusal: [400, {}, error(400, 'web.incoming_webhook.parse.app_error')],
    busy: [500, {}, error(500, 'web.incoming_webhook.general.app_error')],
  });
  return {
    settings: { url: receiver.url + PATH },
    keyed: false,
    markup: 'markdown',
    received: () =>
      receiver.requests.map(({ body }) => {
        const { text } = JSON.parse(body) as { text: string };
        // As a client shows it: without the backslashes.
        return { key: referenceIn([text]), texts: [text.replace(/\\([^\p{L}\p{N}\s])/gu, '$1')], sent: [text] };
      }),
    refuse,
    answer,
    answers: [
      ['bad body', [400, {}, error(400, 'web.incoming_webhook.decode.app_error')], { kind: 'dead', code: 400 }],
      [
        'no webhook',
        [400, {}, error(400, 'web.incoming_webhook.invalid.app_error')],
        { kind: 'dead', code: 400, refusal: true },
      ],
      ['no channel', [404, {}, error(404, 'web.incoming_webhook.channel.app_error')], { kind: 'dead', refusal: true }],
      ['not allowed', [403, {}, error(403, 'web.incoming_webhook.permissions.app_error')], { kind: 'dead', code: 403 }],
      [
        'switched off',
        [501, {}, error(501, 'web.incoming_webhook.disabled.app_error')],
        { kind: 'dead', code: 501, refusal: true },
      ],
      ['too many', [429, { 'retry-after': '3' }, 'limit exceeded'], { kind: 'retry', code: 429, after: 3 }],
      ['at fault', [500, {}, error(500, 'web.incoming_webhook.general.app_error')], { kind: 'retry', code: 500 }],
    ],
  };
}
