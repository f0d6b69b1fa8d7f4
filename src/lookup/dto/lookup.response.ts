import { ApiProperty } from '@nestjs/swagger';
import { SoftwareResponse } from '../../software/dto/software.response';
import { SourcePreviewResponse } from '../../source/preview/dto/preview.response';

const LOOKUP_STATES = ['known', 'new', 'choice'] as const;

export class NewProductResponse extends SourcePreviewResponse {
  @ApiProperty({
    description: 'The name that the product would get; `name` of `POST /software` gives another.',
    example: 'immich',
  })
  name!: string;

  @ApiProperty({ description: 'The name of its publisher.', example: 'immich-app' })
  publisher!: string;

  @ApiProperty({ type: String, nullable: true, format: 'uri', description: 'Where people read about it.' })
  url!: string | null;
}

export class LookupChoiceResponse {
  @ApiProperty({ example: 'grafana' })
  title!: string;

  @ApiProperty({ description: 'Look this one up.', example: 'https://charts.example.org#grafana' })
  address!: string;
}

export class LookupResponse {
  @ApiProperty({
    enum: LOOKUP_STATES,
    description:
      '`known`: `products` has it; `new`: `preview` says what `POST /software` would add; `choice`: the address has several, see `choices`.',
  })
  state!: (typeof LOOKUP_STATES)[number];

  @ApiProperty({
    type: [SoftwareResponse],
    description:
      'The products that have this address, with `publisher`, `latest_version`, `freshness` and `favorite`: usually one. Several where the address does not tell them apart.',
  })
  products!: SoftwareResponse[];

  @ApiProperty({ type: NewProductResponse, nullable: true, description: 'Only if the state is `new`.' })
  preview!: NewProductResponse | null;

  @ApiProperty({ type: [LookupChoiceResponse], description: 'Only if the state is `choice`.' })
  choices!: LookupChoiceResponse[];

  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'The version that the address names, such as the tag of an image: to be proposed as the version in use.',
    example: 'v1.120.0',
  })
  version!: string | null;

  @ApiProperty({ description: 'Whether the caller may add products (`PRODUCTS_BY_USERS`).' })
  may_add!: boolean;
}

export class AddedProductResponse {
  @ApiProperty({ description: 'false: the product was there already.' })
  created!: boolean;

  @ApiProperty({ description: 'With `publisher`, `latest_version`, `freshness` and `favorite`.' })
  product!: SoftwareResponse;
}
