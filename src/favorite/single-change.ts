import type { SingleChange } from './journal/change-journal';
import { type Edited, EDITED_FIELDS, notesHash } from './journal/snapshot';
import type { FavoriteChanges, LockedFavorite } from './store/favorite.repository';

const EDITED = Object.keys(EDITED_FIELDS) as Edited[];

/**
 * What the journal says of the changes of a request. @param labels of the former and the next version
 * @returns null when everything was so before
 */
export function singleChange(
  current: LockedFavorite,
  changes: FavoriteChanges,
  labels: ReadonlyMap<string, string>,
): Omit<SingleChange, 'state' | 'id'> | null {
  if (changes.softwareId !== undefined) return { action: 'move', before: {}, after: {} };
  const edited = EDITED.filter((column) => changes[column] !== undefined && changes[column] !== current[column]);
  const [only, ...others] = edited;
  if (only === undefined) return null;
  const from = labels.get(current.versionId);
  const before = from === undefined ? {} : { version: from };
  const moved = edited.includes('versionId') ? { from: from!, to: labels.get(changes.versionId!)! } : {};
  if (others.length === 0 && only === 'versionId') return { action: 'update', before, after: {}, details: moved };
  if (others.length === 0 && only === 'notificationsEnabled')
    return { action: changes.notificationsEnabled ? 'unmute' : 'mute', before, after: {} };
  const hash = edited.includes('notes') ? { notes: notesHash(changes.notes!) } : {};
  return {
    action: 'edit',
    before,
    after: { edited, ...hash },
    notes: current.notes,
    details: { ...moved, fields: edited.map((column) => EDITED_FIELDS[column]) },
  };
}
