import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { Links } from '../../common/api/links';
import { WHOLE_LIST } from '../../common/list/list-spec';
import { NESTED_AT_MOST, type Nested } from '../../common/list/nested';
import { type Moment, toApiMoment } from '../../common/moment';
import { PublisherResponse, type PublisherRow, toPublisherResponse } from '../../publisher/dto/publisher.response';

export class VersionResponse {
  @ApiProperty({ format: 'uuid' })
  id!: string;

  @ApiProperty({ description: 'The label, exactly as its source writes it.', example: '143.0.1' })
  version!: string;

  @ApiProperty({
    format: 'date-time',
    description: 'The release date when the source gives one, else the moment it was added.',
    example: '2026-11-18T00:00:00.000000Z',
  })
  created_at!: string;
}

export class SoftwareLinks {
  @ApiProperty({ format: 'uri' })
  self!: string;

  @ApiProperty({ format: 'uri' })
  versions!: string;

  @ApiProperty({ format: 'uri' })
  publisher!: string;

  @ApiPropertyOptional({ format: 'uri', description: 'Only where `is_favorite` is true.' })
  favorite?: string;
}

export class SoftwareResponse {
  @ApiProperty({ format: 'uuid' })
  id!: string;

  @ApiProperty({ example: 'Firefox' })
  name!: string;

  @ApiProperty({ type: String, nullable: true })
  description!: string | null;

  @ApiProperty({ type: String, nullable: true })
  short_description!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'https://www.mozilla.org/firefox/' })
  url!: string | null;

  @ApiProperty({ format: 'date-time', example: '2026-11-21T08:30:00.000000Z' })
  last_update!: string;

  @ApiProperty()
  is_favorite!: boolean;

  @ApiPropertyOptional({ description: 'With `includePublisher`.' })
  publisher?: PublisherResponse;

  @ApiPropertyOptional({ type: VersionResponse, nullable: true, description: 'With `includeLatestVersion`.' })
  latest_version?: VersionResponse | null;

  @ApiPropertyOptional({
    type: [VersionResponse],
    description:
      `With \`includeVersions\`: newest first; at most ${NESTED_AT_MOST} in a list, and ${WHOLE_LIST} where one software is read. ` +
      '`links.versions` has all of them.',
  })
  versions?: VersionResponse[];

  @ApiPropertyOptional({ description: 'With `includeVersions`: whether there are more than are shown here.' })
  has_more_versions?: boolean;

  @ApiProperty()
  links!: SoftwareLinks;
}

/** The entries of a publisher's software, with the field names that the specification gives them. */
export class PublisherSoftwareResponse {
  @ApiProperty({ format: 'uuid' })
  id!: string;

  @ApiProperty({ example: 'Firefox' })
  title!: string;

  @ApiProperty({ type: String, nullable: true })
  ShortDescription!: string | null;

  @ApiProperty({ type: String, nullable: true })
  description!: string | null;

  @ApiProperty({ type: String, nullable: true })
  url!: string | null;

  @ApiProperty({ format: 'date-time', example: '2026-11-21T08:30:00.000000Z' })
  last_update!: string;

  @ApiProperty()
  is_favorite!: boolean;

  @ApiProperty()
  links!: SoftwareLinks;
}

export interface VersionRow {
  id: string;
  version: string;
  created_at: Moment;
}

/** Columns of the joined publisher start with `publisher_`, those of the latest version with `latest_`. */
export type SoftwareRow = {
  id: string;
  publisher_id: string;
  name: string;
  short_description: string | null;
  description: string | null;
  url: string | null;
  updated_at: Moment;
  favorite_id: string | null;
} & { [column: `publisher_${string}` | `latest_${string}`]: string | null };

export const toVersionResponse = (row: VersionRow): VersionResponse => ({
  id: row.id,
  version: row.version,
  created_at: toApiMoment(row.created_at),
});

function softwareLinks(row: SoftwareRow, links: Links): SoftwareLinks {
  const all: SoftwareLinks = {
    self: links.software(row.id),
    versions: links.versions(row.id),
    publisher: links.publisher(row.publisher_id),
  };
  if (row.favorite_id !== null) all.favorite = links.favorite(row.favorite_id);
  return all;
}

const publisherOf = (row: SoftwareRow): PublisherRow => ({
  id: row.publisher_id,
  name: row.publisher_name!,
  url: row.publisher_url!,
  support_url: row.publisher_support_url!,
  privacy_url: row.publisher_privacy_url!,
  created_at: row.publisher_created_at!,
  updated_at: row.publisher_updated_at!,
});

const latestOf = (row: SoftwareRow): VersionResponse | null =>
  row.latest_id == null
    ? null
    : toVersionResponse({ id: row.latest_id, version: row.latest_version!, created_at: row.latest_created_at! });

export function toSoftwareResponse(
  row: SoftwareRow,
  links: Links,
  includes: ReadonlySet<string>,
  versions: Nested<VersionResponse> = { entries: [], hasMore: false },
): SoftwareResponse {
  // Spreading what may be absent would take longer than all the rest.
  const response = {
    id: row.id,
    name: row.name,
    description: row.description,
    short_description: row.short_description,
    url: row.url,
    last_update: toApiMoment(row.updated_at),
    is_favorite: row.favorite_id !== null,
  } as SoftwareResponse;
  if (includes.has('includePublisher')) response.publisher = toPublisherResponse(publisherOf(row), links);
  if (includes.has('includeLatestVersion')) response.latest_version = latestOf(row);
  if (includes.has('includeVersions')) {
    response.versions = versions.entries;
    response.has_more_versions = versions.hasMore;
  }
  response.links = softwareLinks(row, links);
  return response;
}

export function toPublisherSoftwareResponse(row: SoftwareRow, links: Links): PublisherSoftwareResponse {
  return {
    id: row.id,
    title: row.name,
    ShortDescription: row.short_description,
    description: row.description,
    url: row.url,
    last_update: toApiMoment(row.updated_at),
    is_favorite: row.favorite_id !== null,
    links: softwareLinks(row, links),
  };
}
