import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { IsText } from '../../../common/api/validation';

/** Origins of release notes. The words are stored and in the API, so they never change. */
export const NOTES_FROM = ['source', 'github', 'gitlab', 'forgejo', 'changelog'] as const;
export type NotesFrom = (typeof NOTES_FROM)[number];

export class WriteNotesSourceDto {
  @ApiProperty({ enum: NOTES_FROM, description: '`source`: with its versions, from its source, or not at all.' })
  @IsText(1, 16)
  from!: string;

  @ApiPropertyOptional({
    type: Object,
    description:
      '`github`: `repository`, `server`. `gitlab`: `project`, `server`. `forgejo`: `server`, `repository`. ' +
      '`changelog`: `url`, `format` (`markdown`, `rst`, `html`, `text`). None for `source`.',
    example: { repository: 'nginx/nginx' },
  })
  @IsOptional()
  settings?: Record<string, unknown> | null;
}

export class NotesSourceResponse {
  @ApiProperty({ enum: NOTES_FROM, nullable: true, description: 'null: nowhere.' })
  from!: NotesFrom | null;

  @ApiProperty({ type: Object, example: { repository: 'nginx/nginx' } })
  settings!: Record<string, unknown>;

  @ApiProperty({ description: 'Somebody has set it; else it follows from source and identifiers.' })
  is_set!: boolean;

  @ApiProperty({ type: String, nullable: true, format: 'date-time', description: 'Not of `source`.' })
  last_attempt!: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'Why notes could not be read.' })
  last_error!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'The earliest next time, if tracked.',
  })
  next_attempt!: string | null;
}
