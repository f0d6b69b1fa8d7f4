import MarkdownIt from 'markdown-it';
import { plainText, type Inline } from './note-block';
import { parseHtml } from './read-html';
import { readMarkdown } from './read-markdown';
import { noteUrl } from './spans';

/** A heading and where it stands, as offsets: its own text and mark-up go from `from` to `to`. */
export interface ChangelogHeading {
  level: number;
  text: string;
  url: string | null;
  from: number;
  to: number;
}

export interface ChangelogEntry extends ChangelogHeading {
  /** Where the text of the entry ends, and how far it is indented. */
  end: number;
  indent: number;
}

/** The lines of a file without the content of its blocks, since a file may have megabytes. */
const outline = new MarkdownIt({ html: false, maxNesting: 40 });
outline.core.ruler.enableOnly(['normalize', 'block']);

export interface Outline {
  headings: ChangelogHeading[];
  /** Items of lists that stand in no other block. */
  items: ChangelogEntry[];
  /** Addresses by label, as Markdown compares labels. */
  references: Map<string, string>;
}

export const labelOf = (text: string) => outline.utils.normalizeReference(text);

export function outlineOfMarkdown(text: string): Outline {
  const lines = offsetsOfLines(text);
  const env: { references?: Record<string, { href: string; title: string }> } = {};
  const tokens = outline.parse(text, env);
  const references = new Map(Object.entries(env.references ?? {}).map(([label, { href }]) => [label, href]));
  const headings: ChangelogHeading[] = [];
  const items: ChangelogEntry[] = [];
  tokens.forEach(({ type, level, tag, map, info, markup }, index) => {
    if (!map) return;
    const from = lines[map[0]]!;
    const end = lines[map[1]] ?? text.length;
    if (type === 'heading_open' && level === 0)
      headings.push({ level: Number(tag.slice(1)), ...wordsOf(tokens[index + 1]!.content, references), from, to: end });
    if (type === 'list_item_open' && level === 1) {
      const to = lines[map[0] + 1] ?? text.length;
      const line = text
        .slice(from, to)
        .trimStart()
        .slice(info.length + markup.length)
        .trim();
      items.push({ level: 1, ...wordsOf(line, references), from, to, end, indent: info.length + markup.length + 1 });
    }
  });
  return { headings, items, references };
}

function wordsOf(source: string, references: Map<string, string>): { text: string; url: string | null } {
  const [block] = readMarkdown(source.slice(0, 1000));
  const children = block && 'children' in block && block.type !== 'quote' ? block.children : [];
  const label = /^\[([^\]]+)\]/.exec(source)?.[1];
  const reference = label ? references.get(labelOf(label)) : undefined;
  return { text: children.length > 0 ? plainText(children) : source, url: firstUrl(children) ?? noteUrl(reference) };
}

function firstUrl(children: Inline[]): string | null {
  for (const inline of children) {
    if (typeof inline === 'string' || !('children' in inline)) continue;
    const url = inline.type === 'link' ? inline.url : firstUrl(inline.children);
    if (url) return url;
  }
  return null;
}

/** `== 1.2.0` and `!! 1.2.0` of other mark-ups, and lines that hold a version as the last resort. */
export function headingsByMarks(text: string): ChangelogHeading[] {
  return linesOf(text).flatMap(({ line, from, to }) => {
    if (line.length > 300) return [];
    const marked = /^([=!]{1,6}) ?(?![=!])(\S.*)$/.exec(line);
    if (marked) return [{ level: marked[1]!.length, text: marked[2]!.replace(/ =+$/, ''), url: null, from, to }];
    const plain = /^(?:\*\*|__)?((?:version |release )?v?\d[^*_]*?)(?:\*\*|__)?:?$/i.exec(line.trimEnd());
    return plain ? [{ level: 7, text: plain[1]!, url: null, from, to }] : [];
  });
}

/** Titles with a line of punctuation below them, or above and below. Levels are in the order in which their forms come. */
export function headingsOfRst(text: string): ChangelogHeading[] {
  const lines = linesOf(text);
  const forms: string[] = [];
  return lines.flatMap(({ line, from }, index) => {
    const below = lines[index + 1];
    const title = line.trim();
    if (!below || title === '' || isAdornment(line) || !isAdornment(below.line)) return [];
    if (below.line.trimEnd().length < Math.min(3, title.length)) return [];
    const above = lines[index - 1];
    const isOver = above !== undefined && isAdornment(above.line) && above.line[0] === below.line[0];
    const form = below.line[0]! + (isOver ? '^' : '');
    if (!forms.includes(form)) forms.push(form);
    const url = noteUrl(/<(https?:[^<>]+)>`__?/.exec(title)?.[1]);
    const words = title
      .slice(0, 1000)
      .replace(/`([^`<]*)(?:<[^<>]*>)?`__?/g, (_link, label: string) => label.trimEnd());
    return [{ level: forms.indexOf(form) + 1, text: words, url, from: isOver ? above.from : from, to: below.to }];
  });
}

const isAdornment = (line: string) => /^([!-/:-@[-`{-~])\1+\s*$/.test(line);

export function headingsOfHtml(text: string): ChangelogHeading[] {
  const headings: ChangelogHeading[] = [];
  let open: ChangelogHeading | null = null;
  parseHtml(text, {
    open: (name, { href }, from) => {
      if (/^h[1-6]$/.test(name)) open = { level: Number(name[1]), text: '', url: null, from, to: 0 };
      else if (open && name === 'a') open.url ??= noteUrl(href);
    },
    text: (data) => {
      if (open && open.text.length < 1000) open.text += data;
    },
    close: (name, to) => {
      if (!open || !/^h[1-6]$/.test(name)) return;
      headings.push({ ...open, text: open.text.replace(/\s+/g, ' ').trim(), to });
      open = null;
    },
  });
  return headings;
}

interface Line {
  line: string;
  from: number;
  to: number;
}

function linesOf(text: string): Line[] {
  const offsets = offsetsOfLines(text);
  return offsets.map((from, index) => {
    const to = offsets[index + 1] ?? text.length;
    return { line: text.slice(from, to).replace(/\n$/, ''), from, to };
  });
}

function offsetsOfLines(text: string): number[] {
  const offsets = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) offsets.push(at + 1);
  return offsets;
}
