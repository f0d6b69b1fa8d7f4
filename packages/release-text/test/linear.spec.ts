import { answerOf, readNotes, writeNotes } from 'release-text';
import { Random } from '../../../test/setup/random';
import { FORMATS, slowSteps } from './cost';
import { EXAMPLES, fuzzedText } from './fuzzed-notes';
import { UNITS } from './units';

/** Each was quadratic in one place once; all units are in the long test. */
const WORST = ['http://日本 ', '*a**', '<!-- a\n', '|a|_', '[a](b)'];

describe('64 KB of one piece', () => {
  it.each(FORMATS)('are read, written, cut and searched in linear time: %s', (format) => {
    expect(WORST.flatMap((unit) => slowSteps(unit, format))).toEqual([]);
  });

  it.each([
    ['<ul>', '</li>'],
    ['<div>', '</pre>'],
    ['<blockquote>', '<li>'],
    ['<b>', '</i>'],
  ])('of HTML have thousands of elements open, of which ends are searched in few: %s and %s', (start, end) => {
    const cost = (bytes: number) => {
      const text = start.repeat(bytes / start.length / 2) + end.repeat(bytes / end.length / 2);
      const before = process.cpuUsage();
      readNotes(`${text}<p>last</p>`, 'html');
      return process.cpuUsage(before).user / 1000;
    };
    cost(16_384);
    const short = cost(32_768);
    const long = cost(262_144);
    expect(long < 300 || long < 2 * 8 * short).toBe(true);
    expect(JSON.stringify(readNotes(`${start.repeat(2_000)}<p>last</p>`, 'html'))).toContain('last');
  });

  it('are a heading of `#`', () => {
    const blocks = readNotes(`# x${'#'.repeat(65_000)}a`, 'markdown');
    const before = process.cpuUsage();
    expect(writeNotes(blocks, 'markdown')).toHaveLength(65_004);
    // 1,300 ms when it was quadratic.
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(300);
    expect(writeNotes(readNotes('# a \\## \\#', 'markdown'), 'markdown')).toBe('# a ## \\#');
  });

  it('end with a comment that none of its openings may have', () => {
    const openings = '<!--\n'.repeat(6_000);
    for (const end of ['--> b', `-->${' '.repeat(30_000)}b`, ' '.repeat(30_000)]) {
      const start = process.cpuUsage();
      readNotes(`${openings}${end}`, 'markdown');
      expect(process.cpuUsage(start).user / 1000).toBeLessThan(1_000);
    }
  });
});

describe('what the API shows', () => {
  const random = new Random(35);
  const texts = [
    ...UNITS.map((unit) => unit.repeat(Math.ceil(2_000 / unit.length))),
    ...EXAMPLES,
    ...Array.from({ length: 60 }, () => Array.from({ length: 8 }, () => fuzzedText(random)).join('\n\n')),
  ];

  it.each(['markdown', 'html', 'text', 'blocks'] as const)('is never longer than its limit: %s', (form) => {
    const some = texts.filter((_text, at) => at % 3 === 0);
    for (const text of some)
      for (const most of [20, 200, 1_500]) {
        const { notes, cut } = answerOf({ wanted: 'shown', text, format: 'markdown', options: [form, most] });
        const size = Buffer.byteLength(JSON.stringify(notes));
        if (size > most) throw new Error(`${JSON.stringify(text)}: ${size} > ${most}\n${JSON.stringify(notes)}`);
        const blocks = readNotes(text, 'markdown');
        if (!cut) expect(notes).toEqual(form === 'blocks' ? blocks : writeNotes(blocks, form));
      }
  });

  it('is nearly all that has room', () => {
    const text = '- one of many\n'.repeat(2_000);
    for (const form of ['markdown', 'html', 'text', 'blocks'] as const) {
      const { notes } = answerOf({ wanted: 'shown', text, format: 'markdown', options: [form, 8_000] });
      expect(Buffer.byteLength(JSON.stringify(notes))).toBeGreaterThan(
        form === 'markdown' || form === 'text' ? 6_000 : 7_500,
      );
    }
  });
});
