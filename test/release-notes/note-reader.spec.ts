import { Logger } from '@nestjs/common';
import { readNotes } from 'release-text';
import { NoteReader } from '../../src/version/release-notes/text/note-reader';

/** Read in some tenths of a second: every line may still become a heading. */
const SLOW = 'a\n---\n'.repeat(40_000);

class Hasty extends NoteReader {
  protected override readonly limit = 1;
}

const readers: NoteReader[] = [];
const reader = <T extends NoteReader>(one: T) => {
  readers.push(one);
  return one;
};

beforeAll(() => Logger.overrideLogger(false));
afterEach(async () => {
  await Promise.all(readers.splice(0).map((one) => one.onModuleDestroy()));
});

describe('a reader of release notes', () => {
  it('reads long ones as readNotes does, several at a time, in their order', async () => {
    const texts = [1, 2, 3].map((number) => `# ${number}\n\n${'- some *change*\n'.repeat(number * 400)}`);
    const one = reader(new NoteReader());
    const blocks = await Promise.all(texts.map((text) => one.read(text, 'markdown')));
    expect(blocks).toEqual(texts.map((text) => readNotes(text, 'markdown')));
  });

  it('ends what takes too long, reads it as plain text, and reads the next one', async () => {
    const one = reader(new Hasty());
    expect(await one.read(SLOW, 'markdown')).toEqual(readNotes(SLOW, 'text'));
    expect(await one.read('- short', 'markdown')).toEqual(readNotes('- short', 'markdown'));
    expect(await one.read(SLOW, 'html')).toEqual(readNotes(SLOW, 'text'));
  });
});
