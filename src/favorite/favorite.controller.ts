import { Controller, Delete, Get, Patch, Post, Put, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { TakesIdempotencyKey } from '../access/idempotency/kept-answers';
import type { Response } from 'express';
import { ApiList, ApiNothing, ApiOne, Endpoint } from '../api/endpoint/docs';
import type { Links } from '../api/endpoint/links';
import { Id, Includes, ListQuery, RequestLinks } from '../api/endpoint/request';
import { Input } from '../api/endpoint/validation';
import { Caller, type Principal } from '../api/identity/principal';
import type { ListRequest } from '../api/list/list-request';
import { BulkWriter } from './bulk/bulk-writer';
import { FavoriteResponse } from './dto/favorite.response';
import { CreateFavoriteDto, ReplaceFavoriteDto, UpdateFavoriteDto } from './dto/write-favorite.dto';
import { FavoriteReader } from './favorite-reader';
import { FavoriteService } from './favorite.service';
import { FAVORITE_INCLUDES, favoriteList } from './store/favorite.list';

@ApiTags('Favorites')
@Controller('api/v1/favorite')
export class FavoriteController {
  constructor(
    private readonly reader: FavoriteReader,
    private readonly favorites: FavoriteService,
    private readonly deletions: BulkWriter,
  ) {}

  @Get()
  @Endpoint(
    'List favorites',
    'The products that the caller uses, with the version in use and whether a newer one is available.',
    { scope: 'read', answers: ApiList(FavoriteResponse, favoriteList) },
  )
  listFavorites(
    @Caller() caller: Principal,
    @ListQuery(favoriteList) request: ListRequest,
    @RequestLinks() links: Links,
  ) {
    return this.reader.list(caller, request, links);
  }

  @Post()
  @TakesIdempotencyKey()
  @Endpoint(
    'Create a favorite',
    'Tracks a product in the version in use, which the catalogue need not know. A user has one favorite for each product. ' +
      'If its source was not polled before, it is polled at once.',
    { scope: 'write', answers: ApiOne(FavoriteResponse, 201), problems: ['conflict', 'limit-reached'] },
  )
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
  @Endpoint('Get a favorite', 'A favorite of the caller.', {
    scope: 'read',
    answers: ApiOne(FavoriteResponse, 200, FAVORITE_INCLUDES),
  })
  getFavorite(
    @Caller() caller: Principal,
    @Id('favorite') id: string,
    @Includes(FAVORITE_INCLUDES) includes: ReadonlySet<string>,
    @RequestLinks() links: Links,
  ) {
    return this.reader.get(caller, id, includes, links);
  }

  @Patch(':id')
  @Endpoint('Update a favorite', 'Changes only the fields in the body.', {
    scope: 'write',
    answers: ApiOne(FavoriteResponse),
    problems: ['conflict'],
  })
  updateFavorite(
    @Caller() caller: Principal,
    @Id('favorite') id: string,
    @Input() input: UpdateFavoriteDto,
    @RequestLinks() links: Links,
  ) {
    return this.favorites.update(caller, id, input, links);
  }

  @Put(':id')
  @Endpoint('Update a favorite (as PATCH)', 'The same as `PATCH`: changes only the fields in the body.', {
    scope: 'write',
    answers: ApiOne(FavoriteResponse),
    problems: ['conflict'],
  })
  putFavorite(
    @Caller() caller: Principal,
    @Id('favorite') id: string,
    @Input() input: UpdateFavoriteDto,
    @RequestLinks() links: Links,
  ) {
    return this.favorites.update(caller, id, input, links);
  }

  @Delete(':id')
  @Endpoint('Delete a favorite', 'Deletes the favorite and its notes permanently.', {
    scope: 'write',
    answers: ApiNothing('Deleted.'),
  })
  deleteFavorite(@Caller() caller: Principal, @Id('favorite') id: string) {
    return this.deletions.deleteOne(caller, id);
  }

  @Post(':id/update-to-latest-version')
  @TakesIdempotencyKey()
  @Endpoint(
    'Move to the latest version',
    'The newest version that the policy allows becomes the version in use. Without an update, nothing changes.',
    { scope: 'write', answers: ApiOne(FavoriteResponse) },
  )
  moveFavoriteToLatestVersion(@Caller() caller: Principal, @Id('favorite') id: string, @RequestLinks() links: Links) {
    return this.favorites.updateToLatest(caller, id, links);
  }

  @Put(':id/update-to-latest-version')
  @Endpoint('Move to the latest version (as POST)', 'The same as `POST`, for clients that send `PUT`.', {
    scope: 'write',
    answers: ApiOne(FavoriteResponse),
  })
  putFavoriteToLatestVersion(@Caller() caller: Principal, @Id('favorite') id: string, @RequestLinks() links: Links) {
    return this.favorites.updateToLatest(caller, id, links);
  }

  @Patch(':id/update-to-latest-version')
  @Endpoint('Move to the latest version (as POST)', 'The same as `POST`, for clients that send `PATCH`.', {
    scope: 'write',
    answers: ApiOne(FavoriteResponse),
  })
  patchFavoriteToLatestVersion(@Caller() caller: Principal, @Id('favorite') id: string, @RequestLinks() links: Links) {
    return this.favorites.updateToLatest(caller, id, links);
  }
}

/** Not in `software/`, which does not know favorites. */
@ApiTags('Software')
@Controller('api/v1/software')
export class SoftwareFavoriteController {
  constructor(
    private readonly reader: FavoriteReader,
    private readonly favorites: FavoriteService,
  ) {}

  @Get(':id/favorite')
  @Endpoint("Get the caller's favorite of a product", '404 if the product is not a favorite of the caller.', {
    scope: 'read',
    answers: ApiOne(FavoriteResponse, 200, FAVORITE_INCLUDES),
  })
  getSoftwareFavorite(
    @Caller() caller: Principal,
    @Id('product') id: string,
    @Includes(FAVORITE_INCLUDES) includes: ReadonlySet<string>,
    @RequestLinks() links: Links,
  ) {
    return this.reader.ofSoftware(caller, id, includes, links);
  }

  @Put(':id/favorite')
  @Endpoint(
    "Make or replace the caller's favorite of a product",
    'For programs: whatever there was, the favorite then is as the body says. Fields that are left out get the defaults of a new favorite, so ' +
      'notes and tags go; its policy stays. 201 where it was made. To change single fields, `PATCH /favorite/{id}`.',
    {
      scope: 'write',
      answers: ApiOne(FavoriteResponse),
      problems: ['limit-reached'],
    },
  )
  @ApiOne(FavoriteResponse, 201)
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
