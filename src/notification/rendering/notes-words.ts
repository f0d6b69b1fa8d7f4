import type { NoteBlock } from 'release-text';
import { type Line, cut } from './clean-text';

/** How much of the release notes the messages of a channel have. */
export const NOTES_IN_MESSAGES = ['none', 'short', 'full'] as const;
export type NotesInMessages = (typeof NOTES_IN_MESSAGES)[number];

/** An item of the notes of a version, as plain text of one line. */
export interface NoteItem {
  version: string;
  text: string;
}

/** The notes of a version. */
export interface NoteText {
  version: string;
  blocks: NoteBlock[];
  /** They are longer. */
  cut: boolean;
}

/** The release notes of all new versions of a product. */
export interface UpdateNotes {
  /** Of all versions, the newest version first. */
  breaking: NoteItem[];
  /** Breaking changes that are not among them. */
  moreBreaking: number;
  security: {
    /** CVE and GHSA ids. */
    ids: string[];
    /** Words such as “vulnerability”. */
    mentions: boolean;
  };
  /** The first items that are not breaking, of the newest versions. */
  items: NoteItem[];
  /** Whole notes, newest first, where the channel wants them and has room. */
  texts: NoteText[];
  /** How many versions have notes. */
  versions: number;
  /** A page with all notes, for people. */
  page: string | null;
}

/** The notes of a message, and how many characters they may take. */
export interface NotesWords extends UpdateNotes {
  room: number;
  /** Versions whose notes are shown whole, beside these words. */
  shown?: string[];
}

/** Characters of the notes in a message. */
export const SHORT_NOTES = 1_200;

/** Of one item. Shorter ones are tried where not all breaking changes would have room. */
const ITEM_LENGTHS = [240, 120, 80];
/** Ids in a message for people. */
const IDS_SHOWN = 10;

/** Applies `change` to all texts, but not to the URL. */
export function mapNotes(notes: NotesWords, change: (text: string) => string): NotesWords {
  const changed = ({ version, text }: NoteItem) => ({ version: change(version), text: change(text) });
  return { ...notes, breaking: notes.breaking.map(changed), items: notes.items.map(changed) };
}

/** For messages that show the whole notes below these lines: only breaking changes are named twice. */
export const aboveTexts = (notes: NotesWords): NotesWords =>
  notes.texts.length > 0 ? { ...notes, items: [], shown: notes.texts.map(({ version }) => version) } : notes;

/** How many breaking changes there are. */
export const breakingCount = ({ breaking, moreBreaking }: UpdateNotes) => breaking.length + moreBreaking;

/**
 * The notes in a message: breaking changes of all versions first, then ids, then other items, as many as have room; last, how many versions
 * are not named, and where all notes are. Breaking changes without room are counted, never left out silently.
 */
export function notesLines(notes: NotesWords): Line[] {
  const all = breakingCount(notes);
  const wanted = ITEM_LENGTHS.find((length) => sizeOf(linesOf(notes, length, all, 0)) <= notes.room);
  const length = wanted ?? ITEM_LENGTHS.at(-1)!;
  const breaking = most(notes.breaking.length, (count) => sizeOf(linesOf(notes, length, count, 0)) <= notes.room);
  const items = most(
    breaking < notes.breaking.length ? 0 : notes.items.length,
    (count) => sizeOf(linesOf(notes, length, breaking, count)) <= notes.room,
  );
  return linesOf(notes, length, breaking, items);
}

/** @param length of an item at most */
function linesOf(notes: NotesWords, length: number, breaking: number, items: number): Line[] {
  const named = [...notes.breaking.slice(0, breaking), ...notes.items.slice(0, items)];
  const unnamed = breakingCount(notes) - Math.min(breaking, notes.breaking.length);
  const lineOf = ({ version, text }: NoteItem): Line => [{ text: `• ${cut(version, 40)}: ${cut(text, length)}` }];
  const lines: Line[] = [
    ...breakingLines(notes.breaking.slice(0, breaking).map(lineOf), unnamed),
    ...(notes.room > 0 ? securityLines(notes.security) : []),
    ...(items > 0 ? [[{ text: 'Changes', bold: true }], ...notes.items.slice(0, items).map(lineOf)] : []),
  ];
  const rest = notes.versions - new Set([...named.map(({ version }) => version), ...(notes.shown ?? [])]).size;
  return [...lines, ...lastLine(notes, rest, lines.length > 0)];
}

function breakingLines(lines: Line[], unnamed: number): Line[] {
  if (lines.length > 0)
    return [
      [{ text: 'Breaking changes', bold: true }],
      ...lines,
      ...(unnamed > 0 ? [[{ text: `… and ${changes(unnamed, 'more breaking')}`, bold: true }]] : []),
    ];
  return unnamed > 0 ? [[{ text: changes(unnamed, 'breaking'), bold: true }]] : [];
}

function securityLines({ ids, mentions }: UpdateNotes['security']): Line[] {
  const shown =
    ids.slice(0, IDS_SHOWN).join(', ') + (ids.length > IDS_SHOWN ? ` and ${ids.length - IDS_SHOWN} more` : '');
  if (ids.length > 0) return [[{ text: 'Security: ' }, { text: shown, bold: true }]];
  return mentions ? [[{ text: 'Security: the notes mention it.' }]] : [];
}

/** The URL is the text of the link, so that it is in plain text too. @param rest versions of which nothing was named */
function lastLine({ page, room }: NotesWords, rest: number, isShort: boolean): Line[] {
  if (room < 0) return [];
  const more = rest > 0 ? `${rest} ${isShort ? 'more ' : ''}${rest === 1 ? 'version' : 'versions'} with notes` : '';
  if (page === null) return more ? [[{ text: `${more}.` }]] : [];
  return [[{ text: `${more ? `${more}, all` : 'All'} notes: ` }, { text: page, url: page }]];
}

const changes = (count: number, kind: string) => `${count} ${kind} ${count === 1 ? 'change' : 'changes'}`;

/** Code points, line breaks included. */
const sizeOf = (lines: Line[]) =>
  lines.reduce((size, line) => size + 1 + line.reduce((sum, { text }) => sum + [...text].length, 0), 0);

/** The largest number up to `count` that `fits`, which all smaller ones then do; 0 = none. */
function most(count: number, fits: (count: number) => boolean): number {
  let found = 0;
  while (found < count && fits(found + 1)) found += 1;
  return found;
}
