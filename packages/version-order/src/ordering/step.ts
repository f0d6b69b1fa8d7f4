import { followedIn } from 'small-parts';
import { readGeneric } from './generic.scheme';
import { orderingFor } from './product-ordering';

/** How far apart two versions are, largest first, for the wording of messages. */
export const STEPS = ['major', 'minor', 'patch', 'other'] as const;
export type Step = (typeof STEPS)[number];

/** As it is stored: its place in `STEPS`, so that larger steps sort first. */
export type StepRank = number;

/** By the place of the number that changed; from the third on they are patches. */
const BY_PLACE: readonly Step[] = ['major', 'minor', 'patch'];

/**
 * Which number changed first: 1.2.3 -> 2.0 is major, -> 1.3 minor, -> 1.2.4 or 1.2.3.1 patch; other if only words, builds or the
 * epoch differ, or nothing. Parses both by the generic scheme, whatever the product's is.
 * @param tagPattern the product's, which captures the version in a label: the 4 of `log4j-2.17` is not one of its numbers
 */
export function kindOfStep(from: string, to: string, tagPattern: string | null): Step {
  const [a, b] = [readGeneric(versionIn(from, tagPattern)), readGeneric(versionIn(to, tagPattern))];
  // The digits of digests count nothing.
  if (a.epoch !== b.epoch || followedIn(to) !== null) return 'other';
  const [before, after] = [leadingNumbers(a.parts), leadingNumbers(b.parts)];
  for (let i = 0; i < Math.max(before.length, after.length); i += 1) {
    if ((before[i] ?? '0') !== (after[i] ?? '0')) return BY_PLACE[i] ?? 'patch';
  }
  return 'other';
}

/** The version in a label, as the product's tag pattern captures it. */
export const versionIn = (label: string, tagPattern: string | null): string =>
  tagPattern === null ? label : orderingFor({ scheme: 'generic', tagPattern }).quickVersionIn(label);

/** `kindOfStep` as a rank. */
export const stepRank = (from: string, to: string, tagPattern: string | null): StepRank =>
  STEPS.indexOf(kindOfStep(from, to, tagPattern));

function leadingNumbers(parts: string[]): string[] {
  const end = parts.findIndex((part) => part < '0');
  return end < 0 ? parts : parts.slice(0, end);
}
