import { type ApiPropertyOptions } from '@nestjs/swagger';
import { Field, ID, MOMENT, NULLABLE, OptionalField, URI } from '../../api/endpoint/field';
import type { Links } from '../../api/endpoint/links';
import { WHOLE_LIST } from '../../api/list/list-spec';
import { NESTED_AT_MOST, type Nested } from '../../api/list/nested';
import { type UtcTimestamp, toApiTimestamp } from '../../common/time/utc-timestamp';
import {
  CATALOGUED_AS_OF,
  CHECKED_AT,
  FreshnessResponse,
  type FreshnessRow,
  type FreshnessState,
  STATE_DOCS,
  toFreshnessResponse,
} from './freshness.response';
import { iconOf, INCLUDE_ICON } from '../icon/product-icons';
import { IdentifierResponse } from './identifier.dto';
import { PUBLISHER_OF_SOFTWARE, PublisherResponse, toPublisherResponse } from '../../publisher/dto/publisher.response';
import { SupportResponse } from './support.response';

export class VersionResponse {
  @Field(ID) id!: string;
  @Field('The label, exactly as its source writes it.', { example: '143.0.1' }) version!: string;

  @Field(MOMENT, 'The release date if the source gives one, else the time at which it was added.', {
    example: '2026-11-18T00:00:00.000000Z',
  })
  created_at!: string;
}

export const RELEASED_AT = {
  ...MOMENT,
  ...NULLABLE,
  description: 'When it was released, as its source says; null if that is not known.',
};

/** A version that is the newest known one is worth as much as the last answer of its source. */
export class LatestVersionResponse extends VersionResponse {
  @Field('true: no stable version is known, and this is the highest pre-release.') prerelease!: boolean;
  @Field(RELEASED_AT) released_at!: string | null;
  @Field(CHECKED_AT) checked_at!: string | null;
  @Field(CATALOGUED_AS_OF) catalogued_as_of!: string | null;
  @Field(STATE_DOCS) freshness!: FreshnessState;
}

export class SoftwareLinks {
  @Field(URI) self!: string;
  @Field(URI) versions!: string;
  @Field(URI) publisher!: string;
  @OptionalField(URI, 'Only if `is_favorite` is true.') favorite?: string;
}

export const LAST_UPDATE = {
  ...MOMENT,
  description: 'When the product or its versions last changed upstream, as far as known. Never goes back.',
  example: '2026-11-21T08:30:00.000000Z',
};

export class SoftwareFavoriteResponse {
  @Field(ID) uuid!: string;
  @Field('The label of the version in use.', { example: '142.0.1' }) version!: string;
  @Field() update_available!: boolean;
}

export const ICON = {
  ...URI,
  ...NULLABLE,
  description: 'The mark of the product, an SVG in black that anybody may read; null if there is none.',
  example: 'https://updates.example.org/icons/firefox.svg',
};

/** Of `includeReleases`. */
export const RELEASES: ApiPropertyOptions = {
  type: 'array',
  items: { type: 'integer', minimum: 0 },
  description:
    'With `includeReleases`: how many releases there were in each of the last 12 months (UTC, this month included), the oldest first. ' +
    'Pre-releases and withdrawn versions are not counted.',
  example: [0, 1, 0, 2, 1, 1, 0, 3, 1, 0, 1, 1],
};

export class SoftwareResponse {
  @Field(ID) id!: string;
  @Field({ example: 'Firefox' }) name!: string;
  @Field(NULLABLE) description!: string | null;
  @Field(NULLABLE) short_description!: string | null;
  @Field(NULLABLE, { example: 'https://www.mozilla.org/firefox/' }) url!: string | null;
  @Field(LAST_UPDATE) last_update!: string;
  @Field() is_favorite!: boolean;
  @OptionalField('With `includePublisher`.') publisher?: PublisherResponse;

  @OptionalField(
    NULLABLE,
    { type: LatestVersionResponse },
    'With `includeLatestVersion`: the highest stable version, and how current that is. Where no stable one is known, the highest pre-release; ' +
      'null where none is known. What a favorite is offered is `available_version`.',
  )
  latest_version?: LatestVersionResponse | null;

  @OptionalField(
    [VersionResponse],
    `With \`includeVersions\`: newest first, at most ${NESTED_AT_MOST} in a list and ${WHOLE_LIST} for a single product. ` +
      '`links.versions` has all of them.',
  )
  versions?: VersionResponse[];

  @OptionalField('With `includeVersions`: whether there are more versions.') has_more_versions?: boolean;

  @OptionalField([IdentifierResponse], 'With `includeIdentifiers`: in the order of type and value, each value once.')
  identifiers?: IdentifierResponse[];

  @OptionalField('With `includeFreshness`: how current all this is.') freshness?: FreshnessResponse;

  @OptionalField(
    NULLABLE,
    { type: SoftwareFavoriteResponse },
    "With `includeFavorite`: the caller's favorite; null when it is none.",
  )
  favorite?: SoftwareFavoriteResponse | null;

  @OptionalField(ICON, `With \`includeIcon\`: ${ICON.description}`) icon?: string | null;
  @OptionalField(RELEASES) releases?: number[];

  @OptionalField(
    NULLABLE,
    { type: SupportResponse },
    'With `includeSupport`: until when the latest version is supported; null when nobody says anything of the product.',
  )
  support?: SupportResponse | null;

  @Field() links!: SoftwareLinks;
}

export interface VersionRow {
  id: string;
  version: string;
  created_at: UtcTimestamp;
}

/** Columns of the publisher start with `publisher_`, those of the latest version with `latest_`. */
export type SoftwareRow = {
  id: string;
  publisher_id: string;
  name: string;
  short_description: string | null;
  description: string | null;
  url: string | null;
  updated_at: UtcTimestamp;
  favorite_id: string | null;
  /** With `includeIcon`. */
  identity?: string;
  /** With `includeFavorite`. */
  favorite_version?: string | null;
  favorite_update_available?: number | null;
  /** With `includeLatestVersion`: of the latest version. */
  only_prereleases?: number | null;
} & Partial<FreshnessRow> & { [column: `publisher_${string}` | `latest_${string}`]: string | null };

export const toVersionResponse = (row: VersionRow): VersionResponse => ({
  id: row.id,
  version: row.version,
  created_at: toApiTimestamp(row.created_at),
});

export function softwareLinks(row: SoftwareRow, links: Links): SoftwareLinks {
  const all: SoftwareLinks = {
    self: links.software(row.id),
    versions: links.versions(row.id),
    publisher: links.publisher(row.publisher_id),
  };
  if (row.favorite_id !== null) all.favorite = links.favorite(row.favorite_id);
  return all;
}

/** Without object spread, which takes longer than the rest. */
const latestOf = (row: SoftwareRow): LatestVersionResponse | null =>
  row.latest_id == null
    ? null
    : {
        id: row.latest_id,
        version: row.latest_version!,
        prerelease: Boolean(row.only_prereleases),
        created_at: toApiTimestamp(row.latest_created_at!),
        released_at: toApiTimestamp(row.latest_released_at!),
        checked_at: toApiTimestamp(row.fresh_checked_at!),
        catalogued_as_of: row.fresh_as_of!,
        freshness: row.fresh_state!,
      };

const favoriteOf = (row: SoftwareRow): SoftwareFavoriteResponse | null =>
  row.favorite_id === null
    ? null
    : {
        uuid: row.favorite_id,
        version: row.favorite_version!,
        update_available: Boolean(row.favorite_update_available),
      };

/** Lists inside of one software. */
interface NestedInSoftware {
  versions?: Nested<VersionRow>;
  identifiers?: IdentifierResponse[];
  releases?: number[];
  /** Undefined: not requested; null: unknown. */
  support?: SupportResponse | null;
}

const NO_VERSIONS: Nested<VersionRow> = { entries: [], hasMore: false };

export function toSoftwareResponse(
  row: SoftwareRow,
  links: Links,
  includes: ReadonlySet<string>,
  { versions = NO_VERSIONS, identifiers = [], releases, support }: NestedInSoftware = {},
): SoftwareResponse {
  // Conditional spreads would take longer than all the rest.
  const response = {
    id: row.id,
    name: row.name,
    description: row.description,
    short_description: row.short_description,
    url: row.url,
    last_update: toApiTimestamp(row.updated_at),
    is_favorite: row.favorite_id !== null,
  } as SoftwareResponse;
  if (includes.has('includePublisher')) response.publisher = toPublisherResponse(row, links, PUBLISHER_OF_SOFTWARE);
  if (includes.has('includeLatestVersion')) response.latest_version = latestOf(row);
  if (includes.has('includeVersions')) {
    response.versions = versions.entries.map(toVersionResponse);
    response.has_more_versions = versions.hasMore;
  }
  if (includes.has('includeIdentifiers')) response.identifiers = identifiers;
  if (includes.has('includeFreshness')) response.freshness = toFreshnessResponse(row as FreshnessRow);
  if (includes.has('includeFavorite')) response.favorite = favoriteOf(row);
  if (includes.has(INCLUDE_ICON)) response.icon = iconOf(row.identity!, links);
  if (releases) response.releases = releases;
  if (support !== undefined) response.support = support;
  response.links = softwareLinks(row, links);
  return response;
}
