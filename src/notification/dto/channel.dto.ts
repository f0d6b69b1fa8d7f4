import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsDefined, IsObject, IsOptional, Matches, ValidateNested } from 'class-validator';
import { IsFlag, IsOneOf, IsOtherThan, IsText, IsWholeNumber, MayBeAbsent } from '../../common/api/validation';
import { DIGEST_EVERY, QUIET_EXCEPT } from '../digest/timing';

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
const TIME_MESSAGE = { message: 'must be a time such as 22:00' };
const DIGEST =
  "How often it tells what it has, by the clock of the profile's time zone; more than one update is one message.";
const QUIET =
  'When nothing is sent through it; what was held back goes out at the end. Times of the time zone of the profile.';

export class DigestDto {
  @ApiProperty({ example: 'daily' })
  @IsOneOf(DIGEST_EVERY)
  every!: (typeof DIGEST_EVERY)[number];

  @ApiPropertyOptional({ description: 'For `daily` and `weekly`; 9 when left out.', example: 9 })
  @MayBeAbsent()
  @IsWholeNumber(0, 23)
  hour?: number;

  @ApiPropertyOptional({ description: 'For `weekly`; Monday is 1, which it is when left out.', example: 1 })
  @MayBeAbsent()
  @IsWholeNumber(1, 7)
  weekday?: number;
}

export class QuietHoursDto {
  @ApiProperty({ pattern: TIME.source, example: '22:00' })
  @Matches(TIME, TIME_MESSAGE)
  from!: string;

  @ApiProperty({ pattern: TIME.source, example: '07:00', description: 'May be on the next day.' })
  @Matches(TIME, TIME_MESSAGE)
  @IsOtherThan('from')
  to!: string;

  @ApiPropertyOptional({
    description: 'Steps of this kind or larger (major, minor, patch) are sent all the same; `none` when left out.',
    example: 'major',
  })
  @MayBeAbsent()
  @IsOneOf(QUIET_EXCEPT)
  except?: (typeof QUIET_EXCEPT)[number];
}

/** When a channel may be used, as both bodies say it. */
class ChannelTimingDto {
  @ApiPropertyOptional({ type: DigestDto, description: DIGEST })
  @MayBeAbsent()
  @IsObject({ message: 'must be an object' })
  @ValidateNested()
  @Type(() => DigestDto)
  digest?: DigestDto;

  @ApiPropertyOptional({ type: QuietHoursDto, nullable: true, description: QUIET })
  @IsOptional()
  @IsObject({ message: 'must be an object' })
  @ValidateNested()
  @Type(() => QuietHoursDto)
  quiet_hours?: QuietHoursDto | null;
}

export class CreateChannelDto extends ChannelTimingDto {
  @ApiProperty({ description: 'A type of `GET /channel-type`.', example: 'email' })
  @IsText(1, 32)
  type!: string;

  @ApiProperty({ example: 'Team mailbox' })
  @IsText(1, 100)
  name!: string;

  @ApiProperty({
    type: Object,
    description: "The type's own settings: see its JSON Schema.",
    example: { address: 'team@example.org' },
  })
  @IsDefined({ message: 'must be an object' })
  @IsObject({ message: 'must be an object' })
  settings!: Record<string, unknown>;

  @ApiPropertyOptional({ description: "Whether it is among the profile's default channels; true when left out." })
  @IsFlag()
  is_default?: boolean;

  @ApiPropertyOptional({ description: 'Whether anything is sent through it; true when left out.' })
  @IsFlag()
  enabled?: boolean;
}

export class UpdateChannelDto extends ChannelTimingDto {
  @ApiPropertyOptional({ example: 'Team mailbox' })
  @MayBeAbsent()
  @IsText(1, 100)
  name?: string;

  @ApiPropertyOptional({
    type: Object,
    description:
      'Replaces the settings. A secret that is left out, or comes back masked, keeps its value as long as the server stays the same; null takes an optional one away.',
    example: { address: 'team@example.org' },
  })
  @MayBeAbsent()
  @IsObject({ message: 'must be an object' })
  settings?: Record<string, unknown>;

  @ApiPropertyOptional({ description: "Whether it is among the profile's default channels." })
  @IsFlag()
  is_default?: boolean;

  @ApiPropertyOptional({
    description:
      'false cancels what is queued. true also ends a state of `disabled`; one that unsubscribed is asked to confirm again.',
  })
  @IsFlag()
  enabled?: boolean;
}

export const CHANNEL_STATES = ['ok', 'failing', 'unconfirmed', 'disabled'] as const;

export class ChannelResponse {
  @ApiProperty({ format: 'uuid' })
  id!: string;

  @ApiProperty({ example: 'email' })
  type!: string;

  @ApiProperty({ example: 'Team mailbox' })
  name!: string;

  @ApiProperty()
  enabled!: boolean;

  @ApiProperty()
  is_default!: boolean;

  @ApiProperty({ type: DigestDto, description: DIGEST, example: { every: 'daily', hour: 9 } })
  digest!: DigestDto;

  @ApiProperty({
    type: QuietHoursDto,
    nullable: true,
    description: QUIET,
    example: { from: '22:00', to: '07:00', except: 'major' },
  })
  quiet_hours!: QuietHoursDto | null;

  @ApiProperty({
    type: Object,
    description: 'Secrets are masked; one that the service made is shown once, in the answer to create.',
    example: { address: 'team@example.org' },
  })
  settings!: Record<string, unknown>;

  @ApiProperty({
    enum: CHANNEL_STATES,
    description: '`unconfirmed`: nothing is sent until the owner of the address has confirmed it.',
  })
  state!: string;

  @ApiProperty({ type: String, nullable: true, description: 'Why it is failing, unconfirmed or disabled.' })
  state_reason!: string | null;

  @ApiProperty({ format: 'date-time', example: '2026-11-21T08:30:00.000000Z' })
  created_at!: string;

  @ApiProperty({ format: 'date-time', example: '2026-11-21T08:30:00.000000Z' })
  updated_at!: string;
}

export class ChannelTypeResponse {
  @ApiProperty({ example: 'email' })
  type!: string;

  @ApiProperty({ example: 'E-mail' })
  title!: string;

  @ApiProperty({
    type: Object,
    description: 'JSON Schema of the settings; secrets are `writeOnly`.',
    example: {
      type: 'object',
      properties: { address: { type: 'string', format: 'email', maxLength: 254 } },
      required: ['address'],
      additionalProperties: false,
    },
  })
  settings!: Record<string, unknown>;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Why no channel of this type can be made here; null when one can.',
  })
  unavailable!: string | null;
}

export class ChannelTestResponse {
  @ApiProperty({ enum: ['sent', 'failed'] })
  state!: 'sent' | 'failed';

  @ApiProperty({ type: String, nullable: true, description: "The receiver's status or error code." })
  code!: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'What went wrong.' })
  error!: string | null;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description: 'Milliseconds; 0 when the address could not be reached.',
    example: 120,
  })
  duration!: number;
}
