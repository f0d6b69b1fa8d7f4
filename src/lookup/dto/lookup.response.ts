import { Field, NULLABLE, URI } from '../../api/endpoint/field';
import { SoftwareResponse } from '../../software/dto/software.response';
import { SourcePreviewResponse } from '../../source/preview/dto/preview.response';

const LOOKUP_STATES = ['known', 'new', 'choice'] as const;

export class NewProductResponse extends SourcePreviewResponse {
  @Field('The name that the product would get; `name` of `POST /software` gives another.', { example: 'immich' })
  name!: string;

  @Field('The name of its publisher.', { example: 'immich-app' }) publisher!: string;
  @Field(URI, NULLABLE, 'Where people read about it.') url!: string | null;
}

export class LookupChoiceResponse {
  @Field({ example: 'grafana' }) title!: string;
  @Field('Look this one up.', { example: 'https://charts.example.org#grafana' }) address!: string;
}

export class LookupResponse {
  @Field(
    { enum: LOOKUP_STATES },
    '`known`: `products` has it; `new`: `preview` says what `POST /software` would add; `choice`: the address has several, see `choices`.',
  )
  state!: (typeof LOOKUP_STATES)[number];

  @Field(
    [SoftwareResponse],
    'The products that have this address, with `publisher`, `latest_version`, `freshness` and `favorite`: usually one. Several where the address does not tell them apart.',
  )
  products!: SoftwareResponse[];

  @Field(NULLABLE, { type: NewProductResponse }, 'Only if the state is `new`.') preview!: NewProductResponse | null;
  @Field([LookupChoiceResponse], 'Only if the state is `choice`.') choices!: LookupChoiceResponse[];

  @Field(
    NULLABLE,
    'The version that the address names, such as the tag of an image: to be proposed as the version in use.',
    { example: 'v1.120.0' },
  )
  version!: string | null;

  @Field('Whether the caller may add products (`PRODUCTS_BY_USERS`).') may_add!: boolean;
}

export class AddedProductResponse {
  @Field('false: the product was there already.') created!: boolean;
  @Field('With `publisher`, `latest_version`, `freshness` and `favorite`.') product!: SoftwareResponse;
}
