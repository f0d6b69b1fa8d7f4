import {
  breakingItems,
  cutBlocks,
  mentionsSecurity,
  plainText,
  readNotes,
  securityIds,
  writeNotes,
} from 'release-text';

const breaking = (text: string) => breakingItems(readNotes(text, 'markdown')).map(plainText);

describe('what breaks', () => {
  it.each([
    ['## Breaking changes\n\n- one\n- two\n  - of two\n\n## Fixes\n\n- three', ['one', 'two']],
    [
      '## ⚠ BREAKING CHANGES\n\nAll of it.\n\n### Node\n\n- needs 20\n\n## Fixes\n\n- three',
      ['All of it.', 'needs 20'],
    ],
    ['- **Breaking:** one\n- two\n- [BREAKING] three\n- ⚠️ four', ['Breaking: one', '[BREAKING] three', '⚠️ four']],
    ['- feat!: one\n- fix(api)!: two\n- feat: three', ['feat!: one', 'fix(api)!: two']],
    ['BACKWARDS INCOMPATIBLE CHANGES\n\n* one\n* two', ['one', 'two']],
    ['**Breaking**\n\n* one\n\nOther\n\n* two', ['one']],
    ['- Breaking changes:\n  - one\n  - two\n- three', ['one', 'two']],
    ['> ### Breaking\n> - one', ['one']],
  ])('is told by a heading or at a start: %j', (text, expected) => {
    expect(breaking(text)).toEqual(expected);
  });

  it.each(
    [
      '- fixes a breaking bug\n- now breaking lines at 80\n- Breaking of long lines is faster',
      '## No breaking changes\n\n- one',
      '## Non-breaking changes\n\n- one',
      'Several potentially-breaking changes, each of them unlikely to break anything:\n\n- one',
    ].slice(0, 4),
  )('is not told by a word in running text: %j', (text) => {
    expect(breaking(text)).toEqual([]);
  });
});

describe('security', () => {
  it('has ids, each once', () => {
    const text = 'Fixes CVE-2024-12345 and cve-2024-12345 (GHSA-ABCD-1234-efgh), not CVE-24-1, XCVE-2024-12345';
    expect(securityIds(text)).toEqual(['CVE-2024-12345', 'GHSA-abcd-1234-efgh']);
  });

  it('is mentioned by words, which is not an id', () => {
    expect(mentionsSecurity('A vulnerability in the parser')).toBe(true);
    expect(mentionsSecurity('A secure default, obscurity')).toBe(false);
    expect(securityIds('A vulnerability')).toEqual([]);
  });
});

describe('a cut', () => {
  const blocks = readNotes('# One\n\nText\n\n- a\n- b\n- c\n\n```\n1\n2\n```\n\nEnd', 'markdown');

  it('keeps whole blocks and items, and says that it is one', () => {
    expect(cutBlocks(blocks, 1000)).toEqual({ blocks, cut: false });
    const part = cutBlocks(blocks, 24);
    expect(part.cut).toBe(true);
    expect(writeNotes(part.blocks, 'text')).toBe('One\n\nText\n\n- a\n- b');
  });

  it.each([0, 1, 5, 13, 20, 40])('is never longer than %d bytes', (bytes) => {
    expect(Buffer.byteLength(writeNotes(cutBlocks(blocks, bytes).blocks, 'markdown'))).toBeLessThanOrEqual(bytes);
  });
});
