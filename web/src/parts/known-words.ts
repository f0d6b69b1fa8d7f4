import type { FavoriteResponse, FreshnessResponse } from '../api/generated';
import { messages } from '../messages';
import { visibleText } from './name';
import { exactDate, monthOf, relativeTime } from './relative-time';

const words = messages.known;

/** What is known of how current a product is: of `freshness`, or of its latest version. */
export type Checked = Pick<FreshnessResponse, 'state' | 'checked_at' | 'catalogued_as_of'>;

/** With what is known of its versions. */
export type Known = Pick<FreshnessResponse, 'state' | 'checked_at' | 'known'>;

/** That nobody can say whether there is an update, and why; null where a stable version is known. */
export function unknownWords({ state, checked_at: checkedAt, known }: Known): string | null {
  if (known === 'stable') return null;
  if (known === 'prereleases') return words.noStable;
  if (checkedAt) return words.noVersion.asked;
  return words.noVersion[state === 'failing' || state === 'no-source' ? state : 'never'];
}

/**
 * When its source was asked last, or that nobody asks.
 * @param form `short` for rows of lists: the month of a snapshot
 */
export function checkedWords(checked: Checked, form: 'whole' | 'short' = 'whole'): string {
  const { state, checked_at: checkedAt, catalogued_as_of: asOf } = checked;
  if (state === 'live') return words.live(relativeTime(checkedAt!));
  if (state === 'failing') return checkedAt ? words.failingSince(exactDate(checkedAt)) : words.failing;
  if (checkedAt && state === 'stale') return words.stale(exactDate(checkedAt));
  if (!asOf) return state === 'no-source' ? words.noSource : words.never;
  return words.snapshot(form === 'short' ? monthOf(asOf) : exactDate(asOf));
}

/** Whether nothing says that a newer version may be missing: its source answers, or who publishes it tells every version. */
export const isCurrent = ({ state, catalogued_as_of: asOf }: Checked) =>
  state === 'live' || (state === 'no-source' && asOf === null);

/** The day of a release, and that it is not known. */
export const releaseWords = (releasedAt: string | null) => (releasedAt ? exactDate(releasedAt) : words.noDay);

/** `16.14 fixes 44 of 50`: a smaller step than the one on offer. */
export function fixInSeries({ risk }: Pick<FavoriteResponse, 'risk'>): string | null {
  const fix = risk?.in_series;
  return fix ? messages.risk.inSeries(visibleText(fix.version), fix.fixes, risk.known) : null;
}
