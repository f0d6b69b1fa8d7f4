import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsDefined, IsObject, IsOptional, Matches, ValidateNested } from 'class-validator';
import { IsFlag, IsOneOf, IsOtherThan, IsText, IsWholeNumber, MayBeAbsent } from '../../../common/api/validation';
import { toApiTimestamp } from '../../../common/time/utc-timestamp';
import type { ChannelRow } from '../../channel-state/channel.repository';
import { DIGEST_EVERY, QUIET_EXCEPT, readDigest, readQuietHours } from '../../delivery/digest/timing';
import { NOTES_IN_MESSAGES, type NotesInMessages } from '../../rendering/notes-words';

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
const TIME_MESSAGE = { message: 'must be a time such as 22:00' };
const DIGEST =
  "How often messages are sent, in the profile's time zone. Several updates are combined into one message.";
const QUIET = "When nothing is sent; messages held back are sent at the end. Times are in the profile's time zone.";

export class DigestDto {
  @ApiProperty({ example: 'daily' })
  @IsOneOf(DIGEST_EVERY)
  every!: (typeof DIGEST_EVERY)[number];

  @ApiPropertyOptional({ description: 'For `daily` and `weekly`; default 9.', example: 9 })
  @MayBeAbsent()
  @IsWholeNumber(0, 23)
  hour?: number;

  @ApiPropertyOptional({ description: 'For `weekly`; from 1 (Monday, the default) to 7.', example: 1 })
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
    description:
      'Steps of this kind or larger (major, minor, patch) are sent all the same; default `none`. `security`: alerts about vulnerabilities, and updates that fix one that is known to be exploited, or critical.',
    example: 'major',
  })
  @MayBeAbsent()
  @IsOneOf(QUIET_EXCEPT)
  except?: (typeof QUIET_EXCEPT)[number];
}

const NOTES =
  '`short`: breaking changes, security advisories and the first items, in 1,200 characters. `full`: in e-mails and webhooks up to 8 KB.';

/** When messages are sent and what they have, in both request bodies. */
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

  @ApiPropertyOptional({ enum: NOTES_IN_MESSAGES, description: `${NOTES} Default \`short\`.` })
  @MayBeAbsent()
  @IsOneOf(NOTES_IN_MESSAGES)
  notes?: NotesInMessages;
}

export class CreateChannelDto extends ChannelTimingDto {
  @ApiProperty({ description: 'One of `GET /channel-type`.', example: 'email' })
  @IsText(1, 32)
  type!: string;

  @ApiProperty({ example: 'Team mailbox' })
  @IsText(1, 100)
  name!: string;

  @ApiProperty({
    type: Object,
    description: 'The settings of the type, see its JSON Schema.',
    example: { address: 'team@example.org' },
  })
  @IsDefined({ message: 'must be an object' })
  @IsObject({ message: 'must be an object' })
  settings!: Record<string, unknown>;

  @ApiPropertyOptional({ description: "Whether it is among the profile's default channels; default true." })
  @IsFlag()
  is_default?: boolean;

  @ApiPropertyOptional({ description: 'Whether messages are sent through it; default true.' })
  @IsFlag()
  enabled?: boolean;
}

export class TestChannelDto {
  @ApiProperty({ description: 'One of `GET /channel-type`.', example: 'ntfy' })
  @IsText(1, 32)
  type!: string;

  @ApiProperty({
    type: Object,
    description: 'The settings of the type, see its JSON Schema. Secrets are given in full.',
    example: { topic: 'updates-7f3a9c' },
  })
  @IsDefined({ message: 'must be an object' })
  @IsObject({ message: 'must be an object' })
  settings!: Record<string, unknown>;
}

export class UpdateChannelDto extends ChannelTimingDto {
  @ApiPropertyOptional({ example: 'Team mailbox' })
  @MayBeAbsent()
  @IsText(1, 100)
  name?: string;

  @ApiPropertyOptional({
    type: Object,
    description:
      'Replaces the settings. A secret that is left out or masked keeps its value as long as the server stays the same; null removes an optional one.',
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
      'false cancels queued deliveries. true also ends the state `disabled`; an address that unsubscribed has to be confirmed again.',
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

  @ApiProperty({ enum: NOTES_IN_MESSAGES, description: 'How much of the release notes messages have.' })
  notes!: string;

  @ApiProperty({
    type: Object,
    description: 'Secrets are masked; a generated one is shown once, in the response that creates or rotates it.',
    example: { address: 'team@example.org' },
  })
  settings!: Record<string, unknown>;

  @ApiProperty({
    enum: CHANNEL_STATES,
    description: '`unconfirmed`: nothing is sent until the owner of the address confirms it.',
  })
  state!: string;

  @ApiProperty({ type: String, nullable: true, description: 'Why it is failing, unconfirmed or disabled.' })
  state_reason!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'Why nothing can be sent through it whatever its state: the operator has not configured what its type needs. Null when it can.',
  })
  unavailable!: string | null;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description:
      'How many different messages in a row the receiver refused for the credentials or the recipient. At three the channel is switched off.',
    example: 0,
  })
  refusals!: number;

  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'When the newest delivery that is kept was accepted; null when there is none.',
  })
  last_sent_at!: string | null;

  @ApiProperty({ format: 'date-time', example: '2026-11-21T08:30:00.000000Z' })
  created_at!: string;

  @ApiProperty({ format: 'date-time', example: '2026-11-21T08:30:00.000000Z' })
  updated_at!: string;
}

/** @param settings with its secrets masked */
export function toChannelResponse(
  row: ChannelRow,
  settings: Record<string, unknown>,
  unavailable: string | null,
): ChannelResponse {
  return {
    id: row.id,
    type: row.type,
    name: row.name,
    enabled: Boolean(row.enabled),
    is_default: Boolean(row.is_default),
    digest: readDigest(row.digest),
    quiet_hours: readQuietHours(row.quiet_hours),
    notes: row.notes,
    settings,
    state: row.state,
    state_reason: row.state_reason,
    unavailable,
    refusals: row.refusals,
    last_sent_at: toApiTimestamp(row.last_sent_at ?? null),
    created_at: toApiTimestamp(row.created_at),
    updated_at: toApiTimestamp(row.updated_at),
  };
}

export class ChannelDayResponse {
  @ApiProperty({
    format: 'date',
    description: 'In UTC: the day on which these deliveries ended.',
    example: '2026-11-21',
  })
  day!: string;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Accepted at the first attempt.', example: 12 })
  sent!: number;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Accepted after one or more retries.', example: 1 })
  retried!: number;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Refused, or given up.', example: 0 })
  failed!: number;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Too old before they could be sent.', example: 0 })
  expired!: number;
}

export class ChannelTestResponse {
  @ApiProperty({ enum: ['sent', 'failed'] })
  state!: 'sent' | 'failed';

  @ApiProperty({ type: String, nullable: true, description: 'The status or error code of the receiver.' })
  code!: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'What went wrong.' })
  error!: string | null;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description: 'In milliseconds; 0 when the address could not be reached.',
    example: 120,
  })
  duration!: number;
}
