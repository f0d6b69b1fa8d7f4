import { Controller, Delete, Get, HttpCode, Patch, Post, Put, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { TakesIdempotencyKey } from '../access/idempotency/kept-answers';
import type { Response } from 'express';
import { ApiId, ApiList, ApiOne, ApiProblems } from '../common/api/docs';
import type { Links } from '../common/api/links';
import { Id, Includes, ListQuery, RequestLinks } from '../common/api/request';
import { Input } from '../common/api/validation';
import { Caller, NeedsScope, type Principal } from '../common/identity/principal';
import type { ListRequest } from '../common/list/list-request';
import { FavoriteResponse } from './dto/favorite.response';
import { CreateFavoriteDto, ReplaceFavoriteDto, UpdateFavoriteDto } from './dto/write-favorite.dto';
import { FavoriteService } from './favorite.service';
import { FAVORITE_INCLUDES, favoriteList } from './store/favorite.list';

@ApiTags('Favorites')
@ApiBearerAuth()
@Controller('api/v1/favorite')
export class FavoriteController {
  constructor(private readonly favorites: FavoriteService) {}

  @Get()
  @NeedsScope('read')
  @ApiOperation({
    summary: 'List favorites',
    description: 'The products that the caller uses, with the version in use and whether a newer one is available.',
  })
  @ApiList(FavoriteResponse, favoriteList)
  listFavorites(
    @Caller() caller: Principal,
    @ListQuery(favoriteList) request: ListRequest,
    @RequestLinks() links: Links,
  ) {
    return this.favorites.list(caller, request, links);
  }

  @Post()
  @TakesIdempotencyKey()
  @NeedsScope('write')
  @ApiOperation({
    summary: 'Create a favorite',
    description:
      'Tracks a product in the version in use, which the catalogue need not know. A user has one favorite for each product. ' +
      'If its source was not polled before, it is polled at once.',
  })
  @ApiOne(FavoriteResponse, 201)
  @ApiProblems('conflict', 'limit-reached', 'invalid-body')
  async createFavorite(
    @Caller() caller: Principal,
    @Input() input: CreateFavoriteDto,
    @RequestLinks() links: Links,
    @Res({ passthrough: true }) response: Response,
  ) {
    const favorite = await this.favorites.create(caller, input, links);
    response.location(links.favorite(favorite.uuid));
    return favorite;
  }

  @Get(':id')
  @NeedsScope('read')
  @ApiOperation({
    summary: 'Get a favorite',
    description: 'A favorite of the caller.',
  })
  @ApiId('favorite')
  @ApiOne(FavoriteResponse, 200, FAVORITE_INCLUDES)
  @ApiProblems('not-found')
  getFavorite(
    @Caller() caller: Principal,
    @Id('favorite') id: string,
    @Includes(FAVORITE_INCLUDES) includes: ReadonlySet<string>,
    @RequestLinks() links: Links,
  ) {
    return this.favorites.get(caller, id, includes, links);
  }

  @Patch(':id')
  @NeedsScope('write')
  @ApiOperation({ summary: 'Update a favorite', description: 'Changes only the fields in the body.' })
  @ApiId('favorite')
  @ApiOne(FavoriteResponse)
  @ApiProblems('not-found', 'conflict', 'invalid-body')
  updateFavorite(
    @Caller() caller: Principal,
    @Id('favorite') id: string,
    @Input() input: UpdateFavoriteDto,
    @RequestLinks() links: Links,
  ) {
    return this.favorites.update(caller, id, input, links);
  }

  @Put(':id')
  @NeedsScope('write')
  @ApiOperation({
    summary: 'Update a favorite (as PATCH)',
    description: 'The same as `PATCH`: changes only the fields in the body.',
  })
  @ApiId('favorite')
  @ApiOne(FavoriteResponse)
  @ApiProblems('not-found', 'conflict', 'invalid-body')
  putFavorite(
    @Caller() caller: Principal,
    @Id('favorite') id: string,
    @Input() input: UpdateFavoriteDto,
    @RequestLinks() links: Links,
  ) {
    return this.favorites.update(caller, id, input, links);
  }

  @Delete(':id')
  @HttpCode(204)
  @NeedsScope('write')
  @ApiOperation({ summary: 'Delete a favorite', description: 'Deletes the favorite and its notes permanently.' })
  @ApiId('favorite')
  @ApiResponse({ status: 204, description: 'Deleted.' })
  @ApiProblems('not-found')
  deleteFavorite(@Caller() caller: Principal, @Id('favorite') id: string) {
    return this.favorites.delete(caller, id);
  }

  @Post(':id/update-to-latest-version')
  @TakesIdempotencyKey()
  @HttpCode(200)
  @NeedsScope('write')
  @ApiOperation({
    summary: 'Move to the latest version',
    description:
      'The newest version that the policy allows becomes the version in use. Without an update, nothing changes.',
  })
  @ApiId('favorite')
  @ApiOne(FavoriteResponse)
  @ApiProblems('not-found')
  moveFavoriteToLatestVersion(@Caller() caller: Principal, @Id('favorite') id: string, @RequestLinks() links: Links) {
    return this.favorites.updateToLatest(caller, id, links);
  }

  @Put(':id/update-to-latest-version')
  @NeedsScope('write')
  @ApiOperation({
    summary: 'Move to the latest version (as POST)',
    description: 'The same as `POST`, for clients that send `PUT`.',
  })
  @ApiId('favorite')
  @ApiOne(FavoriteResponse)
  @ApiProblems('not-found')
  putFavoriteToLatestVersion(@Caller() caller: Principal, @Id('favorite') id: string, @RequestLinks() links: Links) {
    return this.favorites.updateToLatest(caller, id, links);
  }

  @Patch(':id/update-to-latest-version')
  @NeedsScope('write')
  @ApiOperation({
    summary: 'Move to the latest version (as POST)',
    description: 'The same as `POST`, for clients that send `PATCH`.',
  })
  @ApiId('favorite')
  @ApiOne(FavoriteResponse)
  @ApiProblems('not-found')
  patchFavoriteToLatestVersion(@Caller() caller: Principal, @Id('favorite') id: string, @RequestLinks() links: Links) {
    return this.favorites.updateToLatest(caller, id, links);
  }
}

/** Not in `software/`, which does not know favorites. */
@ApiTags('Software')
@ApiBearerAuth()
@Controller('api/v1/software')
export class SoftwareFavoriteController {
  constructor(private readonly favorites: FavoriteService) {}

  @Get(':id/favorite')
  @NeedsScope('read')
  @ApiOperation({
    summary: "Get the caller's favorite of a product",
    description: '404 if the product is not a favorite of the caller.',
  })
  @ApiId('product')
  @ApiOne(FavoriteResponse, 200, FAVORITE_INCLUDES)
  @ApiProblems('not-found')
  getSoftwareFavorite(
    @Caller() caller: Principal,
    @Id('product') id: string,
    @Includes(FAVORITE_INCLUDES) includes: ReadonlySet<string>,
    @RequestLinks() links: Links,
  ) {
    return this.favorites.ofSoftware(caller, id, includes, links);
  }

  @Put(':id/favorite')
  @NeedsScope('write')
  @ApiOperation({
    summary: "Make or replace the caller's favorite of a product",
    description:
      'For programs: whatever there was, the favorite then is as the body says. Fields that are left out get the defaults of a new favorite, so ' +
      'notes and tags go; its policy stays. 201 where it was made. To change single fields, `PATCH /favorite/{id}`.',
  })
  @ApiId('product')
  @ApiOne(FavoriteResponse, 200)
  @ApiOne(FavoriteResponse, 201)
  @ApiProblems(
    ...(['invalid-json', 'not-found', 'limit-reached'] as const),
    ...(['too-large', 'unsupported-media-type', 'invalid-body'] as const),
  )
  async replaceSoftwareFavorite(
    @Caller() caller: Principal,
    @Id('product') id: string,
    @Input() input: ReplaceFavoriteDto,
    @RequestLinks() links: Links,
    @Res({ passthrough: true }) response: Response,
  ) {
    const [favorite, isNew] = await this.favorites.replace(caller, id, input);
    response.status(isNew ? 201 : 200).location(links.favorite(favorite.uuid));
    return favorite;
  }
}
