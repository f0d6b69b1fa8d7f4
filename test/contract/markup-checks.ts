import type { Channel } from '../../src/notification/providers/channel';
import type { Message } from '../../src/notification/rendering/message';
import {
  disabledMessage,
  digest,
  message,
  NOTES,
  riskMessage,
  supportMessage,
  vulnerability,
} from '../notification/providers/peers';
import type { Markup, Stage } from '../notification/providers/stage';
import { send } from './send';

/** Names that do something where they are taken for markup, and the form in which they do. */
const PROBES = {
  'a tag': ['<u>Probe</u>', /<u>/i],
  'a link of HTML': ['<a href="https://probe.example/">Probe</a>', /<a href="?https:\/\/probe/i],
  'a mention in brackets': ['<@U0PROBE> Probe', /<@U0/],
  'a command in brackets': ['<!channel> Probe', /<!channel/],
  'a mention of everybody': ['@everyone Probe', /@everyone/],
  'a mention of those who are here': ['@here Probe', /@here/],
  'a mention of somebody': ['@probe Probe', /@probe/],
  'a link of Markdown': ['[Probe](https://probe.example/)', /\]\(https:\/\/probe/],
  'bold Markdown': ['**Probe**', /\*\*Probe\*\*/],
  'an image of HTML': ['<img src="https://probe.example/p.gif">', /<img/i],
  'an image of Markdown': ['![Probe](https://probe.example/p.gif)', /!\[Probe\]\(https:/],
  'code of Markdown': ['`Probe`', /`Probe`/],
} satisfies Record<string, [name: string, live: RegExp]>;

type Probe = keyof typeof PROBES;

const TAGS: Probe[] = ['a tag', 'a link of HTML', 'a mention in brackets', 'a command in brackets', 'an image of HTML'];
const MENTIONS: Probe[] = ['a mention of everybody', 'a mention of those who are here', 'a mention of somebody'];

/** What is obeyed where. Where nobody knows, all that does something; only how a text looks is not asked for. */
const OBEYED: Record<'html' | 'markdown' | 'unknown', Probe[]> = {
  html: TAGS,
  markdown: Object.keys(PROBES) as Probe[],
  unknown: [...TAGS, ...MENTIONS, 'a link of Markdown', 'an image of Markdown'],
};

/** Each probe in every place that a text from outside has in a message. */
export async function markupIsInert(channel: Channel, stage: Stage): Promise<void> {
  const markup = stage.markup ?? 'unknown';
  if (typeof markup === 'object') expect(markup.none.length).toBeGreaterThan(15);
  for (const [what, [name, live]] of Object.entries(PROBES) as [Probe, [string, RegExp]][])
    for (const content of messagesWith(name)) {
      const before = stage.received().length;
      expect((await send(channel, stage, content)).kind).toBe('ok');
      const [{ texts, sent = texts } = { texts: [] }] = stage.received().slice(before);
      const shown = texts.map(asRead).join('\n');
      expect({ what, kind: content.kind, shown }).toEqual({
        what,
        kind: content.kind,
        shown: expect.stringContaining(name) as string,
      });
      if (typeof markup === 'object' || !OBEYED[markup].includes(what)) continue;
      const obeyed = sent.filter((text) => isLive(text, live, markup));
      expect({ what, kind: content.kind, obeyed }).toEqual({ what, kind: content.kind, obeyed: [] });
    }
}

function messagesWith(name: string): Message[] {
  const version = (id: string) => ({ id, version: name, created_at: '2026-11-20T10:00:00.000000Z' });
  const values = {
    software: { id: 'x', name, url: null },
    publisher: { id: 'y', name },
    trackedVersion: version('a'),
    version: version('b'),
    versions: [version('b'), version('c')],
    inUse: { places: [{ place: name, version: name, inventories: 1 }], more: 0 },
  };
  const off = disabledMessage();
  const notes = { ...NOTES, breaking: [{ version: '143.0', text: name }], items: [{ version: '142.0.3', text: name }] };
  const alert = { software: values.software, publisher: values.publisher, trackedVersion: version('a') };
  const ends = supportMessage({ cycle: name, latest: `${name} `, next: { cycle: name, until: null } }, alert);
  const found = vulnerability('CVE-2026-42533', { summary: name, fixedIn: name });
  return [
    riskMessage([found], { ...alert, databases: [name], update: version('b') }),
    ends,
    message({ notes }),
    message(values),
    digest(3, values),
    { ...off, channel: { ...off.channel!, name, reason: name } },
  ];
}

/** A backslash takes the meaning away in Markdown, and nowhere else. */
function isLive(text: string, live: RegExp, markup: Markup | 'unknown'): boolean {
  const found = [...text.matchAll(new RegExp(live.source, `g${live.flags}`))];
  return found.some(({ index }) => markup !== 'markdown' || text[index - 1] !== '\\');
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#36': '$', nbsp: ' ' };

/** Without what only machines see. */
function asRead(text: string): string {
  return text
    .replace(/[\u200B\u2060]/g, '')
    .replace(/\\([^\p{L}\p{N}\s])/gu, '$1')
    .replace(/&(amp|lt|gt|quot|#39|#36|nbsp);/g, (_entity, word: string) => ENTITIES[word]!);
}
