import { ApiProperty } from '@nestjs/swagger';
import type { Links } from '../../common/api/links';
import { toApiTimestamp } from '../../common/time/utc-timestamp';
import { LAST_UPDATE, SoftwareLinks, softwareLinks, type SoftwareRow } from './software.response';

/** Software in the list of a publisher, with the field names of the specification. */
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

  @ApiProperty(LAST_UPDATE)
  last_update!: string;

  @ApiProperty()
  is_favorite!: boolean;

  @ApiProperty()
  links!: SoftwareLinks;
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
