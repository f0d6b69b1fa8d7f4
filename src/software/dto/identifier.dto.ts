import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ValidateNested } from 'class-validator';
import {
  IDENTIFIER_ORIGINS,
  IDENTIFIER_TYPES,
  type IdentifierOrigin,
  type IdentifierType,
  MAX_GIVEN_LENGTH,
  MAX_IDENTIFIERS,
} from 'inventory-reader';
import { IsList, IsOneOf, IsText } from '../../common/api/validation';

const TYPE =
  '`purl`: a package URL without a version; `cpe`: `part:vendor:product`; `repology`: a project of Repology; `alias`: any other name, in lower case.';

export class IdentifierResponse {
  @ApiProperty({ enum: IDENTIFIER_TYPES, description: TYPE })
  type!: IdentifierType;

  @ApiProperty({ example: 'pkg:npm/express' })
  value!: string;

  @ApiProperty({
    enum: IDENTIFIER_ORIGINS,
    description:
      'Who says so: `api`, a catalogue `record`, or the `source` of the product, from whose settings it follows. The first of them, if several do.',
  })
  origin!: IdentifierOrigin;
}

export class IdentifiersResponse {
  @ApiProperty({ type: [IdentifierResponse], description: 'In the order of type and value, each value once.' })
  identifiers!: IdentifierResponse[];
}

export class WriteIdentifierDto {
  @ApiProperty({ description: TYPE })
  @IsOneOf(IDENTIFIER_TYPES)
  type!: string;

  @ApiProperty({
    description: 'Stored in canonical form, which has at most 255 characters.',
    example: 'pkg:npm/express',
  })
  @IsText(1, MAX_GIVEN_LENGTH)
  value!: string;
}

export class WriteIdentifiersDto {
  @ApiProperty({ type: [WriteIdentifierDto], description: 'All that the API gives to the product.' })
  @IsList({ most: MAX_IDENTIFIERS })
  @ValidateNested({ each: true, message: 'must be an object' })
  @Type(() => WriteIdentifierDto)
  identifiers!: WriteIdentifierDto[];
}
