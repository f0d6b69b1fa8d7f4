import { Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiOne, Endpoint } from '../api/endpoint/docs';
import { Input } from '../api/endpoint/validation';
import { Caller, type Principal } from '../api/identity/principal';
import { CreateFavoritesDto } from './dto/create-favorites.dto';
import { CreateFavoritesAnswer } from './dto/create-favorites.response';
import { FavoriteCreator } from './favorite-creator';

@ApiTags('Favorites')
@Controller('api/v1/favorite/bulk/create')
export class FavoriteCreatorController {
  constructor(private readonly creator: FavoriteCreator) {}

  @Post()
  @Endpoint(
    'Create favorites of products by their names or addresses',
    'Finds the product that each entry means, and makes it a favorite, each by itself: those that fail say why, and the others are made. The same ' +
      'request again changes nothing, so an interrupted one can be sent again. With `add_products`, whoever has the releases of an address that ' +
      'nobody has added yet is asked, one after the other for 25 seconds at most; entries after that fail with `too-many-requests`.',
    { scope: 'write', answers: ApiOne(CreateFavoritesAnswer) },
  )
  createManyFavorites(@Caller() caller: Principal, @Input() input: CreateFavoritesDto) {
    return this.creator.create(caller, input);
  }
}
