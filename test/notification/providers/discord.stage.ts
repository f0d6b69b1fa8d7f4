import type { ReceivedRequest } from './peers';
import { json, jsonBody, provider, referenceIn } from './provider';
import { type Stage, stringsIn } from './stage';

const PATH = '/api/webhooks/123456789012345678/canaryXXXXXXXX';

export interface DiscordBody {
  embeds: { title: string; description: string; footer: { text: string }; color?: number }[];
  allowed_mentions: object;
}

/** https://discord.com/developers/docs/resources/webhook#execute-webhook */
function check(request: ReceivedRequest): void {
  expect([request.method, request.path]).toEqual(['POST', `${PATH}?wait=true`]);
  const { embeds, allowed_mentions: mentions } = jsonBody<DiscordBody>(request);
  expect(mentions).toEqual({ parse: [] });
  expect(embeds).toHaveLength(1);
  const [{ title, description, footer, color = 0 } = { title: '', description: '', footer: { text: '' } }] = embeds;
  const sizes = [title.length, description.length, footer.text.length] as const;
  for (const [index, most] of [256, 4096, 2048].entries()) {
    expect(sizes[index]).toBeGreaterThan(0);
    expect(sizes[index]).toBeLessThanOrEqual(most);
  }
  expect(sizes[0] + sizes[1] + sizes[2]).toBeLessThanOrEqual(6000);
  expect(color).toBeLessThanOrEqual(0xffffff);
}

const error = (code: number, message: string) => json({ code, message });

export async function stage(): Promise<Stage> {
  const { receiver, refuse, answer } = await provider({
    check,
    success: ({ body }) => [
      200,
      { 'content-type': 'application/json' },
      json({ id: '1', ...(JSON.parse(body) as object) }),
    ],
    refusal: [400, {}, json({ code: 50035, message: 'Invalid Form Body', errors: { embeds: {} } })],
    busy: [503],
  });
  const limit = (body: object) => json({ message: 'You are being rate limited.', ...body });
  return {
    settings: { url: receiver.url + PATH },
    keyed: false,
    markup: 'markdown',
    received: () =>
      receiver.requests.map(({ body }) => {
        const { embeds } = JSON.parse(body) as DiscordBody;
        const texts = stringsIn(embeds);
        // As a client shows them: without the backslashes.
        const shown = texts.map((text) => text.replace(/\\([^\p{L}\p{N}\s])/gu, '$1'));
        // A footer is no Markdown: https://discord.com/developers/docs/resources/message#embed-object
        const sent = embeds.flatMap(({ title, description }) => [title, description]);
        return { key: referenceIn(texts), texts: shown, sent };
      }),
    refuse,
    answer,
    answers: [
      ['saved', [200, {}, '{"id":"1"}'], { kind: 'ok', code: 200 }],
      ['done', [204], { kind: 'ok', code: 204 }],
      ['invalid form', [400, {}, error(50035, 'Invalid Form Body')], { kind: 'dead', code: 400 }],
      ['bad token', [401, {}, error(50027, 'Invalid Webhook Token')], { kind: 'dead', code: 401 }],
      ['forbidden', [403, {}, error(50013, 'Missing Permissions')], { kind: 'dead', code: 403 }],
      ['deleted', [404, {}, error(10015, 'Unknown Webhook')], { kind: 'disable', code: 404 }],
      [
        'too many',
        [429, { 'retry-after': '1' }, limit({ retry_after: 0.65, global: false })],
        { kind: 'retry', after: 1 },
      ],
      ['too many for longer', [429, {}, limit({ retry_after: 64.57, global: false })], { kind: 'retry', after: 65 }],
      [
        'too many everywhere',
        [429, { 'retry-after': '65' }, limit({ retry_after: 64.57, global: true })],
        { kind: 'retry', after: 65, wholeHost: true },
      ],
      [
        'shut out by the guard before it',
        [429, { 'retry-after': '3600', 'content-type': 'text/html' }, '<html>Error 1015</html>'],
        { kind: 'retry', after: 3600, wholeHost: true },
      ],
      ['at fault', [502], { kind: 'retry', code: 502 }],
    ],
  };
}
