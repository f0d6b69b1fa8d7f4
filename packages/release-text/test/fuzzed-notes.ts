import { tests as examples } from 'commonmark-spec';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Random } from '../../../test/setup/random';

/** 223 hostile pieces of HTML that DOMPurify is tested with. */
export const PAYLOADS = JSON.parse(
  readFileSync(join(__dirname, 'fixtures', 'dompurify-payloads.json'), 'utf8'),
) as string[];

export const EXAMPLES = examples.map(({ markdown }) => markdown.replaceAll('→', '\t'));

const PIECES = [
  '@name',
  '@org/team',
  '#12',
  'a@b.example',
  '![alt](https://img.example/x.png)',
  '<img src=https://img.example/x.png onerror=alert(1)>',
  '[link](javascript:alert(1))',
  '[link](https://a.example/?a=1&copy=2#12 "title")',
  'https://a.example/b_c_d',
  'https://user:pw@a.example/',
  '<https://b.example>',
  '[ref]',
  '\n[ref]: https://c.example/@x\n',
  '**bold**',
  '*em*',
  '***',
  '_a_',
  '~~gone~~',
  '`code`',
  '``a`b``',
  '`|`',
  '\n\n',
  '\n',
  '\n- item ',
  '\n  - inner ',
  '\n    ',
  '\n1. one ',
  '\n7) seven ',
  '\n> quote ',
  '\n# Heading ',
  '\nSetext\n---\n',
  '\n```js\ncode @name\n```\n',
  '\n~~~\n',
  '\n| a | b |\n| - | - |\n| c | d\\|e |\n',
  '<script>alert(1)</script>',
  '<b>',
  '</b>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="https://d.example/">',
  '<table><tr><td>',
  '<ul><li>',
  '<blockquote>',
  '<pre>',
  '<svg><a xlink:href="javascript:alert(1)">',
  '<!--',
  '-->',
  '&lt;script&gt;',
  '&#64;name',
  '&amp;',
  '&#x202e;',
  '\u202e',
  '\u200b',
  '\u0000',
  '\u00a0',
  '\\',
  '\\\n',
  '  \n',
  '!',
  '|',
  '-',
  '+ ',
  '= ',
  ': ',
  '1. ',
  'GH-12',
  'word',
  'ß',
  '日本',
  '🎉',
  '\ud800',
  ' ',
  '\t',
  '.. note:: x\n',
  '::\n\n   literal\n',
  '`text <https://e.example/>`_',
  '``lit``',
  '====\n',
] as const;

/** A text of pieces that mean something, and of what others have thought of. */
export function fuzzedText(random: Random): string {
  const pieces = Array.from({ length: random.whole(1, 14) }, () => {
    const chance = random.next();
    if (chance < 0.08) return random.one(PAYLOADS);
    if (chance < 0.18) return random.one(EXAMPLES);
    return random.one(PIECES);
  });
  return pieces.join('');
}
