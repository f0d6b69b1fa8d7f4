import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsUUID } from 'class-validator';
import { IsFlag, IsText, MayBeAbsent } from '../../common/api/validation';

const NOTES_AT_MOST = 10_000;

class FavoriteSettings {
  @ApiPropertyOptional({
    type: String,
    nullable: true,
    maxLength: NOTES_AT_MOST,
    description: 'Any Unicode; null clears.',
  })
  @IsOptional()
  @IsText(0, NOTES_AT_MOST)
  notes?: string | null;

  @ApiPropertyOptional({ default: true })
  @IsFlag()
  notifications_enabled?: boolean;

  @ApiPropertyOptional({ default: true })
  @IsFlag()
  use_default_notification?: boolean;

  @ApiPropertyOptional({ default: false })
  @IsFlag()
  notify_always?: boolean;
}

export class CreateFavoriteDto extends FavoriteSettings {
  @ApiProperty({ format: 'uuid', description: 'Id of the software.' })
  @IsUUID('all', { message: 'must be a uuid' })
  software!: string;

  @ApiProperty({
    maxLength: 255,
    description: 'The version in use: its id, or its label within the software.',
    example: '142.0.1',
  })
  @IsText(1, 255)
  version!: string;
}

export class UpdateFavoriteDto extends FavoriteSettings {
  @ApiPropertyOptional({
    format: 'uuid',
    description: 'Id of the software. Another one empties `skip` of the policy and ends its snooze.',
  })
  @MayBeAbsent()
  @IsUUID('all', { message: 'must be a uuid' })
  software?: string;

  @ApiPropertyOptional({ maxLength: 255, description: 'The version in use: its id, or its label within the software.' })
  @MayBeAbsent()
  @IsText(1, 255)
  version?: string;
}
