import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsObject } from 'class-validator';
import { IsFlag, IsId, IsOneOf, IsText, MayBeAbsent } from '../../common/api/validation';
import { FILTER_VALUE } from '../../common/list/list-request';
import { FEED_DETAILS, FEED_KINDS, type FeedDetails, type FeedKind } from '../writing/documents';

const KIND =
  '`updates`: the newest notifications. `calendar`: the last days of support. `badge`: an image that says whether what is in use is current. ' +
  '`product`: the releases of one product.';
const DETAILS =
  '`names`: names of products, and new versions. `full`: the version in use as well, its release cycle, and release notes.';

export class CreateFeedDto {
  @ApiProperty({ description: KIND })
  @IsOneOf(FEED_KINDS)
  kind!: FeedKind;

  @ApiPropertyOptional({ description: 'Id of the only favorite that it is about. Not with `product`.' })
  @MayBeAbsent()
  @IsId('must be the id of a favorite')
  favorite?: string;

  @ApiPropertyOptional({ description: 'Id of the product; with `product`, required.' })
  @MayBeAbsent()
  @IsId('must be the id of a product')
  software?: string;

  @ApiPropertyOptional({
    type: Object,
    additionalProperties: FILTER_VALUE,
    description:
      'Only favorites that match: filters of `GET /favorite` by their names. Not with `product` or `favorite`.',
    example: { 'software[like]': 'red' },
  })
  @MayBeAbsent()
  @IsObject({ message: 'must be an object' })
  filter?: Record<string, unknown>;

  @ApiPropertyOptional({ description: `${DETAILS} By default, \`names\`.` })
  @MayBeAbsent()
  @IsOneOf(FEED_DETAILS)
  details?: FeedDetails;

  @ApiPropertyOptional({ description: 'With `calendar`: the releases on offer too.' })
  @IsFlag()
  releases?: boolean;

  @ApiPropertyOptional({ description: 'Its title, and the left half of a badge.', example: 'Production' })
  @MayBeAbsent()
  @IsText(1, 100)
  name?: string;
}

export class FeedResponse {
  @ApiProperty({ format: 'uuid' })
  id!: string;

  @ApiProperty({ enum: FEED_KINDS })
  kind!: FeedKind;

  @ApiProperty({ type: String, nullable: true })
  name!: string | null;

  @ApiProperty({ type: String, nullable: true, format: 'uuid' })
  favorite!: string | null;

  @ApiProperty({ type: String, nullable: true, format: 'uuid' })
  software!: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'The name of that product.', example: 'nginx' })
  about!: string | null;

  @ApiProperty({ type: Object, nullable: true, description: 'Only favorites that match.' })
  filter!: Record<string, unknown> | null;

  @ApiProperty({ enum: FEED_DETAILS })
  details!: FeedDetails;

  @ApiProperty({ description: 'Whether a calendar has the releases on offer.' })
  releases!: boolean;

  @ApiProperty({ format: 'date-time' })
  created_at!: string;

  @ApiProperty({ type: String, nullable: true, format: 'date-time', description: 'Accurate to the hour.' })
  last_used_at!: string | null;
}

const URL = { format: 'uri', example: 'https://tracker.example/feed/suf_secret/updates.atom' };

export class FeedUrls {
  @ApiPropertyOptional({ ...URL, description: 'RFC 4287, of `updates` and `product`.' })
  atom?: string;

  @ApiPropertyOptional({ format: 'uri', description: 'JSON Feed 1.1; of `badge`, for the endpoint badge of shields.' })
  json?: string;

  @ApiPropertyOptional({ format: 'uri', description: 'RFC 5545, of `calendar`.' })
  ics?: string;

  @ApiPropertyOptional({ format: 'uri', description: 'Of `badge`.' })
  svg?: string;
}

export class CreatedFeedResponse extends FeedResponse {
  @ApiProperty({ description: 'The addresses, shown only in this response. Whoever has one can read it.' })
  urls!: FeedUrls;
}
