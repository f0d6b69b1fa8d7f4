import { ApiProperty } from '@nestjs/swagger';
import { InventoryResponse, NamedSoftware } from './inventory.dto';

/** Entries of a list; the counts are whole. */
export const LISTED_AT_MOST = 1_000;

export class ContentCounts {
  @ApiProperty({ type: 'integer', minimum: 0 })
  added!: number;

  @ApiProperty({ type: 'integer', minimum: 0 })
  moved!: number;

  @ApiProperty({ type: 'integer', minimum: 0 })
  removed!: number;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Favorites whose version in use goes down.' })
  lowered!: number;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Favorites that keep a higher version.' })
  kept!: number;

  @ApiProperty({ type: 'integer', minimum: 0 })
  unchanged!: number;

  @ApiProperty({ type: 'integer', minimum: 0 })
  unmatched!: number;

  @ApiProperty({ type: 'integer', minimum: 0 })
  ambiguous!: number;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'By your decision.' })
  ignored!: number;

  @ApiProperty({ type: 'integer', minimum: 0 })
  rejected!: number;

  @ApiProperty({ type: 'integer', minimum: 0 })
  created!: number;
}

export class ReadComponent {
  @ApiProperty({ description: 'As the file has it.', example: 'library/nginx' })
  name!: string;

  @ApiProperty({ type: String, nullable: true })
  purl!: string | null;

  @ApiProperty({ type: String, nullable: true, example: '1.30.1' })
  version!: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'Its place in the file.' })
  where!: string | null;
}

export class ContentEntry extends ReadComponent {
  @ApiProperty({ type: NamedSoftware, nullable: true })
  software!: NamedSoftware | null;

  @ApiProperty({ type: String, nullable: true, format: 'uuid', description: 'Id of the favorite that there was.' })
  favorite!: string | null;
}

export class MovedEntry extends ContentEntry {
  @ApiProperty({ example: '1.30.1' })
  from!: string;

  @ApiProperty({ example: '1.30.4' })
  to!: string;
}

export class UnmatchedEntry extends ReadComponent {
  @ApiProperty({
    description: 'Why no product or no version was found.',
    example: 'no product has this name or identifier',
  })
  reason!: string;

  @ApiProperty({ type: NamedSoftware, nullable: true, description: 'A product like it in name.' })
  nearest!: NamedSoftware | null;

  @ApiProperty({ description: 'Whether `nearest` is its product, and only the version is missing.' })
  is_product!: boolean;
}

export class IgnoredEntry extends ReadComponent {
  @ApiProperty({ format: 'uuid', description: 'Id of the decision.' })
  decision!: string;
}

export class AmbiguousEntry extends ReadComponent {
  @ApiProperty({ type: [NamedSoftware], maxItems: 10 })
  candidates!: NamedSoftware[];
}

export class RejectedEntry {
  @ApiProperty({ example: 'line 7' })
  where!: string;

  @ApiProperty({ example: 'it has no name' })
  reason!: string;
}

const LISTED = { maxItems: LISTED_AT_MOST };

export class ContentResponse {
  @ApiProperty({ type: InventoryResponse, nullable: true, description: 'null: a dry run, and there is none yet.' })
  inventory!: InventoryResponse | null;

  @ApiProperty({
    description: 'Of the outcome, for `If-Match`.',
    example: 'b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c',
  })
  digest!: string;

  @ApiProperty({ example: 'docker-compose' })
  format!: string;

  @ApiProperty({
    type: [String],
    maxItems: 20,
    description:
      'What should be known of the file as a whole, such as that it is of a later version than any that is known.',
    example: [
      'It has lockfileVersion 10.0, which is newer than 9, the last one that is known here: what is read may be wrong or lack something.',
    ],
  })
  warnings!: string[];

  @ApiProperty()
  dry_run!: boolean;

  @ApiProperty({
    type: String,
    nullable: true,
    format: 'uuid',
    description: 'For its undo, until the next upload; null: a dry run, or nothing has changed.',
  })
  upload!: string | null;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Components in the scope.' })
  components!: number;

  @ApiProperty({ description: 'Whether more than half would go, for which `allow_shrink` is needed.' })
  shrinks!: boolean;

  @ApiProperty({ description: 'The lists have at most 1,000 entries each; these numbers are whole.' })
  counts!: ContentCounts;

  @ApiProperty({ type: [ContentEntry], ...LISTED })
  added!: ContentEntry[];

  @ApiProperty({ type: [MovedEntry], ...LISTED })
  moved!: MovedEntry[];

  @ApiProperty({ type: [ContentEntry], ...LISTED })
  removed!: ContentEntry[];

  @ApiProperty({
    type: [MovedEntry],
    ...LISTED,
    description:
      'Favorites whose version in use goes down, as `allow_lower` or `lower` says; each with its lowest version in the file.',
  })
  lowered!: MovedEntry[];

  @ApiProperty({
    type: [MovedEntry],
    ...LISTED,
    description:
      'Favorites that keep their version in use: the lower one of the file is recorded, and waits to be accepted.',
  })
  kept!: MovedEntry[];

  @ApiProperty({ type: [UnmatchedEntry], ...LISTED })
  unmatched!: UnmatchedEntry[];

  @ApiProperty({ type: [AmbiguousEntry], ...LISTED })
  ambiguous!: AmbiguousEntry[];

  @ApiProperty({ type: [IgnoredEntry], ...LISTED })
  ignored!: IgnoredEntry[];

  @ApiProperty({ type: [RejectedEntry], ...LISTED })
  rejected!: RejectedEntry[];

  @ApiProperty({ type: [ContentEntry], ...LISTED, description: 'With `create`: components of products that are made.' })
  created!: ContentEntry[];
}
