import type { AuditDetails } from '../access/audit/audit.repository';
import type { UpdateFavoriteDto } from './dto/write-favorite.dto';
import { EDITED_FIELDS } from './journal/snapshot';
import type { Acknowledgement } from './store/evaluation.service';
import type { FavoriteChanges } from './store/favorite.repository';

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
