import { Field, ID, MOMENT, NULLABLE, OptionalField, URI } from '../../api/endpoint/field';
import { IsFlag, IsId, IsOneOf, IsRecord, IsText } from '../../api/endpoint/validation';
import { FILTER_VALUE } from '../../api/list/list-request';
import { FEED_DETAILS, FEED_KINDS, type FeedDetails, type FeedKind } from '../writing/documents';

const KIND =
  '`updates`: the newest notifications. `calendar`: the last days of support. `badge`: an image that says whether what is in use is current. ' +
  '`product`: the releases of one product.';
const DETAILS =
  '`names`: names of products, and new versions. `full`: the version in use as well, its release cycle, and release notes.';

export class CreateFeedDto {
  @Field(IsOneOf(FEED_KINDS), KIND) kind!: FeedKind;

  @OptionalField(IsId('must be the id of a favorite'), 'Id of the only favorite that it is about. Not with `product`.')
  favorite?: string;

  @OptionalField(IsId('must be the id of a product'), 'Id of the product; with `product`, required.') software?: string;

  @OptionalField(
    IsRecord(),
    { additionalProperties: FILTER_VALUE },
    'Only favorites that match: filters of `GET /favorite` by their names. Not with `product` or `favorite`.',
    { example: { 'software[like]': 'red' } },
  )
  filter?: Record<string, unknown>;

  @OptionalField(IsOneOf(FEED_DETAILS), `${DETAILS} By default, \`names\`.`) details?: FeedDetails;
  @OptionalField(IsFlag(), 'With `calendar`: the releases on offer too.') releases?: boolean;
  @OptionalField(IsText(1, 100), 'Its title, and the left half of a badge.', { example: 'Production' }) name?: string;
}

export class FeedResponse {
  @Field(ID) id!: string;
  @Field({ enum: FEED_KINDS }) kind!: FeedKind;
  @Field(NULLABLE) name!: string | null;
  @Field(ID, NULLABLE) favorite!: string | null;
  @Field(ID, NULLABLE) software!: string | null;
  @Field(NULLABLE, 'The name of that product.', { example: 'nginx' }) about!: string | null;
  @Field(NULLABLE, { type: Object }, 'Only favorites that match.') filter!: Record<string, unknown> | null;
  @Field({ enum: FEED_DETAILS }) details!: FeedDetails;
  @Field('Whether a calendar has the releases on offer.') releases!: boolean;
  @Field(MOMENT) created_at!: string;
  @Field(MOMENT, NULLABLE, 'Accurate to the hour.') last_used_at!: string | null;
}

const URL = { ...URI, example: 'https://tracker.example/feed/suf_secret/updates.atom' };

export class FeedUrls {
  @OptionalField(URL, 'RFC 4287, of `updates` and `product`.') atom?: string;
  @OptionalField(URI, 'JSON Feed 1.1; of `badge`, for the endpoint badge of shields.') json?: string;
  @OptionalField(URI, 'RFC 5545, of `calendar`.') ics?: string;
  @OptionalField(URI, 'Of `badge`.') svg?: string;
}

export class CreatedFeedResponse extends FeedResponse {
  @Field('The addresses, shown only in this response. Whoever has one can read it.') urls!: FeedUrls;
}
