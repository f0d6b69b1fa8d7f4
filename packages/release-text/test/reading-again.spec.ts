import { type NoteFormat, readNotes, writeNotes } from 'release-text';
import { Random } from '../../../test/setup/random';
import { EXAMPLES, fuzzedText, PAYLOADS } from './fuzzed-notes';

const FORMATS: NoteFormat[] = ['markdown', 'html', 'text', 'rst'];

function expectSameAgain(text: string, format: NoteFormat): void {
  const blocks = readNotes(text, format);
  const markdown = writeNotes(blocks, 'markdown');
  const again = readNotes(markdown, 'markdown');
  try {
    expect(again).toEqual(blocks);
  } catch (error) {
    throw new Error(`${format} ${JSON.stringify(text)}\nas ${JSON.stringify(markdown)}\n${(error as Error).message}`);
  }
}

describe('notes written in Markdown', () => {
  it.each(FORMATS)("read as the same blocks again: CommonMark's examples and payloads read as %s", (format) => {
    for (const text of [...EXAMPLES, ...PAYLOADS]) expectSameAgain(text, format);
  });

  it.each(FORMATS)('read as the same blocks again: fuzzed texts read as %s', (format) => {
    const random = new Random(2801);
    for (let turn = 0; turn < 2500; turn++) expectSameAgain(fuzzedText(random), format);
  });
});
