import { kindOfStep, STEPS } from 'version-order';
import { Field, MOMENT, NULLABLE, OptionalField, URI } from '../../../api/endpoint/field';
import { toApiTimestamp, type UtcTimestamp } from '../../../common/time/utc-timestamp';
import { toVersionResponse, VersionResponse, type VersionRow } from '../../../software/dto/software.response';

export class VersionDetailsResponse {
  @Field(URI, NULLABLE, 'Its release notes, where the source names them.') notes_url!: string | null;
  @Field() prerelease!: boolean;
  @Field(MOMENT, NULLABLE, 'When its source withdrew it.') withdrawn_at!: string | null;

  @Field(NULLABLE, 'Why it is never offered although its source lists it; null = it may be offered.', {
    example: 'It is deprecated: use 2.0',
  })
  left_out!: string | null;

  @Field(
    NULLABLE,
    { enum: STEPS },
    "The step to it from the caller's version in use; null when the product is no favorite, or this is not newer.",
    { example: 'minor' },
  )
  kind!: string | null;
}

export class ListedVersionResponse extends VersionResponse {
  @OptionalField('With `includeDetails`.') details?: VersionDetailsResponse;
}

/** With the columns of `includeDetails`. */
export interface DetailedRow extends VersionRow {
  version_key: string;
  notes_url: string | null;
  prerelease: number;
  withdrawn_at: UtcTimestamp | null;
  left_out: string | null;
}

/** The caller's version in use, in a product with this tag pattern. */
export interface VersionInUse {
  in_use_version: string | null;
  in_use_key: string | null;
  tag_pattern: string | null;
}

export const toDetailedVersion = (row: DetailedRow, inUse: VersionInUse): ListedVersionResponse => ({
  ...toVersionResponse(row),
  details: {
    notes_url: row.notes_url,
    prerelease: Boolean(row.prerelease),
    withdrawn_at: toApiTimestamp(row.withdrawn_at),
    left_out: row.left_out,
    kind: kindFrom(inUse, row),
  },
});

function kindFrom({ in_use_version: from, in_use_key: key, tag_pattern }: VersionInUse, row: DetailedRow) {
  if (from === null || key === null || row.version_key <= key) return null;
  return kindOfStep(from, row.version, tag_pattern);
}
