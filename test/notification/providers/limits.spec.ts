import fc from 'fast-check';
import { closeAll, digest, message } from './peers';
import { onStage, stages } from './registry';

afterEach(async () => {
  jest.restoreAllMocks();
  await closeAll();
});

/** What a person reads, without what only machines see, and without the addresses of links in Markdown. */
const readable = (texts: string[]) => texts.join('\n').replace(/[\\\u200B\u2060]|\]\([^)]*\)/g, '');

// The contract asks for messages of every kind and size. Here is what is near the limits of the providers, which the stages know.
describe.each(Object.keys(stages))('%s', (type) => {
  // Case 88.
  test('counts the updates of a digest that it has no room for', async () => {
    const { stage, take } = await onStage(type);
    if (stage.forPrograms || type === 'log') return;
    expect(await take(digest(10_000))).toMatchObject({ kind: 'ok' });
    const text = readable(stage.received()[0]!.texts);
    const named = new Set([...text.matchAll(/(\d+)(?:<[^>]*>|\W)*142\.0\.1/g)].map(([, index]) => index));
    const more = Number(/… and (\d+) more/.exec(text)?.[1] ?? 0);
    expect(named.size).toBeGreaterThan(1);
    expect(named.size + more).toBe(10_000);
  });

  // Case 89: characters that become longer where they are escaped, or that are more than one.
  test('takes whatever is in names, versions and publishers, and the longest links', async () => {
    const { stage, take } = await onStage(type);
    const special = [...'<>&|*_`~[]()\\@:/#{}"\'', '=?', '\ud83d', '👩‍💻', '日', '\u05D0', '\u2060', '&amp;', '<!'];
    const text = fc.string({ unit: fc.constantFrom(...special), maxLength: 300 });
    for (const [name, label, publisher] of fc.sample(fc.tuple(text, text, text), 5)) {
      const version = { id: 'v', version: label, created_at: '2026-11-20T10:00:00Z' };
      const values = {
        software: { id: '20000000-0000-4000-8000-000000000000', name, url: null },
        publisher: { id: 'p', name: publisher },
        version,
        versions: Array.from({ length: 30 }, (_, index) => ({ ...version, id: `v${index}` })),
      };
      for (const content of [message(values), digest(60, values)])
        expect([name, await take(content)]).toMatchObject([name, { kind: 'ok' }]);
    }
    const long = (name: string) => `https://example.com/${name}${'x'.repeat(2_000)}`;
    const links = Object.fromEntries(
      ['favorite', 'software', 'releases', 'notes', 'manage'].map((one) => [one, long(one)]),
    );
    const software = { id: '20000000-0000-4000-8000-000000000000', name: 'Firefox', url: long('w') };
    expect(await take(message({ links, software }))).toMatchObject({ kind: 'ok' });
    expect(stage.received().at(-1)!.texts.join()).toContain('143.0');
  });
});
