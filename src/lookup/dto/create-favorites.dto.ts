import { IsObject } from 'class-validator';
import { MAX_ADDRESS } from 'address-reader';
import { Field, OptionalField } from '../../api/endpoint/field';
import { IsFlag, IsList, IsNested, IsOneOf, IsText } from '../../api/endpoint/validation';
import { FavoriteSettings } from '../../favorite/dto/write-favorite.dto';

const FAVORITES_AT_MOST = 200;

export class NamedFavoriteDto extends FavoriteSettings {
  @Field(
    IsText(1, MAX_ADDRESS),
    'The product: its id, the identity of its catalogue record, its name or an alias, a package URL, or an address as `POST /software` takes it. The first of these that the text can be ' +
      'and that finds a product counts.',
    { example: 'ghcr.io/immich-app/immich-server:v1.120.0' },
  )
  software!: string;

  @OptionalField(
    IsText(1, 255),
    'The version in use: its label. Default: the version that the package URL or the address names, such as the tag of an image.',
    { example: '142.0.1' },
  )
  version?: string;
}

export class CreateFavoritesDto {
  @Field(
    IsList({ most: FAVORITES_AT_MOST, filled: true }),
    IsObject({ each: true, message: 'each entry must be an object' }),
    IsNested(NamedFavoriteDto, { each: true }),
  )
  favorites!: NamedFavoriteDto[];

  @OptionalField(
    IsOneOf(['keep', 'update']),
    'What happens to a favorite that is there already. `keep`, the default: nothing. `update`: the version and the fields that are given are ' +
      'written, as `PATCH` does.',
    { example: 'keep' },
  )
  existing?: 'keep' | 'update';

  @OptionalField(
    IsFlag(),
    'Whether products that nobody has added yet are added by their package URLs and addresses, as `POST /software` does. Default: false.',
    { example: true },
  )
  add_products?: boolean;
}
