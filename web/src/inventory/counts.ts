import type { ContentCounts } from '../api/generated';
import { messages } from '../messages';

const words = messages.inventory.preview.counts;

const inWords = (counts: ContentCounts, keys: (keyof typeof words)[]) =>
  keys
    .filter((key) => counts[key] > 0)
    .map((key) => words[key](counts[key]))
    .join(', ');

/** `2 added, 1 moved`; '' = none. */
export const changesOf = (counts: ContentCounts) =>
  inWords(counts, ['added', 'created', 'moved', 'removed', 'lowered', 'kept']);

/** What stays as it is. */
export const othersOf = (counts: ContentCounts) => inWords(counts, ['unchanged', 'ignored']);
