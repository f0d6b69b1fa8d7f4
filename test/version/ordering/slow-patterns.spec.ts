import { orderingFor, validateTagPattern } from 'version-order';
import { matchNotes, readTags } from '../../../src/version/release-notes/store/note-match';
import { seriesOf } from '../../../src/version/versions/timeline.service';

/** Accepted, and slow on each of these labels. */
const PATTERN = '(?:.*.*.*.*.*){9}(!)';
const ordering = orderingFor({ scheme: 'generic', tagPattern: PATTERN });
/** So many that they take a fifth of a second on this machine: for many turns, and far from what such a pattern may take. */
const count = Math.ceil(200 / msForEach());
const labels = (name: string) => Array.from({ length: count }, (_, at) => `${name}${at}!${'a'.repeat(70)}`);

function msForEach(): number {
  const begun = performance.now();
  for (let at = 0; at < 200; at++) ordering.read(`tried${at}!${'a'.repeat(70)}`);
  return (performance.now() - begun) / 200;
}

/** How often others had their turn while it ran. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await work();
  isOver = true;
  return turns;
}

describe('a slow pattern and thousands of labels', () => {
  it('leave others their turn', async () => {
    expect(validateTagPattern(PATTERN)).toBeNull();
    const notes = labels('noted').map((tag) => ({ tag, note: { text: 'x', format: 'text' as const }, url: null }));
    const versions = (name: string) =>
      labels(name).map((version, at) => ({ id: String(at), version, version_key: String(at) }));
    expect(await turnsDuring(() => readTags(ordering, notes))).toBeGreaterThan(5);
    expect(await turnsDuring(() => matchNotes(ordering, [], versions('matched')))).toBeGreaterThan(5);
    expect(await turnsDuring(() => seriesOf(ordering, versions('shown')))).toBeGreaterThan(5);
  });
});
