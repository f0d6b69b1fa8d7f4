import { type DefaultTreeAdapterMap, parseFragment } from 'parse5';
import { type NoteFormat, readNotes, writeNotes } from 'release-text';
import { Random } from '../../../test/setup/random';
import { EXAMPLES, fuzzedText, PAYLOADS } from './fuzzed-notes';
import { expectWithin } from '../../../test/setup/timing';
import { atScale } from '../../../test/setup/scale';

type Node = DefaultTreeAdapterMap['node'];

const FORMATS: NoteFormat[] = ['markdown', 'html', 'rst', 'text'];
/** Of each format. In all 100,000. */
const TEXTS = atScale(1_250, 25_000);
/** What the service promises of any text. */
const LONGEST_MS = 500;
const ELEMENTS = new Set(
  'h1 h2 h3 h4 h5 h6 p ul ol li pre code blockquote hr table thead tbody tr th td strong em del br a'.split(' '),
);
const ATTRIBUTES: Record<string, Record<string, RegExp>> = {
  a: { href: /^https?:\/\/[^\s<>"]+$/, rel: /^nofollow noopener noreferrer$/ },
  ol: { start: /^\d+$/ },
};

/** What a browser's parser finds in it that the allow list does not have. */
function faultsOf(html: string): string[] {
  const faults: string[] = [];
  const walk = (node: Node) => {
    if (node.nodeName === '#text') return;
    if ('tagName' in node) {
      if (!ELEMENTS.has(node.tagName) || !node.namespaceURI.endsWith('/xhtml')) faults.push(`<${node.tagName}>`);
      for (const { name, value } of node.attrs)
        if (!ATTRIBUTES[node.tagName]?.[name]?.test(value)) faults.push(`${node.tagName} ${name}=${value}`);
    } else if (node.nodeName !== '#document-fragment') faults.push(node.nodeName);
    if ('childNodes' in node) node.childNodes.forEach(walk);
  };
  walk(parseFragment(html));
  return faults;
}

function assertAllowed(text: string, format: NoteFormat): void {
  const start = performance.now();
  const html = writeNotes(readNotes(text, format), 'html');
  const took = performance.now() - start;
  const faults = faultsOf(html);
  if (faults.length > 0) throw new Error(`${format} ${JSON.stringify(text)}\nhas ${faults.join(', ')}\n${html}`);
  slowest = Math.max(slowest, took);
}

let slowest = 0;

it('the parser sees what is not allowed', () => {
  expect(faultsOf('<p onclick="x">a<script>b</script><a href="javascript:c">d</a><!-- e --><svg></svg>')).toEqual([
    'p onclick=x',
    '<script>',
    'a href=javascript:c',
    '#comment',
    '<svg>',
  ]);
});

it.each(FORMATS)('payloads and the examples of CommonMark, read as %s, have nothing else', (format) => {
  for (const text of [...PAYLOADS, ...EXAMPLES]) assertAllowed(text, format);
});

it.each(FORMATS)(
  `${TEXTS} made-up texts, read as %s, have nothing else`,
  (format) => {
    const random = new Random(format.length * 7_919);
    slowest = 0;
    for (let turn = 0; turn < TEXTS; turn++) assertAllowed(fuzzedText(random), format);
    expectWithin(slowest, 4 * LONGEST_MS);
  },
  600_000,
);
