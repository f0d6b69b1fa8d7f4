import { Field, ID, MOMENT, NULLABLE, URI } from '../../api/endpoint/field';
import type { Links } from '../../api/endpoint/links';
import { type UtcTimestamp, momentText, toApiTimestamp } from '../../common/time/utc-timestamp';

export class PublisherLinks {
  @Field(URI) self!: string;
}

export class PublisherResponse {
  @Field(ID) id!: string;
  @Field({ example: 'Mozilla' }) name!: string;
  @Field(NULLABLE, { example: 'https://www.mozilla.org' }) url!: string | null;
  @Field(NULLABLE) support_url!: string | null;
  @Field(NULLABLE) privacy_url!: string | null;
  @Field(MOMENT, { example: '2026-11-21T08:30:00.000000Z' }) created_at!: string;
  @Field(MOMENT, { example: '2026-11-21T08:30:00.000000Z' }) updated_at!: string;
  @Field() links!: PublisherLinks;
}

export interface PublisherRow {
  id: string;
  name: string;
  url: string | null;
  support_url: string | null;
  privacy_url: string | null;
  created_at: UtcTimestamp;
  updated_at: UtcTimestamp;
}

export const PUBLISHER_COLUMNS = [
  'id',
  'name',
  'url',
  'support_url',
  'privacy_url',
  'created_at',
  'updated_at',
] as const;

/** The expression that selects it from `publisher p`. */
export const publisherColumn = (column: (typeof PUBLISHER_COLUMNS)[number]) =>
  column.endsWith('_at') ? momentText(`p.${column}`) : `p.${column}`;

export function toPublisherResponse(row: PublisherRow, links: Links): PublisherResponse {
  return {
    id: row.id,
    name: row.name,
    url: row.url,
    support_url: row.support_url,
    privacy_url: row.privacy_url,
    created_at: toApiTimestamp(row.created_at),
    updated_at: toApiTimestamp(row.updated_at),
    links: { self: links.publisher(row.id) },
  };
}
