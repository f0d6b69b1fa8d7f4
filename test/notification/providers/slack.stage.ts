import type { ReceivedRequest } from './peers';
import { jsonBody, provider, referenceIn } from './provider';
import { type Stage, stringsIn } from './stage';

const PATH = '/services/T00000000/B00000000/canaryXXXXXXXXXXXXXXXXXX';

interface Element {
  type: string;
  text?: string;
  url?: string;
  style?: Record<string, boolean>;
}

export interface SlackBody {
  text: string;
  blocks: { type: string; elements: { type: string; elements: Element[] }[] }[];
}

/** https://docs.slack.dev/reference/block-kit/blocks/rich-text-block */
function check(request: ReceivedRequest): void {
  expect([request.method, request.path]).toEqual(['POST', PATH]);
  const body = jsonBody<SlackBody>(request);
  expect(body.text.length).toBeGreaterThan(0);
  expect(body.text).not.toMatch(/[<>]|&(?!amp;|lt;|gt;)/);
  expect(body.blocks.length).toBeLessThanOrEqual(50);
  expect(JSON.stringify(body.blocks).length).toBeLessThan(13_000);
  for (const block of body.blocks) {
    expect(block.type).toBe('rich_text');
    for (const section of block.elements) {
      expect(section.type).toBe('rich_text_section');
      section.elements.forEach(checkElement);
    }
  }
}

function checkElement({ type, text, url, ...rest }: Element): void {
  expect(['text', 'link']).toContain(type);
  expect(text?.length).toBeGreaterThan(0);
  if (type === 'link') expect(url).toMatch(/^https?:\/\//);
  else expect(url).toBeUndefined();
  for (const key of Object.keys(rest)) expect(key).toBe('style');
  expect(['{}', '{"bold":true}']).toContain(JSON.stringify(rest.style ?? {}));
}

export async function stage(): Promise<Stage> {
  const { receiver, refuse, answer } = await provider({
    check,
    success: () => [200, { 'content-type': 'text/html' }, 'ok'],
    refusal: [400, {}, 'invalid_blocks'],
    busy: [429, { 'retry-after': '30' }, 'rate_limited'],
  });
  return {
    settings: { url: receiver.url + PATH },
    keyed: false,
    markup: { none: 'https://docs.slack.dev/reference/block-kit/blocks/rich-text-block: texts of elements' },
    received: () =>
      receiver.requests.map(({ body }) => {
        const { text, blocks } = JSON.parse(body) as SlackBody;
        const shown = blocks.flatMap((block) => block.elements.flatMap((section) => section.elements));
        const texts = [text, shown.map((element) => element.text).join(''), ...stringsIn(blocks)];
        return { key: referenceIn(texts), texts };
      }),
    refuse,
    answer,
    answers: [
      ['200 with an error', [200, {}, 'invalid_blocks'], { kind: 'dead', code: 200 }],
      ['invalid payload', [400, {}, 'invalid_payload'], { kind: 'dead', code: 400 }],
      ['unknown user', [400, {}, 'user_not_found'], { kind: 'dead', code: 400 }],
      ['forbidden here', [403, {}, 'action_prohibited'], { kind: 'dead', code: 403 }],
      ['bad token', [403, {}, 'invalid_token'], { kind: 'disable', code: 403 }],
      ['no channel', [404, {}, 'channel_not_found'], { kind: 'dead', code: 404, refusal: true }],
      ['no webhook', [404, {}, 'no_service'], { kind: 'disable', code: 404 }],
      ['no workspace', [404, {}, 'no_team'], { kind: 'disable', code: 404 }],
      ['archived', [410, {}, 'channel_is_archived'], { kind: 'disable', code: 410 }],
      ['too many', [429, { 'retry-after': '30' }, ''], { kind: 'retry', code: 429, after: 30 }],
      ['rate_limited without a header', [429, {}, 'rate_limited'], { kind: 'retry', code: 429, after: 60 }],
      ['rollup_error', [500, {}, 'rollup_error'], { kind: 'retry', code: 500 }],
      ['a page of a proxy', [502, {}, '<html>'], { kind: 'retry', code: 502 }],
    ],
  };
}
