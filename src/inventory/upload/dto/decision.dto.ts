import { Field, NULLABLE, OptionalField } from '../../../api/endpoint/field';
import { IsFlag, IsId, IsList, IsNested, IsText } from '../../../api/endpoint/validation';

/** Components of one request. */
export const DECIDED_AT_MOST = 200;
/** Products that one request accepts the versions of. */
const ACCEPTED_AT_MOST = 200;
/** As long as the readers of files accept. */
const MAX_PURL = 4_096;

export class DecidedComponent {
  @Field(IsText(1, 255), 'As the list of unknown components has it.', { example: 'ghcr.io/acme/api' }) name!: string;

  @Field(IsText(1, MAX_PURL), NULLABLE, 'As the list has it.', { example: 'pkg:docker/acme/api@1.0' })
  purl!: string | null;
}

export class DecideDto {
  @Field(IsList({ most: DECIDED_AT_MOST, filled: true }), IsNested(DecidedComponent, { each: true }))
  components!: DecidedComponent[];

  @Field(
    IsId('must be the id of a product, or null'),
    NULLABLE,
    'Id of the product that they are; null: they are ignored from now on.',
  )
  software!: string | null;

  @OptionalField(IsFlag(), 'Whether the version in use of a favorite may go down.') allow_lower?: boolean;
}

export class MatchDto {
  @OptionalField(IsFlag(), 'Whether the version in use of a favorite may go down.') allow_lower?: boolean;
}

export class AcceptDto {
  @OptionalField(
    IsList({ most: ACCEPTED_AT_MOST, filled: true }),
    IsId('must be ids of products', { each: true }),
    'Ids of their products; without it, all that wait.',
  )
  software?: string[];
}
