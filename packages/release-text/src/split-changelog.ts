import { extname } from 'node:path';
import { type HeadingFacts, readDate, readHeading } from './changelog-heading';
import {
  type ChangelogHeading,
  headingsByMarks,
  headingsOfHtml,
  headingsOfRst,
  labelOf,
  outlineOfMarkdown,
} from './changelog-headings';
import type { NoteFormat } from './note-block';

/** The section of a changelog about one version, in the format of the file. */
export interface ChangelogSection {
  version: string;
  /** YYYY-MM-DD */
  releasedAt: string | null;
  text: string;
  url?: string;
}

const MAX_LENGTH = 4 * 1024 * 1024;
const MAX_SECTIONS = 10_000;
const NOT_RELEASED = /\b(?:unreleased|upcoming|next|master|main|head|trunk|in development)\b|未リリース/i;

interface Piece {
  facts: HeadingFacts;
  url: string | null;
  texts: string[];
}

/**
 * The sections of a changelog, newest first. Versions stand in headings of the shallowest level on which two headings hold one, and in
 * deeper headings that are nothing but a version. Without such headings, they are items of a list, or lines.
 */
export function splitChangelog(source: string, format: NoteFormat): ChangelogSection[] {
  const text = source
    .slice(0, MAX_LENGTH)
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n');
  const pieces = format === 'html' ? byHeadings(text, headingsOfHtml(text)) : piecesOf(text, format);
  return newestFirst(pieces).map(sectionOf);
}

function piecesOf(text: string, format: NoteFormat): Piece[] {
  const rst = format === 'rst' ? byHeadings(text, headingsOfRst(text)) : [];
  if (rst.length > 0) return rst;
  const { headings, items, references } = outlineOfMarkdown(text);
  const pieces = byHeadings(text, headings);
  if (pieces.length > 0) return pieces.map((piece) => withReferences(piece, references));
  const entries = items.flatMap((item) => {
    const facts = readHeading(item.text);
    return facts?.isBare ? [{ ...item, facts }] : [];
  });
  const listed = entries.map(({ facts, url, to, end, indent }) => ({
    facts,
    url,
    texts: [withLabels(text.slice(to, end).replace(new RegExp(`^ {1,${indent}}`, 'gm'), ''))],
  }));
  return listed.length > 1 ? joined(listed) : byHeadings(text, headingsByMarks(text));
}

function byHeadings(text: string, headings: ChangelogHeading[]): Piece[] {
  const read = headings.map((heading) => ({ ...heading, facts: readHeading(heading.text) }));
  const counts = new Map<number, number>();
  for (const { level, facts } of read) if (facts) counts.set(level, (counts.get(level) ?? 0) + 1);
  // A file with one version alone has a section too.
  const shared = [...counts].filter(([, count]) => count > 1).map(([level]) => level);
  const level = Math.min(...(shared.length > 0 ? shared : counts.keys()));
  const pieces: Piece[] = [];
  let current: Piece | null = null;
  let from = 0;
  const end = (at: number) => current?.texts.push(text.slice(from, at));
  for (const heading of read) {
    const isVersion = heading.facts && (heading.level === level || heading.facts.isBare);
    const isEnd =
      !heading.facts && heading.level <= level && (heading.level < level || NOT_RELEASED.test(heading.text));
    if (!isVersion && !isEnd) continue;
    end(heading.from);
    from = heading.to;
    current = isVersion ? { facts: heading.facts!, url: heading.url, texts: [] } : null;
    if (current) pieces.push(current);
  }
  end(text.length);
  return joined(pieces);
}

/** Lines in capitals stand above what follows; to Markdown they would belong to the item before. */
const withLabels = (text: string) => text.replace(/^([A-Z][A-Z ]{5,80}:?)$/gm, '\n$1\n');

/** Joins pieces of one version: first those in a row; of others, one that is not empty wins. */
function joined(pieces: Piece[]): Piece[] {
  const byVersion = new Map<string, Piece>();
  let before: string | null = null;
  for (const piece of pieces.slice(0, MAX_SECTIONS)) {
    const { version } = piece.facts;
    const known = byVersion.get(version);
    if (!known) byVersion.set(version, piece);
    else if (before === version || isEmpty(known)) {
      known.texts.push(...piece.texts);
      known.facts.releasedAt ??= piece.facts.releasedAt;
      known.url ??= piece.url;
    }
    before = version;
  }
  return [...byVersion.values()];
}

const isEmpty = ({ texts }: Piece) => texts.every((text) => text.trim() === '');

/** Labels are explained at the end of the file, where the section does not reach. */
function withReferences(piece: Piece, references: Map<string, string>): Piece {
  if (references.size === 0) return piece;
  const used = new Map<string, string>();
  for (const [, label] of piece.texts.join('\n').matchAll(/\[([^[\]\n]{1,200})\](?!:|\()/g)) {
    const url = references.get(labelOf(label!));
    if (url && !url.includes('>')) used.set(label!, url);
  }
  if (used.size === 0) return piece;
  return { ...piece, texts: [...piece.texts, '\n', ...[...used].map(([label, url]) => `\n[${label}]: <${url}>`)] };
}

function newestFirst(pieces: Piece[]): Piece[] {
  const [first, last] = [pieces[0]?.facts, pieces.at(-1)?.facts];
  if (!first || !last) return pieces;
  const isReversed =
    first.releasedAt && last.releasedAt && first.releasedAt !== last.releasedAt
      ? first.releasedAt < last.releasedAt
      : compareNumbers(first.version, last.version) < 0;
  return isReversed ? pieces.reverse() : pieces;
}

function compareNumbers(one: string, other: string): number {
  const [left, right] = [one, other].map((version) => version.split(/\D+/).map(Number));
  for (let at = 0; at < Math.max(left!.length, right!.length); at++) {
    const difference = (left![at] ?? 0) - (right![at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function sectionOf({ facts, url, texts }: Piece): ChangelogSection {
  const text = texts
    .join('')
    .replace(/^\s*\n/, '')
    .trimEnd();
  const releasedAt = facts.releasedAt ?? dateOfFirstLine(text);
  return { version: facts.version, releasedAt, text, ...(url ? { url } : {}) };
}

/** `Released on 2024-03-05` below the heading. */
function dateOfFirstLine(text: string): string | null {
  const line = text.slice(0, 200).split('\n', 1)[0]!;
  const date = readDate(line);
  const rest = date && line.replace(date.found, '').replace(/\b(?:release[sd]?|on|date)\b/gi, '');
  return date && !/[\p{L}\p{N}]/u.test(rest!) ? date.day : null;
}

const BY_EXTENSION: Record<string, NoteFormat> = {
  '.md': 'markdown',
  '.markdown': 'markdown',
  '.html': 'html',
  '.htm': 'html',
  '.rst': 'rst',
};

/** The format of a changelog, by the name of its file. For files named CHANGES or NEWS, the content decides. */
export function changelogFormat(file: string, text: string): NoteFormat {
  const known = BY_EXTENSION[extname(file).toLowerCase()];
  if (known) return known;
  if (/^\s*<(?:!doctype|html|h[1-6]|ul|p|div)\b/i.test(text.slice(0, 1000))) return 'html';
  return /^\.\. |:\w+:`|`__?(?:\s|$)/m.test(text.slice(0, 20_000)) ? 'rst' : 'markdown';
}
