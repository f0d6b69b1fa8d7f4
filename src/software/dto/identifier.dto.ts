import {
  IDENTIFIER_ORIGINS,
  IDENTIFIER_TYPES,
  type IdentifierOrigin,
  type IdentifierType,
  MAX_GIVEN_LENGTH,
  MAX_IDENTIFIERS,
} from 'inventory-reader';
import { Field } from '../../api/endpoint/field';
import { IsList, IsNested, IsOneOf, IsText } from '../../api/endpoint/validation';

const TYPE =
  '`purl`: a package URL without a version; `cpe`: `part:vendor:product`; `repology`: a project of Repology; `alias`: any other name, in lower case.';

export class IdentifierResponse {
  @Field({ enum: IDENTIFIER_TYPES }, TYPE) type!: IdentifierType;
  @Field({ example: 'pkg:npm/express' }) value!: string;

  @Field(
    { enum: IDENTIFIER_ORIGINS },
    'Who says so: `api`, a catalogue `record`, or the `source` of the product, from whose settings it follows. The first of them, if several do.',
  )
  origin!: IdentifierOrigin;
}

export class IdentifiersResponse {
  @Field([IdentifierResponse], 'In the order of type and value, each value once.') identifiers!: IdentifierResponse[];
}

export class WriteIdentifierDto {
  @Field(IsOneOf(IDENTIFIER_TYPES), TYPE) type!: string;

  @Field(IsText(1, MAX_GIVEN_LENGTH), 'Stored in canonical form, which has at most 255 characters.', {
    example: 'pkg:npm/express',
  })
  value!: string;
}

export class WriteIdentifiersDto {
  @Field(
    IsList({ most: MAX_IDENTIFIERS }),
    IsNested(WriteIdentifierDto, { each: true, message: 'must be an object' }),
    'All that the API gives to the product.',
  )
  identifiers!: WriteIdentifierDto[];
}
