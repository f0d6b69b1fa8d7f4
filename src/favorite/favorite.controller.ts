import { Controller, Delete, Get, HttpCode, Patch, Post, Put, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { ApiId, ApiList, ApiOne, ApiProblems } from '../common/api/docs';
import type { Links } from '../common/api/links';
import { Id, Includes, ListQuery, RequestLinks } from '../common/api/request';
import { Input } from '../common/api/validation';
import type { ListRequest } from '../common/list/list-request';
import { Caller, NeedsScope, type Principal } from '../user/principal';
import { FAVORITE_INCLUDES, FavoriteResponse } from './dto/favorite.response';
import { CreateFavoriteDto, UpdateFavoriteDto } from './dto/write-favorite.dto';
import { favoriteList } from './favorite.list';
import { FavoriteService } from './favorite.service';

@ApiTags('Favorites')
@ApiBearerAuth()
@Controller('api/v1/favorite')
export class FavoriteController {
  constructor(private readonly favorites: FavoriteService) {}

  @Get()
  @NeedsScope('read')
  @ApiOperation({
    summary: 'List favorites',
    description: 'What the caller uses, with the version in use and whether a newer one is offered.',
  })
  @ApiList(FavoriteResponse, favoriteList)
  @ApiProblems('invalid-query')
  listFavorites(
    @Caller() caller: Principal,
    @ListQuery(favoriteList) request: ListRequest,
    @RequestLinks() links: Links,
  ) {
    return this.favorites.list(caller, request, links);
  }

  @Post()
  @NeedsScope('write')
  @ApiOperation({
    summary: 'Create a favorite',
    description: 'Marks software as used in one version. There is one favorite for each software and user.',
  })
  @ApiOne(FavoriteResponse, 201)
  @ApiProblems('invalid-json', 'conflict', 'limit-reached', 'too-large', 'unsupported-media-type', 'invalid-body')
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
  @ApiProblems('invalid-query', 'not-found')
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
  @ApiOperation({ summary: 'Update a favorite', description: 'Only what the body names is changed.' })
  @ApiId('favorite')
  @ApiOne(FavoriteResponse)
  @ApiProblems('invalid-json', 'not-found', 'conflict', 'too-large', 'unsupported-media-type', 'invalid-body')
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
    description: 'The same as `PATCH`: only what the body names is changed.',
  })
  @ApiId('favorite')
  @ApiOne(FavoriteResponse)
  @ApiProblems('invalid-json', 'not-found', 'conflict', 'too-large', 'unsupported-media-type', 'invalid-body')
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
  @ApiOperation({ summary: 'Delete a favorite', description: 'With its notes, for good.' })
  @ApiId('favorite')
  @ApiResponse({ status: 204, description: 'Deleted.' })
  @ApiProblems('not-found')
  deleteFavorite(@Caller() caller: Principal, @Id('favorite') id: string) {
    return this.favorites.delete(caller, id);
  }

  @Post(':id/update-to-latest-version')
  @HttpCode(200)
  @NeedsScope('write')
  @ApiOperation({
    summary: 'Move to the latest version',
    description:
      'The newest version that the policy offers becomes the version in use; without an update nothing changes.',
  })
  @ApiId('favorite')
  @ApiOne(FavoriteResponse)
  @ApiProblems('invalid-json', 'not-found', 'too-large', 'unsupported-media-type')
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
  @ApiProblems('invalid-json', 'not-found', 'too-large', 'unsupported-media-type')
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
  @ApiProblems('invalid-json', 'not-found', 'too-large', 'unsupported-media-type')
  patchFavoriteToLatestVersion(@Caller() caller: Principal, @Id('favorite') id: string, @RequestLinks() links: Links) {
    return this.favorites.updateToLatest(caller, id, links);
  }
}
