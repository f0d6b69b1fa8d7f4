import { ApiExtraModels, type ApiPropertyOptions, getSchemaPath } from '@nestjs/swagger';
import type { NoteBlock } from 'release-text';
import { COUNT, Field, ID, MOMENT, NULLABLE, OptionalField, URI } from '../../../api/endpoint/field';

const BLOCKS = ['heading', 'paragraph', 'list', 'code', 'quote', 'rule', 'table'] as const;
const INLINES = ['strong', 'em', 'del', 'code', 'link', 'break'] as const;

const listOf = (items: object): ApiPropertyOptions => ({ type: 'array', items });
const inline = [{ type: 'string' }, { $ref: '#/components/schemas/NoteInline' }];
const block = { $ref: '#/components/schemas/NoteBlock' };
const inlines = listOf({ oneOf: inline });
const cells = listOf(inlines);

/** For the description of the API. */
export class NoteInline {
  @Field({ enum: INLINES }) type!: string;
  @OptionalField(inlines, 'Of all but `code` and `break`.') children?: unknown[];
  @OptionalField('Of `code`.') text?: string;
  @OptionalField(URI, 'Of `link`: http or https.') url?: string;
}

/** For the description of the API. */
@ApiExtraModels(NoteInline)
class NoteBlockResponse {
  @Field({ enum: BLOCKS }) type!: string;
  @OptionalField({ type: 'integer', minimum: 1, maximum: 6 }, 'Of `heading`.') level?: number;

  @OptionalField(listOf({ oneOf: [...inline, block] }), 'Of `heading` and `paragraph` inlines, of `quote` blocks.')
  children?: unknown[];

  @OptionalField('Of `list`.') ordered?: boolean;
  @OptionalField(COUNT, 'Of an ordered `list`: its first number.') start?: number;
  @OptionalField(listOf(listOf(block)), 'Of `list`.') items?: unknown[];
  @OptionalField('Of `code`.') text?: string;
  @OptionalField('Of `code`.') language?: string;
  @OptionalField(cells, 'Of `table`.') header?: unknown[];
  @OptionalField(listOf(cells), 'Of `table`.') rows?: unknown[];
}
Object.defineProperty(NoteBlockResponse, 'name', { value: 'NoteBlock' });

export class NotesSecurity {
  @Field([String], 'CVE and GHSA ids.', { example: ['CVE-2026-42533'] }) ids!: string[];
  @Field('The words speak of security.') mentions!: boolean;
}

@ApiExtraModels(NoteBlockResponse)
export class ChangedVersionResponse {
  @Field(ID) id!: string;
  @Field({ example: '1.12' }) version!: string;
  @Field(MOMENT) created_at!: string;
  @Field() prerelease!: boolean;
  @Field(URI, NULLABLE, 'Where their authors show the notes.') url!: string | null;

  @Field(
    NULLABLE,
    { oneOf: [{ type: 'string' }, { type: 'array', items: { $ref: getSchemaPath('NoteBlock') } }] },
    'In the `format` asked for; null = there are none. No images, no scripts; links lead to http(s) only.',
    { example: '- Faster start' },
  )
  notes!: string | NoteBlock[] | null;

  @Field([String], 'What the notes call a breaking change.', { example: ['The configuration moved'] })
  breaking!: string[];

  @Field() security!: NotesSecurity;
  @Field('The notes are longer.') cut!: boolean;
}

export class MoreChanges {
  @Field('For the parameter `cursor`.', { example: 'WyItY2hhbmdlcyIsMF0' }) cursor!: string;
  @Field(URI, 'The next page.') url!: string;
}

export class ChangesResponse {
  @Field(NULLABLE, 'Above this version; null = from the first one.') from!: string | null;
  @Field(NULLABLE, 'Up to this version; null = to the newest one.') to!: string | null;
  @Field([ChangedVersionResponse], 'Newest first.') versions!: ChangedVersionResponse[];
  @Field(COUNT, 'How many of them have no notes.') without_notes!: number;
  @Field(NULLABLE, { type: MoreChanges }, 'Older versions follow; null = these are all.') more!: MoreChanges | null;
}
