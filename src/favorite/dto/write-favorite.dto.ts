import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { IsFlag, IsId, IsList, IsText, MayBeAbsent } from '../../common/api/validation';
import { TAGS } from '../tag/tag.dto';
import { MAX_TAG, TAGS_AT_MOST } from '../tag/tag-name';

const NOTES_AT_MOST = 10_000;

const VERSION =
  "The version in use: its id, or its label within the product. A label that the catalogue does not know is kept as the caller's own version.";

/** The fields of both bodies. Without `default`: see "openapi.json" in CONTRIBUTING.md. */
export class FavoriteSettings {
  @ApiPropertyOptional({ nullable: true, description: 'Any Unicode; null clears.', example: 'Production servers' })
  @IsOptional()
  @IsText(0, NOTES_AT_MOST)
  notes?: string | null;

  @ApiPropertyOptional({ type: [String], description: `${TAGS} All of them: others go.`, example: ['production'] })
  @MayBeAbsent()
  @IsList({ most: TAGS_AT_MOST })
  @IsText(1, MAX_TAG, { each: true })
  tags?: string[];

  @ApiPropertyOptional({
    description: 'Whether notifications are queued and sent for this favorite. Default for a new favorite: true.',
    example: true,
  })
  @IsFlag()
  notifications_enabled?: boolean;

  @ApiPropertyOptional({
    description: "Whether the profile's channels and its `notify_always` apply. Default for a new favorite: true.",
    example: true,
  })
  @IsFlag()
  use_default_notification?: boolean;

  @ApiPropertyOptional({
    description: 'Whether reminders are sent while an update is outstanding. Default for a new favorite: false.',
    example: false,
  })
  @IsFlag()
  notify_always?: boolean;
}

export class CreateFavoriteDto extends FavoriteSettings {
  @ApiProperty({ description: 'Id of the product.' })
  @IsId('must be a uuid')
  software!: string;

  @ApiProperty({
    description: VERSION,
    example: '142.0.1',
  })
  @IsText(1, 255)
  version!: string;
}

/** The body of `POST`, of which the address names the product. */
export class ReplaceFavoriteDto extends FavoriteSettings {
  @ApiPropertyOptional({ description: 'Id of the product: that of the address.' })
  @MayBeAbsent()
  @IsId('must be a uuid')
  software?: string;

  @ApiProperty({ description: VERSION, example: '142.0.1' })
  @IsText(1, 255)
  version!: string;
}

export class UpdateFavoriteDto extends FavoriteSettings {
  @ApiPropertyOptional({
    description: 'Id of the product. Another product clears `skip` of the policy and ends its snooze.',
  })
  @MayBeAbsent()
  @IsId('must be a uuid')
  software?: string;

  @ApiPropertyOptional({
    description: VERSION,
    example: '143.0.1',
  })
  @MayBeAbsent()
  @IsText(1, 255)
  version?: string;
}
