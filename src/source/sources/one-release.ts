import { textOf } from '../../common/fetch/read';
import type { Release } from './source';

/** The release of a label, with what else its source says of it; none without a label. */
export function oneRelease(label: unknown, said: Partial<Release> = {}): Release[] {
  const version = textOf(label);
  return version === null ? [] : [{ version, releasedAt: null, prerelease: null, notesUrl: null, ...said }];
}
