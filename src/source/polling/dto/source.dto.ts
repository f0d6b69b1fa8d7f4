import { IsDefined } from 'class-validator';
import { COUNT, Field, MOMENT, NULLABLE, OptionalField } from '../../../api/endpoint/field';
import { IsAnyText, IsText } from '../../../api/endpoint/validation';
import { DURATION } from '../../../config/duration';

export class WriteSourceDto {
  @Field(IsText(1, 32), 'One of `GET /source-type`.', { example: 'github-releases' }) type!: string;

  @Field(
    IsDefined({ message: 'is required' }),
    'By the JSON Schema of the type. A secret that is left out keeps its value while the type and all addresses stay the same.',
    { example: { repository: 'nginx/nginx' } },
  )
  settings!: Record<string, unknown>;

  @OptionalField(
    IsAnyText(),
    NULLABLE,
    { pattern: DURATION.source },
    'Time between two polls, 10m to 1d; null or left out: by the age of the last release, up to a day.',
    { example: '6h' },
  )
  interval?: string | null;
}

/** What the last polls brought. */
export class SourceHealth {
  @Field(
    { enum: ['off', 'resting', 'new', 'ok', 'failing'] },
    '`off`: polling is disabled (`SOURCES`); `resting`: nobody tracks the product (`SOURCES=tracked`); `new`: not polled yet.',
  )
  state!: 'off' | 'resting' | 'new' | 'ok' | 'failing';

  @Field(MOMENT, NULLABLE) last_attempt!: string | null;
  @Field(MOMENT, NULLABLE) last_success!: string | null;
  @Field(NULLABLE, 'Why the last poll brought no answer; null when it did.') last_error!: string | null;

  @Field(
    NULLABLE,
    'Why not all releases were read, such as too many pages. What was not read does not count as withdrawn.',
    { example: 'Only the first 1400 entries of the list were read' },
  )
  notice!: string | null;

  @Field(COUNT, 'Polls that failed in a row.', { example: 0 }) failures!: number;
  @Field(MOMENT, NULLABLE, 'When the first of them failed.') failing_since!: string | null;

  @Field(
    MOMENT,
    NULLABLE,
    'The earliest time of the next poll, pauses of its host included; null while it is `off` or `resting`.',
  )
  next_attempt!: string | null;
}

export class SourceResponse extends SourceHealth {
  @Field({ example: 'github-releases' }) type!: string;
  @Field('Secrets are masked.', { example: { repository: 'nginx/nginx' } }) settings!: Record<string, unknown>;
  @Field(NULLABLE, 'null: by the age of the last release.') interval!: string | null;
}
