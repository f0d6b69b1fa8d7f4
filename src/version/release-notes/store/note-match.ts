import { TimeSlice } from 'small-parts';
import { PatternBudget, type ProductOrdering } from 'version-order';
import type { NoteInput } from './note-cut';

/** A note, with the tag (or the heading) that says of which version it is. */
export interface TaggedNote {
  tag: string;
  note: NoteInput;
  url: string | null;
  /** As the source says: some schemes order by it. */
  releasedAt?: string | null;
  /** The tag is a version as people write it, without what the tag pattern captures it from. */
  isPlain?: boolean;
}

export interface ReadTag extends TaggedNote {
  key: string;
  /** The tag pattern captures a version in it, or there is none, and it is a version of the product's scheme. */
  isVersion: boolean;
}

/** A version of a product. */
export interface Labelled {
  id: string;
  version: string;
  version_key: string;
}

/** Milliseconds for the tag pattern in all tags. */
const PATTERN_MS = 2_000;

/** @throws PatternBudgetSpent */
export async function readTags(ordering: ProductOrdering, notes: TaggedNote[]): Promise<ReadTag[]> {
  const budget = new PatternBudget(PATTERN_MS);
  const slice = new TimeSlice();
  const read: ReadTag[] = [];
  for (const note of notes) {
    if (slice.isOver) await slice.next();
    read.push({ ...note, ...placeOf(ordering, note, budget) });
  }
  return read;
}

function placeOf(
  ordering: ProductOrdering,
  note: TaggedNote,
  budget: PatternBudget,
): Pick<ReadTag, 'key' | 'isVersion'> {
  const hints = { releasedAt: note.releasedAt ?? null };
  if (note.isPlain) return { key: ordering.scheme.key(note.tag, hints), isVersion: ordering.scheme.valid(note.tag) };
  const { key, valid } = ordering.read(note.tag, hints, budget);
  return { key, isVersion: valid && ordering.isTagged(note.tag, budget) };
}

/**
 * Finds the note of each version: that of the tag which is its label, else that of the first tag with the same sort key. A tag that is not a version of the
 * product, such as one of another product in the same repository, matches its own label only. A part of a label never counts.
 * @throws PatternBudgetSpent
 */
export async function matchNotes(
  ordering: ProductOrdering,
  tags: ReadTag[],
  versions: Labelled[],
): Promise<Map<string, ReadTag>> {
  const byLabel = new Map<string, ReadTag>();
  const byKey = new Map<string, ReadTag>();
  for (const tag of tags) {
    if (!byLabel.has(tag.tag)) byLabel.set(tag.tag, tag);
    if (tag.isVersion && !byKey.has(tag.key)) byKey.set(tag.key, tag);
  }
  const found = new Map<string, ReadTag>();
  const budget = new PatternBudget(PATTERN_MS);
  const slice = new TimeSlice();
  for (const { id, version, version_key } of versions) {
    if (slice.isOver) await slice.next();
    const tag = byLabel.get(version) ?? (ordering.isTagged(version, budget) ? byKey.get(version_key) : undefined);
    if (tag) found.set(id, tag);
  }
  return found;
}
