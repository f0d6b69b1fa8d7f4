import type { Moving } from 'inventory-reader';
import { COUNT, Field, ID, NULLABLE, OptionalField } from '../../../api/endpoint/field';
import { NamedSoftware } from '../../../software/dto/named-software';
import { SupportResponse } from '../../../software/dto/support.response';
import { InventoryResponse } from './inventory.dto';

/** Entries of a list; the counts are whole. */
export const LISTED_AT_MOST = 1_000;

export class ContentCounts {
  @Field(COUNT) added!: number;
  @Field(COUNT) moved!: number;
  @Field(COUNT) removed!: number;
  @Field(COUNT, 'Favorites whose version in use goes down.') lowered!: number;
  @Field(COUNT, 'Favorites that keep a higher version.') kept!: number;
  @Field(COUNT) unchanged!: number;
  @Field(COUNT) unmatched!: number;
  @Field(COUNT) ambiguous!: number;
  @Field(COUNT, 'By your decision, or by a label of another tracker.') ignored!: number;
  @Field(COUNT) rejected!: number;
  @Field(COUNT) created!: number;
}

export class LabelPolicyResponse {
  @Field([String], { maxItems: 1_000, example: ['wud.tag.include'] }, 'Empty: it is from the tag.') labels!: string[];
  @Field() include_prereleases!: boolean;
  @Field(NULLABLE, { example: '16' }) series!: string | null;
  @Field(NULLABLE, { type: 'integer', minimum: 1 }, { example: 3 }) minimum_age_days!: number | null;
}

export class ReadComponent {
  @Field('As the file has it.', { example: 'library/nginx' }) name!: string;
  @Field(NULLABLE) purl!: string | null;
  @Field(NULLABLE, { example: '1.30.1' }) version!: string | null;
  @Field(NULLABLE, 'Its place in the file.') where!: string | null;

  @OptionalField(
    { enum: ['label', 'variable', 'digest', 'none'] },
    'Of an image whose tag does not say its version: what does. `none`: nothing does, and it counts as a version of what its tag leads to.',
  )
  version_from?: Moving['from'];

  @OptionalField(NULLABLE, { type: String }, 'With `version_from`: the tag; null: it is named by its digest.', {
    example: 'latest',
  })
  tag?: string | null;

  @OptionalField('Of the image that runs, where the file says it.', {
    example: 'sha256:b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c',
  })
  digest?: string;

  @OptionalField(
    'What labels of another tracker say of its versions: the policy of the favorite, if one is made for it.',
  )
  policy?: LabelPolicyResponse;
}

/** Versions about which a dry run says what matters. */
export const FACTS_AT_MOST = 200;

export class VersionFacts {
  @Field(NULLABLE, 'The newest version, if it is an update.', { example: '13.1.0' }) available!: string | null;
  @Field(COUNT, 'Known vulnerabilities of the version.') vulnerabilities!: number;
  @Field(COUNT, 'Critical ones of them.') critical!: number;
  @Field(NULLABLE, { type: SupportResponse }, 'null: nobody says until when.') support!: SupportResponse | null;
}

export class ContentEntry extends ReadComponent {
  @Field(NULLABLE, { type: NamedSoftware }) software!: NamedSoftware | null;
  @Field(ID, NULLABLE, 'Id of the favorite that there was.') favorite!: string | null;

  @OptionalField(`Only of the first ${FACTS_AT_MOST} that a dry run adds: what matters about the version.`)
  facts?: VersionFacts;
}

export class MovedEntry extends ContentEntry {
  @Field({ example: '1.30.1' }) from!: string;
  @Field({ example: '1.30.4' }) to!: string;
}

export class UnmatchedEntry extends ReadComponent {
  @Field('Why no product or no version was found.', { example: 'no product has this name or identifier' })
  reason!: string;

  @Field(
    NULLABLE,
    { type: NamedSoftware },
    'A product like it in name. An upload looks for it only with `dry_run` or `hints`.',
  )
  nearest!: NamedSoftware | null;
  @Field('Whether `nearest` is its product, and only the version is missing.') is_product!: boolean;
}

export class IgnoredEntry extends ReadComponent {
  @Field(ID, NULLABLE, 'Id of the decision; null: a label says so.') decision!: string | null;
  @Field(NULLABLE, 'What says so without a decision.', { example: 'wud.watch=false' }) label!: string | null;
}

export class AmbiguousEntry extends ReadComponent {
  @Field([NamedSoftware], { maxItems: 10 }) candidates!: NamedSoftware[];
}

export class RejectedEntry {
  @Field({ example: 'line 7' }) where!: string;
  @Field({ example: 'it has no name' }) reason!: string;
}

const LISTED = { maxItems: LISTED_AT_MOST };

export class ContentResponse {
  @Field(NULLABLE, { type: InventoryResponse }, 'null: a dry run, and there is none yet.')
  inventory!: InventoryResponse | null;

  @Field('Of the outcome, for `If-Match`.', {
    example: 'b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c',
  })
  digest!: string;

  @Field({ example: 'docker-compose' }) format!: string;

  @Field(
    [String],
    { maxItems: 20 },
    'What should be known of the file as a whole, such as that it is of a later version than any that is known.',
    {
      example: [
        'It has lockfileVersion 10.0, which is newer than 9, the last one that is known here: what is read may be wrong or lack something.',
      ],
    },
  )
  warnings!: string[];

  @Field() dry_run!: boolean;

  @Field(
    'The same as the last upload, and nothing has changed on which its outcome depends: it was not looked at again. The lists are empty, the numbers those ' +
      'of last time; `dry_run` has all.',
  )
  unchanged!: boolean;

  @Field(ID, NULLABLE, 'Its entry in the history; null: a dry run, or nothing has changed.')
  upload!: string | null;

  @Field(COUNT, 'Components in the scope.') components!: number;
  @Field('Whether more than half would go, for which `allow_shrink` is needed.') shrinks!: boolean;
  @Field('The lists have at most 1,000 entries each; these numbers are whole.') counts!: ContentCounts;
  @Field([ContentEntry], LISTED) added!: ContentEntry[];
  @Field([MovedEntry], LISTED) moved!: MovedEntry[];
  @Field([ContentEntry], LISTED) removed!: ContentEntry[];

  @Field(
    [MovedEntry],
    LISTED,
    'Favorites whose version in use goes down, as `allow_lower` or `lower` says; each with its lowest version in the file.',
  )
  lowered!: MovedEntry[];

  @Field(
    [MovedEntry],
    LISTED,
    'Favorites that keep their version in use: the lower one of the file is recorded, and waits to be accepted.',
  )
  kept!: MovedEntry[];

  @Field([UnmatchedEntry], LISTED) unmatched!: UnmatchedEntry[];
  @Field([AmbiguousEntry], LISTED) ambiguous!: AmbiguousEntry[];
  @Field([IgnoredEntry], LISTED) ignored!: IgnoredEntry[];
  @Field([RejectedEntry], LISTED) rejected!: RejectedEntry[];
  @Field([ContentEntry], LISTED, 'With `create`: components of products that are made.') created!: ContentEntry[];
}
