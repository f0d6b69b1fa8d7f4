import { interrupt, markdownUrl } from '../../../src/notification/rendering/lines';
import type { Message } from '../../../src/notification/rendering/message';
import { waitOf } from '../../../src/notification/providers/http-exchange';
import type { DiscordBody } from './discord.stage';
import { cardText, type GoogleBody } from './google-chat.stage';
import type { MatrixBody } from './matrix.stage';
import { closeAll, DELIVERY_ID, digest, httpReceiver, message } from './peers';
import { onStage, registry, send, stages } from './registry';
import type { SlackBody } from './slack.stage';
import type { TeamsBody } from './teams.stage';
import type { TelegramBody } from './telegram.stage';

afterEach(closeAll);

/** Sends to a receiver that accepts whatever comes, and answers with what arrived. */
async function sender<T>(type: string): Promise<(content: Message) => Promise<{ path: string; body: T; raw: string }>> {
  const receiver = await httpReceiver();
  receiver.respond = () => [200, {}, type === 'telegram' ? '{"ok":true}' : 'ok'];
  const { settings } = await stages[type]!();
  const moved = Object.entries(settings).map(([name, value]) => [
    name,
    String(value).replace(/^http:\/\/127\.0\.0\.1:\d+/, receiver.url),
  ]);
  const channel = (await registry())(type);
  return async (content) => {
    expect((await send(channel, Object.fromEntries(moved), content)).kind).toBe('ok');
    const { path, body } = receiver.requests.at(-1)!;
    return { path, body: JSON.parse(body) as T, raw: body };
  };
}

const sent = async <T>(type: string, content: Message) => (await sender<T>(type))(content);

const named = (name: string, version = '2.0') =>
  message({
    software: { id: 'x', name, url: null },
    version: { id: 'v', version, created_at: '2026-11-20T10:00:00.000000Z' },
    versions: [{ id: 'v', version, created_at: '2026-11-20T10:00:00.000000Z' }],
  });

describe('the message of an update', () => {
  test('in Slack is a rich text with links, and a fallback', async () => {
    const { body } = await sent<SlackBody>('slack', message());
    expect(body.text).toBe('Firefox 143.0 is out (you use 142.0.1)');
    const elements = body.blocks[0]!.elements[0]!.elements;
    expect(elements[0]).toEqual({ type: 'text', text: 'Firefox 143.0 is out', style: { bold: true } });
    expect(elements).toContainEqual({ type: 'link', url: 'https://firefox.example/releases', text: 'Release notes' });
    expect(elements.at(-1)).toEqual({
      type: 'text',
      text: 'You get this because you follow Firefox. · Ref. 8a963ab9',
    });
  });

  test('in Teams is a card with buttons', async () => {
    const { body } = await sent<TeamsBody>('teams', message());
    const { content } = body.attachments[0]!;
    expect(content.body[0]).toEqual({
      type: 'RichTextBlock',
      spacing: 'None',
      inlines: [{ type: 'TextRun', text: 'Firefox 143.0 is out', weight: 'Bolder', size: 'Large' }],
    });
    expect(content.actions).toContainEqual({
      type: 'Action.OpenUrl',
      title: 'Release notes',
      url: 'https://firefox.example/releases',
    });
    expect(content).not.toHaveProperty('msteams.entities');
  });

  test('in Discord is an embed in the colour of its step, and pings nobody', async () => {
    const { body, path } = await sent<DiscordBody>('discord', message());
    expect(path).toMatch(/\?wait=true$/);
    expect(body.allowed_mentions).toEqual({ parse: [] });
    expect(body.embeds[0]).toMatchObject({
      title: 'Firefox 143.0 is out',
      color: 0xd9480f,
      footer: { text: 'You get this because you follow Firefox. · Ref. 8a963ab9' },
    });
    expect(body.embeds[0]!.description).toContain('New version: **143.0**');
    expect(body.embeds[0]!.description).toContain('[Release notes](https://firefox.example/releases)');
  });

  test('in a thread of Discord goes there', async () => {
    const receiver = await httpReceiver();
    await send((await registry())('discord'), { url: `${receiver.url}/api/webhooks/1/x?thread_id=7` });
    expect(receiver.requests[0]?.path).toBe('/api/webhooks/1/x?thread_id=7&wait=true');
  });

  test('in Telegram is plain text with entities', async () => {
    const { body } = await sent<TelegramBody>('telegram', message());
    expect(body).toMatchObject({ chat_id: '-1001234567890', message_thread_id: 42 });
    expect(body.text).toMatch(/^Firefox 143\.0 is out\n\n/);
    expect(body.entities[0]).toEqual({ type: 'bold', offset: 0, length: 20 });
    const shown = body.entities.map(({ offset, length, url }) => [body.text.slice(offset, offset + length), url]);
    expect(shown).toContainEqual(['Release notes', 'https://firefox.example/releases']);
  });

  test('in Mattermost is Markdown', async () => {
    const { body } = await sent<{ text: string }>('mattermost', message());
    expect(body.text).toMatch(/^\*\*Firefox 143\.0 is out\*\*\n\nA major update of Firefox is available\.\n/);
    expect(body.text).toContain('[Release notes](https://firefox.example/releases)');
  });

  test('in Google Chat is a card, with a request id and a fallback', async () => {
    const { raw, body, path } = await sent<GoogleBody>('google-chat', message());
    expect(path).toContain(`requestId=${DELIVERY_ID}`);
    expect(body.fallbackText).toBe('Firefox 143.0 is out (you use 142.0.1)');
    expect(cardText(raw)).toMatch(/^<b>Firefox 143\.0 is out<\/b><br><br>A major/);
    expect(cardText(raw)).toContain('<a href="https://firefox.example/releases">Release notes</a>');
  });

  test('in Matrix is a notice in HTML and in text that mentions nobody', async () => {
    const { body, path } = await sent<MatrixBody>('matrix', message());
    expect(path).toMatch(new RegExp(`/send/m\\.room\\.message/${DELIVERY_ID}$`));
    expect(body).toMatchObject({ msgtype: 'm.notice', 'm.mentions': {} });
    expect(body.body).toContain('Release notes: https://firefox.example/releases');
    expect(body.formatted_body).toMatch(/^<b>Firefox 143\.0 is out<\/b><br>/);
  });
});

/** What a person reads, with what only machines see taken out. */
const readable = (text: string) => text.replaceAll('\u200B', '').replace(/\\([^\p{L}\p{N}\s])/gu, '$1');
const decoded = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

// Cases 82 to 86.
const HOSTILE = [
  '<!channel>',
  '<!here|x>',
  '<@U012AB3CD>',
  '<@&1>',
  '<#C024BE7LR>',
  '<https://evil.example|Click>',
  '&lt;!here&gt;',
  '@everyone',
  '@here @channel @all @room',
  '<at>Everyone</at>',
  'a $x^2$ b',
  '<users/all>',
  '[x](https://evil.example)',
  '![x](https://evil.example/a.png)',
  '*bold* _it_ ~no~ `code` ```block```',
  '**bold** __it__ ~~no~~ ||spoiler||',
  '</b></a><script>alert(1)</script>',
  'a" onmouseover="x',
  '{{DATE(2026-01-01T00:00:00Z)}} {{{x}}}',
  '{{constructor.constructor()}} <%= process.env %> ${process.env}',
  'https://evil.example/ www.evil.example t.me/evil',
  '#hashtag /start $USD :smile: ~town-square',
  '\\',
  '\\*a\\*',
  'x](https://evil.example)[y',
  '> quote',
  '- list',
];

describe('hostile names are shown as they are and do nothing', () => {
  function hostile<T>(type: string, expectHarmless: (request: { body: T; raw: string }, name: string) => void): void {
    test(`in ${type}`, async () => {
      const one = await sender<T>(type);
      for (const name of HOSTILE) expectHarmless(await one(named(name)), name);
    });
  }

  hostile<SlackBody>('slack', ({ body }, name) => {
    const elements = body.blocks[0]!.elements[0]!.elements;
    expect(elements[0]!.text).toBe(`${name} 2.0 is out`);
    expect(elements.filter(({ url }) => url?.includes('evil'))).toEqual([]);
    expect(body.text).not.toMatch(/[<>]|&(?!amp;|lt;|gt;)/);
    expect(decoded(body.text)).toContain(name);
  });

  hostile<TeamsBody>('teams', ({ body }, name) => {
    const text = body.attachments[0]!.content.body[0]!.inlines[0]!.text;
    expect(readable(text.replaceAll('\\', '\\\\'))).toBe(`${name} 2.0 is out`);
    expect(text).not.toMatch(/\{\{|<\/?at>/i);
    expect(JSON.stringify(body)).not.toContain('"TextBlock"');
  });

  hostile<DiscordBody>('discord', ({ body }, name) => {
    const { title, description } = body.embeds[0]!;
    expect(readable(title)).toBe(`${name} 2.0 is out`);
    expect(title).not.toMatch(/(?<!\\)(\\\\)*([*_~`|<>@#[\]()]|:\S)/);
    expect(description).not.toMatch(/evil\.example[^\n]*\]\(|\]\(https?:\/\/evil/);
  });

  hostile<TelegramBody>('telegram', ({ body }, name) => {
    const text = body.text.split('\n')[0]!;
    expect(text.replaceAll('\u200B', '')).toBe(`${name} 2.0 is out`);
    expect(text).not.toMatch(/@\w|:\/\/|(?<![\p{L}\p{N}])[#$/]\w|www\.|t\.me/u);
    expect(body.entities.filter(({ url }) => url?.includes('evil'))).toEqual([]);
  });

  hostile<{ text: string }>('mattermost', ({ body }, name) => {
    const text = body.text.split('\n')[0]!.replace(/^\*\*|\*\*$/g, '');
    expect(decoded(readable(text)).replaceAll('&#36;', '$')).toBe(`${name} 2.0 is out`);
    // The server's own expressions for links and announcements of Slack's form, and for mentions.
    expect(body.text).not.toMatch(/<([^\n<|>]+)\|([^|\n>]+)>|<!|<@/);
    expect(body.text).not.toMatch(/@\w|(?<!\\)(\\\\)*\]\(https?:\/\/evil/);
    expect(text).not.toMatch(/\$|:\/\/|www\.|(?<!\\)(\\\\)*[*_`[\]()]/);
  });

  hostile<GoogleBody>('google-chat', ({ raw, body }, name) => {
    const text = cardText(raw);
    expect(decoded(text).replaceAll('\u200B', '')).toContain(`${name} 2.0 is out`);
    expect(text.replace(/<\/?b>|<br>|<a href="https:\/\/(tracker|firefox)\.example\/[^"]*">|<\/a>/g, '')).not.toMatch(
      /[<>]/,
    );
    expect(text + body.fallbackText).not.toMatch(/(<|&lt;)users/);
    expect(body).not.toHaveProperty('text');
  });

  hostile<MatrixBody>('matrix', ({ body }, name) => {
    const text = body.formatted_body;
    expect(decoded(text).replaceAll('\u200B', '')).toContain(`${name} 2.0 is out`);
    expect(text.replace(/<\/?b>|<br>|<a href="https:\/\/(tracker|firefox)\.example\/[^"]*">|<\/a>/g, '')).not.toMatch(
      /[<>]/,
    );
    expect(text).not.toMatch(/@\w/);
    expect(body.body).toContain(`${name} 2.0 is out`);
    expect(body['m.mentions']).toEqual({});
  });

  test.each(['discord', 'mattermost'])('links of %s hold whatever the URL is', async (type) => {
    const url = 'https://firefox.example/a)b(c|d"e<f>g*h@all?i=(j)&k=\\l\'m#[x](https://evil.example)';
    const { raw } = await sent(type, message({ links: { notes: url } }));
    const text = (JSON.parse(raw) as { text?: string }).text ?? (JSON.parse(raw) as DiscordBody).embeds[0]!.description;
    const [, shown] = /\[Release notes\]\(([^\s()<>"|*@\\]*)\)/.exec(text)!;
    expect(decodeURIComponent(shown!)).toContain('a)b(c|d"e');
    expect(text).not.toContain('](https://evil');
  });
});

// Case 14.
describe('a Telegram group that became a supergroup', () => {
  const moved = JSON.stringify({
    ok: false,
    error_code: 400,
    description: 'Bad Request: group chat was upgraded to a supergroup chat',
    parameters: { migrate_to_chat_id: -1009876543210 },
  });

  async function migrate(second: string) {
    const receiver = await httpReceiver();
    receiver.respond = (number) => (number === 1 ? [400, {}, moved] : [JSON.parse(second).ok ? 200 : 400, {}, second]);
    const token = '123456789:canaryAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
    const settings = { server: `${receiver.url}/`, token, chat: '-123' };
    const outcome = await send((await registry())('telegram'), settings);
    const chats = receiver.requests.map(({ body }) => (JSON.parse(body) as TelegramBody).chat_id);
    return { outcome, chats, settings };
  }

  test('gets the message at its new number, which is kept', async () => {
    const { outcome, chats, settings } = await migrate('{"ok":true,"result":{}}');
    expect(chats).toEqual(['-123', '-1009876543210']);
    expect(outcome).toEqual({ kind: 'ok', code: 200, settings: { ...settings, chat: '-1009876543210' } });
  });

  test('is tried there once only', async () => {
    const { outcome, chats } = await migrate(moved);
    expect(chats).toHaveLength(2);
    expect(outcome).toMatchObject({ kind: 'dead', settings: { chat: '-1009876543210' } });
  });
});

test('a long message that Telegram repeats in its answer is known to be accepted', async () => {
  const { take } = await onStage('telegram');
  const content = digest(500, { software: { id: 'x', name: '日'.repeat(80), url: null } });
  expect(await take(content)).toEqual({ kind: 'ok', code: 200 });
});

test.each([
  [0.65, 1],
  [64.57, 65],
  [0, 1],
  [-5, 1],
  [1e9, 86_400],
  [NaN, null],
  [Infinity, null],
  ['7', null],
  [undefined, null],
])('a wait of %s is %s s', (seconds, wait) => expect(waitOf(seconds)).toBe(wait));

test('interrupt and markdownUrl leave the rest alone', () => {
  expect(interrupt('a@b @c', /@/g)).toBe('a@\u200Bb @\u200Bc');
  expect(markdownUrl('https://a.example/b_c?d=e&f=1#g')).toBe('https://a.example/b_c?d=e&f=1#g');
  expect(markdownUrl('https://a.example/(x)|@y')).toBe('https://a.example/%28x%29%7C%40y');
});
