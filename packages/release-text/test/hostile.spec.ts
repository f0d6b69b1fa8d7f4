import { type NoteFormat, readNotes, writeNotes } from 'release-text';
import { Random } from '../../../test/setup/random';
import { EXAMPLES, fuzzedText, PAYLOADS } from './fuzzed-notes';
import { workOf } from '../../../test/setup/timing';

const FORMATS: NoteFormat[] = ['markdown', 'html', 'text', 'rst'];
/** Every `<` of the output begins one of these: whatever parses it, there is nothing else to be found. */
const ALLOWED =
  /<(?:\/?(?:h[1-6]|p|ul|ol|li|pre|code|blockquote|hr|table|thead|tbody|tr|th|td|strong|em|del|br|a)|ol start="\d+"|a href="https?:\/\/[^"<>\s]+" rel="nofollow noopener noreferrer")>/g;
const HIDDEN = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;
const MENTION = /@[\p{L}\p{N}_]|[#!]\d/u;

function assertHarmless(text: string, format: NoteFormat): void {
  const blocks = readNotes(text, format);
  const html = writeNotes(blocks, 'html');
  const rest = html.replace(ALLOWED, '');
  const words = html
    .replace(/<code>.*?<\/code>/gs, '')
    .replace(/<a href="[^"]*"/g, '')
    .replace(/&#39;/g, "'");
  const plain = writeNotes(blocks, 'text').replace(/https?:\/\/[^\s<>]+/g, '');
  const isFaulty =
    rest.includes('<') || rest.includes('>') || HIDDEN.test(html) || MENTION.test(words) || MENTION.test(plain);
  if (isFaulty) throw new Error(`${format} ${JSON.stringify(text)}\nbecomes ${JSON.stringify(html)}\n${plain}`);
}

describe('notes of anybody', () => {
  it.each(FORMATS)('come out harmless: payloads and examples read as %s', (format) => {
    for (const text of [...PAYLOADS, ...EXAMPLES]) assertHarmless(text, format);
  });

  it.each(FORMATS)('come out harmless: fuzzed texts read as %s', (format) => {
    const random = new Random(77);
    for (let turn = 0; turn < 500; turn++) assertHarmless(fuzzedText(random), format);
  });

  const PIECES =
    '*|_|`|[|](|![|<|<!--|<a |&|> |- |1. |~~|**a |\\|| a | b |\n|#|# |\n\n|http://|https://a)|a\n---\n|<ul>|<b>|<table><tr><td>|<svg>|[a]: b\n|@a|*a _b |:: |`a <|""\'|(((|![[|a**|"<a\n'.split(
      '|',
    );

  it.each(FORMATS)('take their time, but not long: 64 KB of one piece read as %s', async (format) => {
    const slow: string[] = [];
    for (const piece of PIECES.filter((one) => one !== '')) {
      const text = piece.repeat(Math.ceil(65_536 / piece.length));
      const took = await workOf(() => {
        const blocks = readNotes(text, format);
        for (const output of ['markdown', 'html', 'text'] as const) writeNotes(blocks, output);
      });
      // Four times what it takes at worst on an idle machine: what is quadratic takes far longer.
      if (took > 2000) slow.push(`${JSON.stringify(piece)}: ${Math.round(took)} ms`);
    }
    expect(slow).toEqual([]);
  });
});
