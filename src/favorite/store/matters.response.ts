import { COUNT, Field, NULLABLE } from '../../api/endpoint/field';
import { MATTERS_GROUPS, type MattersGroup, type MattersRow, type Reason, REASONS } from './matters.sql';

export class MattersResponse {
  @Field({ enum: MATTERS_GROUPS }, 'The first of its reasons; see the filter `matters`.') group!: MattersGroup;
  @Field({ enum: REASONS, isArray: true }, 'All that hold, the most urgent first.') reasons!: Reason[];

  @Field(
    COUNT,
    NULLABLE,
    'Days from the release of the version in use, or else from when it was found, to that of the available one; null where that is not known.',
    { example: 412 },
  )
  days_behind!: number | null;
}

export const toMattersResponse = (row: Partial<MattersRow>): MattersResponse => ({
  group: MATTERS_GROUPS[row.matters_group!]!,
  reasons: REASONS.filter((_reason, bit) => (row.matters_reasons! & (2 ** bit)) > 0),
  days_behind: row.days_behind == null ? null : Math.max(0, row.days_behind),
});
