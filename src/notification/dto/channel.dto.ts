import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsDefined, IsObject } from 'class-validator';
import { IsFlag, IsText, MayBeAbsent } from '../../common/api/validation';

export class CreateChannelDto {
  @ApiProperty({ description: 'A type of `GET /channel-type`.', example: 'email', maxLength: 32 })
  @IsText(1, 32)
  type!: string;

  @ApiProperty({ maxLength: 100, example: 'Team mailbox' })
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

  @ApiPropertyOptional({ default: true, description: "Whether it is among the profile's default channels." })
  @IsFlag()
  is_default?: boolean;

  @ApiPropertyOptional({ default: true })
  @IsFlag()
  enabled?: boolean;
}

export class UpdateChannelDto {
  @ApiPropertyOptional({ maxLength: 100 })
  @MayBeAbsent()
  @IsText(1, 100)
  name?: string;

  @ApiPropertyOptional({
    type: Object,
    description: 'Replaces the settings; a secret that is left out, or comes back masked, keeps its value.',
  })
  @MayBeAbsent()
  @IsObject({ message: 'must be an object' })
  settings?: Record<string, unknown>;

  @ApiPropertyOptional()
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

  @ApiProperty({ type: Object, description: 'JSON Schema of the settings; secrets are `writeOnly`.' })
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

  @ApiProperty({ description: 'Milliseconds.' })
  duration!: number;
}
