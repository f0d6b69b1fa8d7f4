import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { IsFlag, IsId, IsText, MayBeAbsent } from '../../common/api/validation';

const NOTES_AT_MOST = 10_000;

/** What both bodies have. No defaults: what an update leaves out stays as it is. */
class FavoriteSettings {
  @ApiPropertyOptional({ nullable: true, description: 'Any Unicode; null clears.', example: 'Production servers' })
  @IsOptional()
  @IsText(0, NOTES_AT_MOST)
  notes?: string | null;

  @ApiPropertyOptional({
    description: 'false: nothing is sent and nothing is queued for this favorite.',
    example: true,
  })
  @IsFlag()
  notifications_enabled?: boolean;

  @ApiPropertyOptional({
    description: "Whether the profile's channels and its `notify_always` apply.",
    example: true,
  })
  @IsFlag()
  use_default_notification?: boolean;

  @ApiPropertyOptional({ description: 'Whether an outstanding update is notified again and again.', example: false })
  @IsFlag()
  notify_always?: boolean;
}

export class CreateFavoriteDto extends FavoriteSettings {
  @ApiProperty({ description: 'Id of the software.' })
  @IsId('must be a uuid')
  software!: string;

  @ApiProperty({
    description: 'The version in use: its id, or its label within the software.',
    example: '142.0.1',
  })
  @IsText(1, 255)
  version!: string;

  @ApiPropertyOptional({ default: true })
  override notifications_enabled?: boolean;

  @ApiPropertyOptional({ default: true })
  override use_default_notification?: boolean;

  @ApiPropertyOptional({ default: false })
  override notify_always?: boolean;
}

export class UpdateFavoriteDto extends FavoriteSettings {
  @ApiPropertyOptional({
    description: 'Id of the software. Another one empties `skip` of the policy and ends its snooze.',
  })
  @MayBeAbsent()
  @IsId('must be a uuid')
  software?: string;

  @ApiPropertyOptional({
    description: 'The version in use: its id, or its label within the software.',
    example: '143.0.1',
  })
  @MayBeAbsent()
  @IsText(1, 255)
  version?: string;
}
