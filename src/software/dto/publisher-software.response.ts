import { Field, ID, NULLABLE } from '../../api/endpoint/field';
import type { Links } from '../../api/endpoint/links';
import { toApiTimestamp } from '../../common/time/utc-timestamp';
import { LAST_UPDATE, SoftwareLinks, softwareLinks, type SoftwareRow } from './software.response';

/** Software in the list of a publisher, with the field names of the specification. */
export class PublisherSoftwareResponse {
  @Field(ID) id!: string;
  @Field({ example: 'Firefox' }) title!: string;
  @Field(NULLABLE) ShortDescription!: string | null;
  @Field(NULLABLE) description!: string | null;
  @Field(NULLABLE) url!: string | null;
  @Field(LAST_UPDATE) last_update!: string;
  @Field() is_favorite!: boolean;
  @Field() links!: SoftwareLinks;
}

export function toPublisherSoftwareResponse(row: SoftwareRow, links: Links): PublisherSoftwareResponse {
  return {
    id: row.id,
    title: row.name,
    ShortDescription: row.short_description,
    description: row.description,
    url: row.url,
    last_update: toApiTimestamp(row.updated_at),
    is_favorite: row.favorite_id !== null,
    links: softwareLinks(row, links),
  };
}
