import { readNotes } from '../../src/notes/text/read-notes';
import { writeNotes } from '../../src/notes/text/write-notes';
import { workOf } from '../setup/timing';

const markdown = (text: string) => writeNotes(readNotes(text, 'rst'), 'markdown').trim();
const link = (url: string, words: string) => ({ type: 'link', url, children: [words] });

describe('notes in reStructuredText', () => {
  it('have marks, literals, roles and links', () => {
    const text =
      '*a* **b** ``c*d`` :class:`~x.y.Zed` :doc:`the page </p>` `site <https://a.example/x>`_ `Named one`_ Short_\n' +
      'https://b.example/y |name| 2*3*4 a\\*b\n\n.. _Named one: https://c.example/\n.. _short: https://d.example/\n' +
      '.. |name| replace:: The Name\n';
    expect(readNotes(text, 'rst')).toEqual([
      {
        type: 'paragraph',
        children: [
          { type: 'em', children: ['a'] },
          ' ',
          { type: 'strong', children: ['b'] },
          ' ',
          { type: 'code', text: 'c*d' },
          ' ',
          { type: 'code', text: 'Zed' },
          ' the page ',
          link('https://a.example/x', 'site'),
          ' ',
          link('https://c.example/', 'Named one'),
          ' ',
          link('https://d.example/', 'Short'),
          ' ',
          link('https://b.example/y', 'https://b.example/y'),
          ' The Name 2*3*4 a*b',
        ],
      },
    ]);
  });

  it('have lists within lists, with all that stands in an item', () => {
    expect(markdown('- one\n  goes on\n\n  - inner\n\n- two::\n\n      code\n\n3. three\n#. four')).toBe(
      '- one goes on\n\n  - inner\n\n- two:\n\n  ```\n  code\n  ```\n\n3. three\n4. four',
    );
  });

  it('have headings, notes, code, fields and no comments', () => {
    const text =
      'Fixes\n-----\n\n.. note:: Read *this*.\n\n.. versionadded:: 1.2\n   A thing.\n\n.. code-block:: python\n   :linenos:\n\n' +
      '   x = 1\n\n.. a comment\n   of two lines\n\n.. image:: https://img.example/x.png\n   :alt: A picture\n\n:Author: me\n\n' +
      '.. unknown:: word\n\n   kept';
    expect(readNotes(text, 'rst')).toEqual([
      { type: 'heading', level: 1, children: ['Fixes'] },
      {
        type: 'quote',
        children: [
          { type: 'paragraph', children: [{ type: 'strong', children: ['Note'] }] },
          { type: 'paragraph', children: ['Read ', { type: 'em', children: ['this'] }, '.'] },
        ],
      },
      { type: 'paragraph', children: ['Added in 1.2 A thing.'] },
      { type: 'code', text: 'x = 1', language: 'python' },
      { type: 'paragraph', children: ['A picture'] },
      { type: 'paragraph', children: [{ type: 'strong', children: ['Author:'] }, ' me'] },
      { type: 'paragraph', children: ['word'] },
      { type: 'paragraph', children: ['kept'] },
    ]);
  });

  it('lead to http(s) addresses only', () => {
    const text = '`a <javascript:alert(1)>`_ b_ `c`_\n\n.. _b: data:text/html,x\n.. _c: https://u:p@c.example/\n';
    expect(readNotes(text, 'rst')).toEqual([{ type: 'paragraph', children: ['a b c'] }]);
  });

  const PIECES = [
    ...'!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~',
    '*a ',
    '**a ',
    '``a ',
    '`a ',
    ':a:`',
    '|a ',
    'a_ ',
    '- ',
    '- a\n',
    ' a\n',
    '.. a\n',
    '.. a::\n',
    '::\n\n a\n',
    'a::\n',
    ':a: ',
    '`a <',
    'a\n=\n',
    '1. ',
    '>>> a\n',
    '\\',
  ];

  it.each(PIECES)('take no longer with 64 KiB of %j', async (piece) => {
    const text = `.. _x: https://x.example/\n\n${piece.repeat(Math.ceil(65_536 / piece.length))}`;
    expect(await workOf(() => readNotes(text, 'rst'))).toBeLessThan(2_000);
  });
});
