import { NoteReader } from '../../src/version/release-notes/text/note-reader';
import { useAgent, useApp } from '../setup/app';
import { product } from '../setup/catalogue';
import { newUser, softwareOf } from '../setup/tracking';
import { giveNotes, share } from './stage';
import { longestTurn } from '../setup/timing';

/** Notes of 64 KB that once took seconds each to be written, and the two that are most work to be read. */
const UNITS = ['http://a ', '*a**', '<!-- a\n', '- a\n', '[a](http://b) ', '|a|b|\n|-|-|\n'];
const VERSIONS = UNITS.length;

describe('release notes that are most work', () => {
  const test = useApp();
  const agent = useAgent(() => newUser(test));

  it('stop nobody: in a feed without a token, in what has changed, and in one version', async () => {
    const versions = Array.from({ length: VERSIONS }, (_, at) => `1.${at}`);
    const record = product('Hostile notes', versions);
    await test.import(record);
    const id = await softwareOf(test, record);
    const notes = versions.map((version, at) => [version, UNITS[at]!.repeat(65_536).slice(0, 65_536)]);
    const writing = await longestTurn(() => giveNotes(test, id, Object.fromEntries(notes)));
    const feed = await share(agent, { kind: 'product', software: id, details: 'full' });
    const reading: Record<string, number> = { writing };
    for (const format of ['atom', 'json'] as const)
      reading[format] = await longestTurn(() => test.http.get(feed[format]).expect(200));
    for (const format of ['markdown', 'html', 'text', 'blocks'])
      reading[format] = await longestTurn(() =>
        agent.get(`/api/v1/software/${id}/changes?from=1.0&format=${format}`).expect(200),
      );
    // Many times what it takes on a quiet machine, and a seventh of what one of these notes took.
    expect(Object.entries(reading).filter(([, ms]) => ms > 1_000)).toEqual([]);
  });

  it('are made once for all who read them', async () => {
    const record = product('Read by many', ['1.0', '1.1']);
    await test.import(record);
    const id = await softwareOf(test, record);
    await giveNotes(test, id, { '1.0': UNITS[1]!.repeat(8_000), '1.1': UNITS[3]!.repeat(8_000) });
    const feed = await share(agent, { kind: 'product', software: id, details: 'full' });
    const made = jest.spyOn(test.app.get(NoteReader), 'shown');
    const answers = await Promise.all([1, 2, 3].map(() => test.http.get(feed.atom).expect(200)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(made).toHaveBeenCalledTimes(2);
    made.mockRestore();
  });

  it('end a page where much was read, though little of it has room', async () => {
    const versions = Array.from({ length: 20 }, (_, at) => `1.${at}`);
    const record = product('One paragraph each', versions);
    await test.import(record);
    const id = await softwareOf(test, record);
    await giveNotes(
      test,
      id,
      Object.fromEntries(versions.map((version, at) => [version, `${'*a** '.repeat(12_000)}${at}`])),
    );
    const seen: string[] = [];
    for (let path = `/api/v1/software/${id}/changes?format=blocks`, pages = 0; path; pages++) {
      const { body } = await agent.get(path).expect(200);
      const { versions: shown, more } = body.data as { versions: { version: string }[]; more: { url: string } | null };
      expect(shown.length).toBeLessThanOrEqual(18);
      seen.push(...shown.map(({ version }) => version));
      path = more ? more.url.slice(more.url.indexOf('/api/')) : '';
    }
    expect(seen).toHaveLength(20);
  });
});
