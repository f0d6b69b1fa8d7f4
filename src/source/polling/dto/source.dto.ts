import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsDefined, IsOptional, IsString } from 'class-validator';
import { IsText } from '../../../common/api/validation';
import { DURATION } from '../../../config/duration';

export class WriteSourceDto {
  @ApiProperty({ description: 'One of `GET /source-type`.', example: 'github-releases' })
  @IsText(1, 32)
  type!: string;

  @ApiProperty({
    type: Object,
    description:
      'By the JSON Schema of the type. A secret that is left out keeps its value while the type and all addresses stay the same.',
    example: { repository: 'nginx/nginx' },
  })
  @IsDefined({ message: 'is required' })
  settings!: Record<string, unknown>;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    pattern: DURATION.source,
    description: 'Time between two polls, 10m to 1d; null or left out: by the age of the last release, up to a day.',
    example: '6h',
  })
  @IsOptional()
  @IsString({ message: 'must be text' })
  interval?: string | null;
}

/** What the last polls brought. */
export class SourceHealth {
  @ApiProperty({
    enum: ['off', 'resting', 'new', 'ok', 'failing'],
    description:
      '`off`: polling is disabled (`SOURCES`); `resting`: nobody tracks the product (`SOURCES=tracked`); `new`: not polled yet.',
  })
  state!: 'off' | 'resting' | 'new' | 'ok' | 'failing';

  @ApiProperty({ type: String, nullable: true, format: 'date-time' })
  last_attempt!: string | null;

  @ApiProperty({ type: String, nullable: true, format: 'date-time' })
  last_success!: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'Why the last poll brought no answer; null when it did.' })
  last_error!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'Why not all releases were read, such as too many pages. What was not read does not count as withdrawn.',
    example: 'Only the first 1400 entries of the list were read',
  })
  notice!: string | null;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Polls that failed in a row.', example: 0 })
  failures!: number;

  @ApiProperty({ type: String, nullable: true, format: 'date-time', description: 'When the first of them failed.' })
  failing_since!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description:
      'The earliest time of the next poll, pauses of its host included; null while it is `off` or `resting`.',
  })
  next_attempt!: string | null;
}

export class SourceResponse extends SourceHealth {
  @ApiProperty({ example: 'github-releases' })
  type!: string;

  @ApiProperty({ type: Object, description: 'Secrets are masked.', example: { repository: 'nginx/nginx' } })
  settings!: Record<string, unknown>;

  @ApiProperty({ type: String, nullable: true, description: 'null: by the age of the last release.' })
  interval!: string | null;
}
