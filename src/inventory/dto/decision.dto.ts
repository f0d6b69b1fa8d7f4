import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ValidateIf, ValidateNested } from 'class-validator';
import { IsFlag, IsId, IsList, IsText, MayBeAbsent } from '../../common/api/validation';

/** Components of one request. */
export const DECIDED_AT_MOST = 200;
/** Products that one request accepts the versions of. */
const ACCEPTED_AT_MOST = 200;
/** As long as the readers of files accept. */
const MAX_PURL = 4_096;

export class DecidedComponent {
  @ApiProperty({ description: 'As the list of unknown components has it.', example: 'ghcr.io/acme/api' })
  @IsText(1, 255)
  name!: string;

  @ApiProperty({ type: String, nullable: true, description: 'As the list has it.', example: 'pkg:docker/acme/api@1.0' })
  @ValidateIf((_object, value) => value !== null)
  @IsText(1, MAX_PURL)
  purl!: string | null;
}

export class DecideDto {
  @ApiProperty({ type: [DecidedComponent] })
  @IsList({ most: DECIDED_AT_MOST, filled: true })
  @ValidateNested({ each: true })
  @Type(() => DecidedComponent)
  components!: DecidedComponent[];

  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description: 'Id of the product that they are; null: they are ignored from now on.',
  })
  @ValidateIf((_object, value) => value !== null)
  @IsId('must be the id of a product, or null')
  software!: string | null;

  @ApiPropertyOptional({ description: 'Whether the version in use of a favorite may go down.' })
  @IsFlag()
  allow_lower?: boolean;
}

export class MatchDto {
  @ApiPropertyOptional({ description: 'Whether the version in use of a favorite may go down.' })
  @IsFlag()
  allow_lower?: boolean;
}

export class AcceptDto {
  @ApiPropertyOptional({ type: [String], description: 'Ids of their products; without it, all that wait.' })
  @MayBeAbsent()
  @IsList({ most: ACCEPTED_AT_MOST, filled: true })
  @IsId('must be ids of products', { each: true })
  software?: string[];
}

export class UndoUploadDto {
  @ApiProperty({ format: 'uuid', description: '`upload` of its answer.' })
  @IsId('must be the id of an upload')
  upload!: string;
}
