import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { ApiText, ApiWholeListQuery, Endpoint } from '../api/endpoint/docs';
import { RequestLinks, WholeListQuery } from '../api/endpoint/request';
import type { Links } from '../api/endpoint/links';
import { Caller, type Principal } from '../api/identity/principal';
import type { ListRequest } from '../api/list/list-request';
import { FavoriteReader } from './favorite-reader';
import { favoriteList } from './store/favorite.list';

const CSV = 'text/csv; charset=utf-8; header=present';

@ApiTags('Favorites')
@Controller('api/v1/favorite.csv')
export class FavoriteCsvController {
  constructor(private readonly favorites: FavoriteReader) {}

  @Get()
  @Endpoint(
    'List favorites as CSV',
    'RFC 4180, UTF-8, with a header: all favorites that match, with all that `GET /favorite` can include. Text that a spreadsheet would take for ' +
      "a formula has `'` in front.",
    { scope: 'read', answers: ApiText('text/csv', 'All that match.', 'uuid,software,publisher,version') },
  )
  @ApiWholeListQuery(favoriteList)
  async listFavoritesAsCsv(
    @Caller() caller: Principal,
    @WholeListQuery(favoriteList) list: ListRequest,
    @RequestLinks() links: Links,
    @Req() request: Request,
    @Res() response: Response,
  ) {
    // Errors of the first page are still answered with a problem.
    const first = await this.favorites.csvPage(caller, list, links);
    response.set({ 'Content-Type': CSV, 'Content-Disposition': 'attachment; filename="favorites.csv"' });
    if (request.method === 'HEAD') return void response.end();
    await pipeline(Readable.from(this.favorites.csv(caller, list, links, first)), response).catch(ignoreGone);
  }
}

/** A client may disconnect before the end. */
function ignoreGone(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
}
