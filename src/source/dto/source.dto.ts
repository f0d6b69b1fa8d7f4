import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsDefined, IsOptional, IsString } from 'class-validator';
import { IsText } from '../../common/api/validation';
import { DURATION } from '../../config/duration';

export class WriteSourceDto {
  @ApiProperty({ description: 'One of `GET /source-type`.', example: 'github-releases' })
  @IsText(1, 32)
  type!: string;

  @ApiProperty({
    type: Object,
    description:
      'As the JSON Schema of the type says. A secret that is left out keeps its value while type and host stay the same.',
    example: { repository: 'nginx/nginx' },
  })
  @IsDefined({ message: 'is required' })
  settings!: Record<string, unknown>;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    pattern: DURATION.source,
    description:
      'Time between two polls, 10m to 1d; null or left out: by how recently the product was released, up to a day.',
    example: '6h',
  })
  @IsOptional()
  @IsString({ message: 'must be text' })
  interval?: string | null;
}

export class SourceResponse {
  @ApiProperty({ example: 'github-releases' })
  type!: string;

  @ApiProperty({ type: Object, description: 'Secrets are masked.', example: { repository: 'nginx/nginx' } })
  settings!: Record<string, unknown>;

  @ApiProperty({ type: String, nullable: true, description: 'null: by how recently the product was released.' })
  interval!: string | null;

  @ApiProperty({
    enum: ['off', 'new', 'ok', 'failing'],
    description: '`off`: the operator lets this service ask no sources (`SOURCES_ENABLED`); `new`: not asked yet.',
  })
  state!: 'off' | 'new' | 'ok' | 'failing';

  @ApiProperty({ type: String, nullable: true, format: 'date-time' })
  last_attempt!: string | null;

  @ApiProperty({ type: String, nullable: true, format: 'date-time' })
  last_success!: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'Why the last poll failed; null when it did not.' })
  last_error!: string | null;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Polls that failed in a row.', example: 0 })
  failures!: number;

  @ApiProperty({ type: String, nullable: true, format: 'date-time', description: 'When the first of them was.' })
  failing_since!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'Not before this; null while sources are off. A host may have asked to be left alone until then.',
  })
  next_attempt!: string | null;
}
