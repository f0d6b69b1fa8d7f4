import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsText, MayBeAbsent } from '../../common/api/validation';
import { MAX_TAG, TAGS_AT_MOST } from './tag-name';

/** Of a list of tags in a body. */
export const TAGS =
  `Words of your own, at most ${TAGS_AT_MOST}. Case does not count: one that you have already is shown as you first wrote it. ` +
  'No commas and no control characters.';

export class RenameTagDto {
  @ApiPropertyOptional({ description: 'Without commas and control characters.', example: 'production' })
  @MayBeAbsent()
  @IsText(1, MAX_TAG)
  name?: string;
}

export class TagResponse {
  @ApiProperty({ format: 'uuid' })
  id!: string;

  @ApiProperty({ example: 'production' })
  name!: string;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'How many favorites have it.', example: 12 })
  favorites!: number;
}
