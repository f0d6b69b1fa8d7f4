import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsOptional, IsTimeZone, MaxLength } from 'class-validator';
import { IsFlag, IsMailAddress, MayBeAbsent } from '../../../common/api/validation';

export class UpdateProfileDto {
  @ApiPropertyOptional({ nullable: true, example: 'ada@example.org', description: 'null removes it.' })
  @IsOptional()
  @IsMailAddress()
  email?: string | null;

  @ApiPropertyOptional({ description: 'false: nothing is queued or sent.', example: true })
  @IsFlag()
  notifications_enabled?: boolean;

  @ApiPropertyOptional({
    type: Boolean,
    nullable: true,
    description:
      "Overrides `notify_always` of favorites that use the profile's defaults; null: each favorite's own value.",
  })
  @IsOptional()
  @IsBoolean({ message: 'must be true, false or null' })
  notify_always?: boolean | null;

  @ApiPropertyOptional({ description: 'IANA name.', example: 'Europe/Berlin', maxLength: 64 })
  @MayBeAbsent()
  @IsTimeZone({ message: 'must be an IANA time zone such as Europe/Berlin' })
  @MaxLength(64, { message: 'must be at most 64 characters' })
  time_zone?: string;

  @ApiPropertyOptional({
    description: 'Whether the favorites are in Home Assistant. Needs a broker (`MQTT_URL`).',
    example: false,
  })
  @IsFlag()
  home_assistant?: boolean;
}

/** Fields that are left out get their defaults. */
export class ReplaceProfileDto extends UpdateProfileDto {}

export class ProfileResponse {
  @ApiProperty({ example: 'ada' })
  user!: string;

  @ApiProperty({ type: String, nullable: true, format: 'idn-email', example: 'ada@example.org' })
  email!: string | null;

  @ApiProperty({ description: 'false: nothing is queued or sent.' })
  notifications_enabled!: boolean;

  @ApiProperty({
    type: Boolean,
    nullable: true,
    description:
      "Overrides `notify_always` of favorites that use the profile's defaults; null: each favorite's own value.",
  })
  notify_always!: boolean | null;

  @ApiProperty({ example: 'Europe/Berlin' })
  time_zone!: string;

  @ApiProperty({ description: 'Whether the favorites are in Home Assistant.', example: false })
  home_assistant!: boolean;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Why `home_assistant` cannot be switched on: the operator has set no `MQTT_URL`. Null when it can.',
  })
  home_assistant_unavailable!: string | null;

  @ApiProperty({ format: 'date-time', example: '2026-11-21T08:30:00.000000Z' })
  created_at!: string;

  @ApiProperty({ format: 'date-time', example: '2026-11-21T08:30:00.000000Z' })
  updated_at!: string;
}
