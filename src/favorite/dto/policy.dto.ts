import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, IsUUID } from 'class-validator';
import { IsFlag, IsList, IsText, IsWholeNumber, MayBeAbsent } from '../../common/api/validation';

export const SKIPPED_AT_MOST = 200;
const CHANNELS_AT_MOST = 50;
const SKIPPED =
  'Versions that are not offered, each once. The list is emptied when the favorite moves to other software.';
const SNOOZED =
  'Nothing is offered until then. At its end, an update that was told before is told again, once. It ends when the favorite moves to other software.';

export class PolicyResponse {
  @ApiProperty({ description: 'Whether pre-releases are offered too.' })
  include_prereleases!: boolean;

  @ApiProperty({ type: String, nullable: true, description: 'Stay on this series.', example: '16' })
  series!: string | null;

  @ApiProperty({ type: [String], description: SKIPPED, example: ['16.2'] })
  skip!: string[];

  @ApiProperty({ type: String, nullable: true, format: 'date-time', description: SNOOZED })
  snoozed_until!: string | null;

  @ApiProperty({ type: Number, nullable: true, description: 'Days after its release before a version is offered.' })
  minimum_age_days!: number | null;

  @ApiProperty({
    type: [String],
    description: 'Ids of the channels that are used when `use_default_notification` is false.',
  })
  channels!: string[];

  @ApiProperty({
    type: String,
    nullable: true,
    description: "Time between reminders (`notify_always`); null: the service's own.",
    example: '7d',
  })
  remind_every!: string | null;
}

/** What is left out: `PATCH` leaves it, `PUT` sets it to its default. */
export class WritePolicyDto {
  @ApiPropertyOptional({ default: false })
  @IsFlag()
  include_prereleases?: boolean;

  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 64, example: '16' })
  @IsOptional()
  @IsText(1, 64)
  series?: string | null;

  @ApiPropertyOptional({ type: [String], maxItems: SKIPPED_AT_MOST, description: SKIPPED, example: ['16.2'] })
  @MayBeAbsent()
  @IsList({ most: SKIPPED_AT_MOST })
  @IsText(1, 255, { each: true })
  skip?: string[];

  @ApiPropertyOptional({ type: String, nullable: true, format: 'date-time', description: SNOOZED })
  @IsOptional()
  @IsString({ message: 'must be text' })
  snoozed_until?: string | null;

  @ApiPropertyOptional({ type: Number, nullable: true, minimum: 0, maximum: 3_650 })
  @IsOptional()
  @IsWholeNumber(0, 3_650)
  minimum_age_days?: number | null;

  @ApiPropertyOptional({ type: [String], maxItems: CHANNELS_AT_MOST })
  @MayBeAbsent()
  @IsList({ most: CHANNELS_AT_MOST })
  @IsUUID('all', { each: true, message: 'must be ids of channels' })
  channels?: string[];

  @ApiPropertyOptional({ type: String, nullable: true, description: 'A duration such as 12h or 7d, at least 1m.' })
  @IsOptional()
  @IsString({ message: 'must be text' })
  remind_every?: string | null;
}
