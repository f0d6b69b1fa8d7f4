import { TimeSlice } from 'small-parts';
import { MAX_LABEL, MAX_RELEASES, type Release, tooMany } from './source';
import { SourceError } from '../../common/fetch/source-error';

/** UTF-16 units of one stanza; the longest real ones have some ten thousand. */
const MAX_STANZA = 256 * 1024;
/** Five times what the largest distribution has. */
const MAX_STANZAS = 500_000;
const BLANK_LINES = /\n(?:[ \t\r]*\n)+/;

type FieldReader = (stanza: string) => string | null;

/** Where a kind of index has what counts. */
export interface IndexFields {
  nameOf: FieldReader;
  versionOf: FieldReader;
  /** As of `dateOf`. */
  releasedAtOf?: FieldReader;
}

/**
 * The versions of a package in an index, which may have several.
 * @throws SourceError, also when there is none
 */
export async function releasesIn(
  pieces: AsyncIterable<Buffer>,
  name: string,
  { nameOf, versionOf, releasedAtOf }: IndexFields,
): Promise<Release[]> {
  const found = new Map<string, Release>();
  for await (const stanza of stanzasOf(pieces)) {
    const version = nameOf(stanza) === name ? versionOf(stanza) : null;
    if (version === null || version.length > MAX_LABEL || found.has(version)) continue;
    const label = copied(version);
    found.set(label, { version: label, releasedAt: releasedAtOf?.(stanza) ?? null, prerelease: null, notesUrl: null });
    if (found.size > MAX_RELEASES) throw tooMany();
  }
  if (found.size > 0) return [...found.values()];
  throw new SourceError('The package index does not have this package', null, 404);
}

/** A part of a string keeps the whole of it in memory. */
const copied = (text: string) => Buffer.from(text).toString();

/**
 * The stanzas of a package index: lines `Name: value`, and blank lines between stanzas. Of the pieces, only one stanza is kept.
 * @throws SourceError when a stanza is too long, or there are too many
 */
async function* stanzasOf(pieces: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const slice = new TimeSlice();
  let rest = '';
  let count = 0;
  for await (const piece of pieces) {
    const stanzas = (rest + decoder.decode(piece, { stream: true })).split(BLANK_LINES);
    rest = stanzas.pop()!;
    count += stanzas.length;
    if (count > MAX_STANZAS) throw new SourceError('The package index has too many entries', null, 'size');
    for (const stanza of stanzas) {
      if (slice.isOver) await slice.next();
      yield stanza;
    }
    if (rest.length > MAX_STANZA) throw new SourceError('An entry of the package index is too long', null, 'size');
  }
  if (rest.trim() !== '') yield rest;
}

/** Reads the value of a field of one line; null when it is not there or empty. */
export function fieldReader(name: string): FieldReader {
  const line = new RegExp(`^${name}:[ \\t]*(\\S[^\\r\\n]*)`, 'm');
  return (stanza) => line.exec(stanza)?.[1]!.trim() ?? null;
}
