import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsOptional, IsString, ValidateNested } from 'class-validator';
import { IsList, IsText, MayBeAbsent } from '../../common/api/validation';
import { DURATION } from '../../config/duration';
import { MAX_ENVIRONMENT } from '../../favorite/deployment/deployment.list';

const MAX_HEADERS = 10;
const MAX_SECRET = 4_096;

export class ProbeHeaderDto {
  @ApiProperty({ example: 'X-Api-Key' })
  @IsText(1, 64)
  name!: string;

  @ApiPropertyOptional({
    description: 'A secret: no answer has it. One that is left out keeps its value, as `token` does.',
    example: '8f14e45fceea167a',
  })
  @MayBeAbsent()
  @IsText(1, MAX_SECRET)
  value?: string;
}

export class WriteProbeDto {
  @ApiProperty({
    description:
      'With `preset` the base address of the program, otherwise the address of the answer that has the version.',
    example: 'https://git.example.org',
  })
  @IsText(1, 2048)
  address!: string;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    description: 'One of `GET /probe-preset`: it knows where the version stands.',
    example: 'gitea',
  })
  @IsOptional()
  @IsText(1, 64)
  preset?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    description:
      'For the header of the preset. A secret: no answer has it. Left out, it keeps its value while preset and origin of the address stay the same; null removes it.',
    example: '8f14e45fceea167a',
  })
  @IsOptional()
  @IsText(1, MAX_SECRET)
  token?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    description: 'A JSONPath (RFC 9535) that leads to the version in an answer of JSON.',
    example: '$.version',
  })
  @IsOptional()
  @IsText(1, 255)
  json_path?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    description:
      'A regular expression (RE2) whose only group captures the version: in the text at `json_path`, in `header`, or in the whole answer.',
    example: 'Version ([0-9.]+)',
  })
  @IsOptional()
  @IsText(1, 255)
  pattern?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    description: 'The header of the answer that has the version.',
    example: 'X-Jenkins',
  })
  @IsOptional()
  @IsText(1, 64)
  header?: string | null;

  @ApiPropertyOptional({
    type: [ProbeHeaderDto],
    description: 'Headers of the request. Left out, they stay while preset and origin of the address stay the same.',
  })
  @MayBeAbsent()
  @IsList({ most: MAX_HEADERS })
  @ValidateNested({ each: true })
  @Type(() => ProbeHeaderDto)
  headers?: ProbeHeaderDto[];

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    pattern: DURATION.source,
    description: 'Time between two times of asking, 5m to 1d; null or left out: 15m.',
    example: '1h',
  })
  @IsOptional()
  @IsString({ message: 'must be text' })
  interval?: string | null;
}

const PROBE_STATES = ['off', 'new', 'ok', 'failing'] as const;

export class ProbeResponse {
  @ApiProperty({ example: 'prod' })
  environment!: string;

  @ApiProperty({ example: 'https://git.example.org' })
  address!: string;

  @ApiProperty({ type: String, nullable: true, example: 'gitea' })
  preset!: string | null;

  @ApiProperty({ type: String, nullable: true })
  json_path!: string | null;

  @ApiProperty({ type: String, nullable: true })
  pattern!: string | null;

  @ApiProperty({ type: String, nullable: true })
  header!: string | null;

  @ApiProperty({
    type: [String],
    description: 'Names of the headers of the request, with that of the token.',
    example: ['Authorization'],
  })
  headers!: string[];

  @ApiProperty({ example: '15m' })
  interval!: string;

  @ApiProperty({
    enum: [...PROBE_STATES],
    description:
      '`new`: not asked yet; `ok`: the last answer was a version; `failing`: it was none, or there was no answer: the version in use stays; `off`: nothing is asked (`SOURCES`).',
  })
  state!: (typeof PROBE_STATES)[number];

  @ApiProperty({ type: String, nullable: true, example: '1.25.3', description: 'The last version that it answered.' })
  version!: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'Why the last answer was no version; null when it was.' })
  message!: string | null;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Times in a row.', example: 0 })
  failures!: number;

  @ApiProperty({ type: String, nullable: true, format: 'date-time', description: 'The first of these times.' })
  failing_since!: string | null;

  @ApiProperty({ type: String, nullable: true, format: 'date-time', description: 'When it was asked last.' })
  asked_at!: string | null;

  @ApiProperty({ type: String, nullable: true, format: 'date-time', description: 'When it answered a version last.' })
  answered_at!: string | null;

  @ApiProperty({ type: String, nullable: true, format: 'date-time', description: 'null while it is `off`.' })
  next_at!: string | null;
}

export class ProbeTestResponse {
  @ApiProperty({ type: String, nullable: true, example: '1.25.3', description: 'What stands there; null: no version.' })
  answer!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    example: 'v1.25.3',
    description: 'The version that it would become, as the product writes it; null: none of this product.',
  })
  version!: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'Why there is no version; null when there is one.' })
  message!: string | null;
}

export class ProbePresetResponse {
  @ApiProperty({ example: 'gitea' })
  key!: string;

  @ApiProperty({ description: 'The name of the program.', example: 'Gitea' })
  title!: string;

  @ApiProperty({ type: [String], description: 'Other names that products have.', example: [] })
  names!: string[];

  @ApiProperty({ description: 'What is asked below the base address.', example: '/api/v1/version' })
  path!: string;

  @ApiProperty({
    enum: ['none', 'optional', 'required'],
    description: 'Whether the program wants a token for that.',
  })
  token!: 'none' | 'optional' | 'required';

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'What the token is, or where to get it.',
    example: 'Settings › Applications › Access tokens',
  })
  token_hint!: string | null;

  @ApiProperty({
    format: 'uri',
    description: 'The documentation of the program.',
    example: 'https://docs.gitea.com/development/api-usage',
  })
  docs!: string;
}

const MAX_IMPORT = 200_000;

export class ImportProbesDto {
  @ApiProperty({ description: 'The configuration of Argus.', example: 'service:\n  gitea:\n    latest_version: …' })
  @IsText(1, MAX_IMPORT)
  content!: string;

  @ApiPropertyOptional({ description: 'Where the services run; left out: `prod`.', example: 'prod' })
  @MayBeAbsent()
  @IsText(1, MAX_ENVIRONMENT)
  environment?: string;
}

const IMPORT_STATES = ['set', 'refused', 'unmatched'] as const;

export class ImportedProbeResponse {
  @ApiProperty({ description: 'Of the service, as the file has it.', example: 'gitea' })
  name!: string;

  @ApiProperty({
    enum: [...IMPORT_STATES],
    description:
      '`set`: it is asked from now on; `refused`: it cannot be, or gave no version for a new favorite; `unmatched`: no product, or several, are known by it.',
  })
  state!: (typeof IMPORT_STATES)[number];

  @ApiProperty({ type: String, nullable: true, description: 'Why it was not set.' })
  message!: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'The product.', example: 'Gitea' })
  software!: string | null;

  @ApiProperty({ type: String, nullable: true, format: 'uuid', description: 'Id of the favorite.' })
  favorite!: string | null;
}
