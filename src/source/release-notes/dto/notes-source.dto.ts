import { Allow } from 'class-validator';
import { Field, MOMENT, NULLABLE, OptionalField } from '../../../api/endpoint/field';
import { IsText } from '../../../api/endpoint/validation';

/** Origins of release notes. The words are stored and in the API, so they never change. */
export const NOTES_FROM = ['source', 'github', 'gitlab', 'forgejo', 'changelog'] as const;
export type NotesFrom = (typeof NOTES_FROM)[number];

export class WriteNotesSourceDto {
  @Field(IsText(1, 16), { enum: NOTES_FROM }, '`source`: with its versions, from its source, or not at all.')
  from!: string;

  @OptionalField(
    Allow(),
    '`github`: `repository`, `server`. `gitlab`: `project`, `server`. `forgejo`: `server`, `repository`. ' +
      '`changelog`: `url`, `format` (`markdown`, `rst`, `html`, `text`). None for `source`.',
    { example: { repository: 'nginx/nginx' } },
  )
  settings?: Record<string, unknown> | null;
}

export class NotesSourceResponse {
  @Field(NULLABLE, { enum: NOTES_FROM }, 'null: nowhere.') from!: NotesFrom | null;
  @Field({ example: { repository: 'nginx/nginx' } }) settings!: Record<string, unknown>;
  @Field('Somebody has set it; else it follows from source and identifiers.') is_set!: boolean;
  @Field(MOMENT, NULLABLE, 'Not of `source`.') last_attempt!: string | null;
  @Field(NULLABLE, 'Why notes could not be read.') last_error!: string | null;
  @Field(MOMENT, NULLABLE, 'The earliest next time, if tracked.') next_attempt!: string | null;
}
