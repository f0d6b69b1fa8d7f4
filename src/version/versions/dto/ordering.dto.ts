import { MAX_PATTERN, SCHEME_NAMES } from 'version-order';
import { Field, NULLABLE, OptionalField } from '../../../api/endpoint/field';
import { IsOneOf, IsText } from '../../../api/endpoint/validation';
import { ORDERING_NAMES, type OrderingRow } from '../../../software/software.repository';

export class OrderingResponse {
  @Field({ enum: SCHEME_NAMES, example: 'generic' }) scheme!: string;
  @Field(NULLABLE, 'The order of the fields, for the scheme `calver`.') calver_pattern!: string | null;

  @Field(
    NULLABLE,
    'RE2 with one group, which captures the version in a label. Labels that it does not match are left out.',
    { example: '^[vV]?(\\d{1,3}(?:\\.\\d+)+)$' },
  )
  tag_pattern!: string | null;

  @Field(NULLABLE, 'RE2: labels that it matches are left out.') ignore_pattern!: string | null;
  @Field(NULLABLE, 'RE2: labels that it matches are pre-releases.') prerelease_pattern!: string | null;
}

export class WriteOrderingDto {
  @OptionalField(IsOneOf(SCHEME_NAMES), 'How versions are compared.', { example: 'semver' }) scheme?: string;

  @OptionalField(IsText(1, MAX_PATTERN), NULLABLE, 'The order of the fields, for the scheme `calver`; null: none.')
  calver_pattern?: string | null;

  @OptionalField(
    IsText(1, MAX_PATTERN),
    NULLABLE,
    'RE2 with one group, which captures the version in a label; null: the label is the version.',
    { example: '^v([0-9.]+)$' },
  )
  tag_pattern?: string | null;

  @OptionalField(IsText(1, MAX_PATTERN), NULLABLE, 'RE2: labels that it matches are left out; null: none.')
  ignore_pattern?: string | null;

  @OptionalField(IsText(1, MAX_PATTERN), NULLABLE, 'RE2: labels that it matches are pre-releases; null: none.')
  prerelease_pattern?: string | null;
}

export const toOrderingResponse = (row: OrderingRow) =>
  Object.fromEntries(ORDERING_NAMES.map((name) => [name, row[name]])) as unknown as OrderingResponse;
