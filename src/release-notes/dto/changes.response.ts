import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import type { NoteBlock } from 'release-text';

const BLOCKS = ['heading', 'paragraph', 'list', 'code', 'quote', 'rule', 'table'] as const;
const INLINES = ['strong', 'em', 'del', 'code', 'link', 'break'] as const;

const inlines = { type: 'array', items: { oneOf: [{ type: 'string' }, { $ref: '#/components/schemas/NoteInline' }] } };
const blocks = { type: 'array', items: { $ref: '#/components/schemas/NoteBlock' } };
const cells = { type: 'array', items: inlines };

/** For the description of the API. */
export class NoteInline {
  @ApiProperty({ enum: INLINES })
  type!: string;

  @ApiProperty({ ...inlines, required: false, description: 'Of all but `code` and `break`.' } as object)
  children?: unknown[];

  @ApiProperty({ type: String, required: false, description: 'Of `code`.' })
  text?: string;

  @ApiProperty({ type: String, required: false, format: 'uri', description: 'Of `link`: http or https.' })
  url?: string;
}

/** For the description of the API. */
@ApiExtraModels(NoteInline)
class NoteBlockResponse {
  @ApiProperty({ enum: BLOCKS })
  type!: string;

  @ApiProperty({ type: 'integer', minimum: 1, maximum: 6, required: false, description: 'Of `heading`.' })
  level?: number;

  @ApiProperty({
    type: 'array',
    items: {
      oneOf: [...inlines.items.oneOf, blocks.items],
    },
    required: false,
    description: 'Of `heading` and `paragraph` inlines, of `quote` blocks.',
  } as object)
  children?: unknown[];

  @ApiProperty({ type: Boolean, required: false, description: 'Of `list`.' })
  ordered?: boolean;

  @ApiProperty({ type: 'integer', minimum: 0, required: false, description: 'Of an ordered `list`: its first number.' })
  start?: number;

  @ApiProperty({ type: 'array', items: blocks, required: false, description: 'Of `list`.' } as object)
  items?: unknown[];

  @ApiProperty({ type: String, required: false, description: 'Of `code`.' })
  text?: string;

  @ApiProperty({ type: String, required: false, description: 'Of `code`.' })
  language?: string;

  @ApiProperty({ ...cells, required: false, description: 'Of `table`.' } as object)
  header?: unknown[];

  @ApiProperty({ type: 'array', items: cells, required: false, description: 'Of `table`.' } as object)
  rows?: unknown[];
}
Object.defineProperty(NoteBlockResponse, 'name', { value: 'NoteBlock' });

export class NotesSecurity {
  @ApiProperty({ type: [String], description: 'CVE and GHSA ids.', example: ['CVE-2026-42533'] })
  ids!: string[];

  @ApiProperty({ description: 'The words speak of security.' })
  mentions!: boolean;
}

@ApiExtraModels(NoteBlockResponse)
export class ChangedVersionResponse {
  @ApiProperty({ format: 'uuid' })
  id!: string;

  @ApiProperty({ example: '1.12' })
  version!: string;

  @ApiProperty({ format: 'date-time' })
  created_at!: string;

  @ApiProperty()
  prerelease!: boolean;

  @ApiProperty({ type: String, nullable: true, format: 'uri', description: 'Where their authors show the notes.' })
  url!: string | null;

  @ApiProperty({
    oneOf: [{ type: 'string' }, { type: 'array', items: { $ref: getSchemaPath('NoteBlock') } }],
    nullable: true,
    description: 'In the `format` asked for; null = there are none. No images, no scripts; links lead to http(s) only.',
    example: '- Faster start',
  })
  notes!: string | NoteBlock[] | null;

  @ApiProperty({
    type: [String],
    description: 'What the notes call a breaking change.',
    example: ['The configuration moved'],
  })
  breaking!: string[];

  @ApiProperty({ type: NotesSecurity })
  security!: NotesSecurity;

  @ApiProperty({ description: 'The notes are longer.' })
  cut!: boolean;
}

export class MoreChanges {
  @ApiProperty({ description: 'For the parameter `cursor`.', example: 'WyItY2hhbmdlcyIsMF0' })
  cursor!: string;

  @ApiProperty({ format: 'uri', description: 'The next page.' })
  url!: string;
}

export class ChangesResponse {
  @ApiProperty({ type: String, nullable: true, description: 'Above this version; null = from the first one.' })
  from!: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'Up to this version; null = to the newest one.' })
  to!: string | null;

  @ApiProperty({ type: [ChangedVersionResponse], description: 'Newest first.' })
  versions!: ChangedVersionResponse[];

  @ApiProperty({ type: 'integer', minimum: 0, description: 'How many of them have no notes.' })
  without_notes!: number;

  @ApiProperty({ type: MoreChanges, nullable: true, description: 'Older versions follow; null = these are all.' })
  more!: MoreChanges | null;
}
