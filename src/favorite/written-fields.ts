import type { AuditDetails } from '../access/audit/audit.repository';
import type { UpdateFavoriteDto } from './dto/write-favorite.dto';
import type { SingleChange } from './journal/change-journal';
import { EDITED, EDITED_FIELDS } from './journal/kept';
import type { Acknowledgement } from './store/evaluation.service';
import type { FavoriteChanges, LockedFavorite } from './store/favorite.repository';

/** Whether the change is more than notes: writing notes does not acknowledge the version. */
export function acknowledgementOf({ softwareId, notes: _, ...decisive }: FavoriteChanges): Acknowledgement {
  if (softwareId !== undefined) return 'always';
  return Object.keys(decisive).length > 0 ? 'unless-new' : 'never';
}

const FIELDS: Record<keyof FavoriteChanges, string> = { softwareId: 'software', ...EDITED_FIELDS };

/** The fields that were written, and the new ids. Notes are private. */
export function auditDetails(changes: FavoriteChanges, input: UpdateFavoriteDto = {}): AuditDetails {
  const { softwareId, versionId } = changes;
  return {
    fields: [
      ...Object.keys(changes).map((name) => FIELDS[name as keyof FavoriteChanges]),
      ...(input.tags ? ['tags'] : []),
    ],
    ...(softwareId && { software: softwareId }),
    ...(versionId && { version: versionId }),
  };
}

/**
 * What the journal says of the changes of a request. @param labels of the former and the next version
 * @returns null when everything was so before
 */
export function singleChange(
  state: LockedFavorite,
  changes: FavoriteChanges,
  labels: ReadonlyMap<string, string>,
): SingleChange | null {
  if (changes.softwareId !== undefined) return { action: 'move', kept: { state } };
  const edited = EDITED.filter((column) => changes[column] !== undefined && changes[column] !== state[column]);
  const [only, ...others] = edited;
  if (only === undefined) return null;
  const [from, to] = [labels.get(state.versionId), labels.get(changes.versionId!)];
  const moved = edited.includes('versionId') ? { from: from!, to: to! } : null;
  const kept = {
    state,
    ...(moved && { version: moved.from }),
    ...(edited.includes('notes') && { notes: state.notes }),
  };
  if (others.length === 0 && moved) return { action: 'update', kept, details: moved };
  if (others.length === 0 && only === 'notificationsEnabled')
    return { action: changes.notificationsEnabled ? 'unmute' : 'mute', kept };
  return { action: 'edit', kept, details: { ...moved, fields: edited.map((column) => EDITED_FIELDS[column]) } };
}
