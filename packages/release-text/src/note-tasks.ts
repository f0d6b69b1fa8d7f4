import { breakingItems } from './breaking';
import { cutBlocks, jsonBytes } from './cut-blocks';
import { type Inline, type NoteBlock, type NoteForm, type NoteFormat, plainText } from './note-block';
import { factsOf, mentionsSecurity, type NoteFacts } from './note-facts';
import { readNotes } from './read-notes';
import { type ChangelogSection, splitChangelog } from './split-changelog';
import { writeNotes } from './write-notes';

/** Breaking changes that the API shows of one version, and characters of each. */
const BREAKING_AT_MOST = 50;
const BREAKING_LENGTH = 300;

/** A text as the API shows it. */
export interface ShownNotes {
  notes: string | NoteBlock[];
  breaking: string[];
  mentionsSecurity: boolean;
  /** There is more. */
  cut: boolean;
}

/** A text as messages use it. */
export interface NotesSummary {
  breaking: string[];
  /** The first other items of lists, or paragraphs where there are no lists. */
  items: string[];
  mentionsSecurity: boolean;
  /** The notes themselves, as far as there is room. */
  shown: { blocks: NoteBlock[]; cut: boolean };
}

/** All tasks on untrusted text, by name: their arguments besides the text and its format, and their results. */
const TASKS = {
  blocks: readNotes,
  sections: (text: string, format: NoteFormat): ChangelogSection[] => splitChangelog(text, format),
  facts: (text: string, format: NoteFormat): NoteFacts => factsOf(text, readNotes(text, format)),
  shown: shownNotes,
  summary: summaryOf,
};

type Tasks = typeof TASKS;
type Options<Name extends keyof Tasks> =
  Parameters<Tasks[Name]> extends [string, NoteFormat, ...infer Rest] ? Rest : [];

/** A task as a thread takes it. */
export interface NoteTask<Name extends keyof Tasks = keyof Tasks> {
  wanted: Name;
  text: string;
  format: NoteFormat;
  options: Options<Name>;
}

export type NoteAnswer<Name extends keyof Tasks> = ReturnType<Tasks[Name]>;

export function answerOf<Name extends keyof Tasks>({ wanted, text, format, options }: NoteTask<Name>) {
  const work = TASKS[wanted] as (text: string, format: NoteFormat, ...options: unknown[]) => NoteAnswer<Name>;
  return work(text, format, ...options);
}

/** @param most bytes in JSON; what is longer is cut at the end of a block */
function shownNotes(text: string, format: NoteFormat, form: NoteForm, most: number): ShownNotes {
  const blocks = readNotes(text, format);
  const breaking = breakingItems(blocks).slice(0, BREAKING_AT_MOST);
  return {
    ...within(blocks, form, most),
    breaking: breaking.map((item) => firstOf(plainText(item))),
    mentionsSecurity: mentionsSecurity(text),
  };
}

function within(blocks: NoteBlock[], form: NoteForm, most: number): Pick<ShownNotes, 'notes' | 'cut'> {
  const written = (some: NoteBlock[]) => (form === 'blocks' ? some : writeNotes(some, form));
  const sizeOf = (notes: string | NoteBlock[]) => Buffer.byteLength(JSON.stringify(notes));
  const whole = written(blocks);
  if (sizeOf(whole) <= most) return { notes: whole, cut: false };
  // Without the quotes around a text.
  return { notes: written(cutBlocks(blocks, most - 2, jsonBytes(form)).blocks), cut: true };
}

function firstOf(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= BREAKING_LENGTH ? line : `${line.slice(0, BREAKING_LENGTH - 1).toWellFormed()}…`;
}

/** @param items at most; @param room bytes of Markdown for the notes themselves */
function summaryOf(text: string, format: NoteFormat, items: number, room: number): NotesSummary {
  const blocks = readNotes(text, format);
  const breaking = breakingItems(blocks).map(plainText);
  const known = new Set(breaking);
  return {
    breaking,
    items: textsOf(blocks)
      .filter((item) => !known.has(item))
      .slice(0, items),
    mentionsSecurity: mentionsSecurity(text),
    shown: room > 0 ? cutBlocks(blocks, room) : { blocks: [], cut: true },
  };
}

/** The items of lists, or the paragraphs where there are no lists. */
function textsOf(blocks: NoteBlock[]): string[] {
  const lists = blocks.filter(({ type }) => type === 'list');
  const items = (lists.length > 0 ? lists : blocks).flatMap(itemsOf);
  return items.map((item) => plainText(item)).filter((text) => text.trim() !== '');
}

/** Items of lists in their order, with those of lists in them, and paragraphs. */
function itemsOf(block: NoteBlock): Inline[][] {
  if (block.type === 'paragraph') return [block.children];
  if (block.type !== 'list') return [];
  return block.items.flatMap(([first, ...rest]) => [
    ...(first ? itemsOf(first) : []),
    ...rest.flatMap((inner) => (inner.type === 'list' ? itemsOf(inner) : [])),
  ]);
}
