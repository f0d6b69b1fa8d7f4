import { fitContent, utf16Units } from '../../../src/notification/rendering/fit';
import { plainText } from '../../../src/notification/rendering/lines';
import { contentOf } from '../../../src/notification/rendering/message-content';
import { cleaned } from '../../../src/notification/rendering/message';
import { notesLines, SHORT_NOTES, type UpdateNotes } from '../../../src/notification/rendering/notes-words';
import { renderText } from '../../../src/notification/rendering/render-text';
import { webhookBody } from '../../../src/notification/providers/webhook.channel';
import { digest, message, NOTES } from './peers';

const PAGE = NOTES.page!;

const wordsOf = (notes: UpdateNotes, room = SHORT_NOTES) =>
  notesLines({ ...cleaned(notes), room })
    .map((line) => line.map(({ text }) => text).join(''))
    .join('\n');

const items = (count: number, text: string) =>
  Array.from({ length: count }, (_, index) => ({ version: `143.${count - index}`, text: `${text} ${index}` }));

describe('the notes in a message', () => {
  test('name breaking changes first, then ids, then other items, then where all notes are', () => {
    expect(wordsOf(NOTES)).toBe(
      `Breaking changes\n• 143.0: The old API is gone\nSecurity: CVE-2026-1234\nChanges\n• 142.0.3: Faster start\n1 more version with notes, all notes: ${PAGE}`,
    );
  });

  test('have the breaking change of the oldest of 30 versions, whatever else there is', () => {
    const breaking = [{ version: '142.0.2', text: 'The configuration moved' }];
    const words = wordsOf({ ...NOTES, breaking, items: items(300, 'x'.repeat(500)), versions: 30 });
    expect(words).toMatch(/^Breaking changes\n• 142\.0\.2: The configuration moved\nSecurity/);
    expect(words.length).toBeLessThanOrEqual(SHORT_NOTES);
    expect(words).toContain('• 143.300: xxx');
    expect(words).toMatch(/\n2\d more versions with notes, all notes: https:/);
  });

  test('of many breaking changes name as many as have room, and count the others', () => {
    const notes = { ...NOTES, breaking: items(60, 'b'.repeat(200)), moreBreaking: 5, items: items(3, 'item') };
    const words = wordsOf(notes);
    expect([...words].length).toBeLessThanOrEqual(SHORT_NOTES);
    const named = words.match(/^• /gm)!.length;
    expect(named).toBeGreaterThan(5);
    expect(words).toContain(`… and ${65 - named} more breaking changes`);
    expect(words).not.toContain('Changes\n• ');
  });

  test('keep all breaking changes where shorter ones have room', () => {
    const words = wordsOf({ ...NOTES, breaking: items(9, 'b'.repeat(200)), items: [] });
    expect(words.match(/^• /gm)).toHaveLength(9);
    expect(words).not.toContain('more breaking');
  });

  test('hide no breaking change, however few characters they have', () => {
    for (let room = 0; room < SHORT_NOTES; room += 20)
      for (const count of [1, 4, 30]) {
        const words = wordsOf({ ...NOTES, breaking: items(count, 'b'.repeat(90)), moreBreaking: 2 }, room);
        const named = words.match(/^• .*bbb/gm)?.length ?? 0;
        const counted = Number(/(\d+) (?:more )?breaking change/.exec(words)?.[1] ?? 0);
        expect({ room, count: named + counted }).toEqual({ room, count: count + 2 });
      }
  });

  test('count breaking changes in whatever limit a provider has', () => {
    const notes = { ...NOTES, breaking: items(30, 'b'.repeat(200)) };
    const content = contentOf(message({ notes }));
    for (const limit of [4_000, 1_024, 600, 300, 200, 120, 90]) {
      const text = fitContent(content, plainText, (rendered) => utf16Units(rendered) <= limit);
      expect(text.length).toBeLessThanOrEqual(limit);
      const named = text.match(/^• .*bbb/gm)?.length ?? 0;
      expect(named + Number(/(\d+) (?:more )?breaking change/.exec(text)?.[1] ?? 0)).toBe(30);
    }
  });

  test('are inert lines: no line break, no direction mark, no address that is not http', () => {
    const text = 'a\n\u202Eb\u0000\r\nBcc: x';
    const notes = { ...NOTES, breaking: [{ version: text, text }], page: 'javascript:alert(1)' };
    const security = { ids: ['CVE-2026-1', '<@U1>', 'GHSA-aaaa-bbbb-cccc'], mentions: false };
    const words = wordsOf({ ...notes, security });
    expect(words).toContain('• a b Bcc: x: a b Bcc: x\nSecurity: GHSA-aaaa-bbbb-cccc\n');
    expect(words).not.toMatch(/[\u202E\u0000]|javascript/);
  });
});

describe('mails', () => {
  test('have the notes as text and as HTML', () => {
    const mail = renderText(message({ notes: NOTES }));
    expect(mail.text).toContain('\n\nBreaking changes\n• 143.0: The old API is gone\nSecurity: CVE-2026-1234\n');
    expect(mail.html).toContain('<b><bdi>Breaking changes</bdi></b>');
    expect(mail.html).toContain(`<a href="${PAGE}"`);
  });

  test('that are digests say of each product whether there are breaking changes', () => {
    const counted = { ...NOTES, breaking: [], moreBreaking: 2, items: [] };
    const [broken, quiet] = [digest(2, { notes: counted }), digest(2)].map(renderText);
    expect(broken!.text.match(/\(breaking changes\)/g)).toHaveLength(2);
    expect(broken!.html.match(/breaking changes/g)).toHaveLength(2);
    expect(quiet!.text + quiet!.html).not.toContain('breaking');
    expect(plainText(contentOf(digest(2, { notes: counted })))).toContain(' · breaking changes');
  });
});

describe('webhooks', () => {
  test('have the notes as data', () => {
    const { data } = JSON.parse(webhookBody(message({ notes: NOTES })));
    expect(data.notes).toEqual({
      breaking: [{ version: '143.0', text: 'The old API is gone' }],
      more_breaking: 0,
      security: { ids: ['CVE-2026-1234'], mentions: true },
      versions: 3,
    });
    expect(JSON.parse(webhookBody(message())).data.notes).toBeNull();
  });
});
