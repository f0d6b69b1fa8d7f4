import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsObject, ValidateNested } from 'class-validator';
import { IsFlag, IsList, IsOneOf, IsText, MayBeAbsent } from '../../common/api/validation';
import { FavoriteSettings } from '../../favorite/dto/write-favorite.dto';
import { MAX_ADDRESS } from '../address/read-address';

const FAVORITES_AT_MOST = 200;

export class NamedFavoriteDto extends FavoriteSettings {
  @ApiProperty({
    description:
      'The product: its id, the identity of its catalogue record, its name or an alias, a package URL, or an address as `POST /software` takes it. The first of these that the text can be ' +
      'and that finds a product counts.',
    example: 'ghcr.io/immich-app/immich-server:v1.120.0',
  })
  @IsText(1, MAX_ADDRESS)
  software!: string;

  @ApiPropertyOptional({
    description:
      'The version in use: its label. Default: the version that the package URL or the address names, such as the tag of an image.',
    example: '142.0.1',
  })
  @MayBeAbsent()
  @IsText(1, 255)
  version?: string;
}

export class CreateFavoritesDto {
  @ApiProperty({ type: [NamedFavoriteDto] })
  @IsList({ most: FAVORITES_AT_MOST, filled: true })
  @IsObject({ each: true, message: 'each entry must be an object' })
  @ValidateNested({ each: true })
  @Type(() => NamedFavoriteDto)
  favorites!: NamedFavoriteDto[];

  @ApiPropertyOptional({
    description:
      'What happens to a favorite that is there already. `keep`, the default: nothing. `update`: the version and the fields that are given are ' +
      'written, as `PATCH` does.',
    example: 'keep',
  })
  @MayBeAbsent()
  @IsOneOf(['keep', 'update'])
  existing?: 'keep' | 'update';

  @ApiPropertyOptional({
    description:
      'Whether products that nobody has added yet are added by their package URLs and addresses, as `POST /software` does. Default: false.',
    example: true,
  })
  @IsFlag()
  add_products?: boolean;
}
