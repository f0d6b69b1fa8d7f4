import { Field, ID, MOMENT, NULLABLE, URI } from '../../api/endpoint/field';
import type { Links } from '../../api/endpoint/links';
import { momentText } from '../../common/time/utc-timestamp';
import { type Columns, moment, view } from '../../database/view';

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

const FACTS: Columns<Omit<PublisherResponse, 'links'>> = {
  id: 'p.id',
  name: 'p.name',
  url: 'p.url',
  support_url: 'p.support_url',
  privacy_url: 'p.privacy_url',
  created_at: moment(momentText('p.created_at')),
  updated_at: moment(momentText('p.updated_at')),
};

/** Of `publisher p`. */
export const PUBLISHER = view(FACTS);

/** The same inside of a product. */
export const PUBLISHER_OF_SOFTWARE = view(FACTS, 'publisher_');

export function toPublisherResponse(row: object, links: Links, { show } = PUBLISHER): PublisherResponse {
  const facts = show(row);
  return Object.assign(facts, { links: { self: links.publisher(facts.id) } });
}
