import { Controller, Get } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiId, ApiOne, ApiProblems } from '../common/api/docs';
import type { Links } from '../common/api/links';
import { Id, Includes, RequestLinks } from '../common/api/request';
import { Caller, NeedsScope, type Principal } from '../common/identity/principal';
import { FavoriteResponse } from './dto/favorite.response';
import { FavoriteService } from './favorite.service';
import { FAVORITE_INCLUDES } from './store/favorite.list';

/** Not in `software/`, which does not know favorites. */
@ApiTags('Software')
@ApiBearerAuth()
@NeedsScope('read')
@Controller('api/v1/software')
export class SoftwareFavoriteController {
  constructor(private readonly favorites: FavoriteService) {}

  @Get(':id/favorite')
  @ApiOperation({
    summary: "Get the caller's favorite of a product",
    description: '404 if the product is not a favorite of the caller.',
  })
  @ApiId('product')
  @ApiOne(FavoriteResponse, 200, FAVORITE_INCLUDES)
  @ApiProblems('invalid-query', 'not-found')
  getSoftwareFavorite(
    @Caller() caller: Principal,
    @Id('product') id: string,
    @Includes(FAVORITE_INCLUDES) includes: ReadonlySet<string>,
    @RequestLinks() links: Links,
  ) {
    return this.favorites.ofSoftware(caller, id, includes, links);
  }
}
