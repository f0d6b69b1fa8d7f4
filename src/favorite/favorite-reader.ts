import { Injectable } from '@nestjs/common';
import type { Links } from '../api/endpoint/links';
import type { Owner } from '../api/identity/actor';
import { decodeCursor } from '../api/list/cursor';
import { type Page, toPage } from '../api/list/list-page';
import type { ListRequest } from '../api/list/list-request';
import { Problem } from '../api/problem/problem';
import { type FavoriteResponse, toFavoriteResponse } from './dto/favorite.response';
import { FAVORITE_HEADER, favoriteLines } from './favorite-csv';
import { FavoriteIncludesService } from './favorite-includes.service';
import { FAVORITE_INCLUDES } from './store/favorite.list';
import { FavoriteRepository, type FavoriteRow, type Includes } from './store/favorite.repository';

/** Favorites of a page of CSV. */
const PER_PAGE = 200;

/** The favorites of one user. Those of other users do not exist for the caller. */
@Injectable()
export class FavoriteReader {
  constructor(
    private readonly favorites: FavoriteRepository,
    private readonly includes: FavoriteIncludesService,
  ) {}

  async list({ userId }: Owner, request: ListRequest, links: Links): Promise<Page<FavoriteResponse>> {
    const rows = await this.favorites.page(userId, request);
    const total = request.includeTotal ? await this.favorites.count(userId, request) : undefined;
    const page = toPage(request, { rows, total }, (row) => toFavoriteResponse(row, links, request.includes));
    await this.includes.add(page.data, rows, request.includes);
    return page;
  }

  async get({ userId }: Owner, id: string, includes: Includes, links: Links): Promise<FavoriteResponse> {
    const row = await this.favorites.find(userId, id, includes);
    if (!row) throw Problem.notFound('favorite');
    return this.toResponse(row, links, includes);
  }

  async ofSoftware({ userId }: Owner, softwareId: string, includes: Includes, links: Links): Promise<FavoriteResponse> {
    const row = await this.favorites.findOfSoftware(userId, softwareId, includes);
    if (!row) throw Problem.notFound('product, or it is not a favorite');
    return this.toResponse(row, links, includes);
  }

  /** A page of the favorites as CSV, with all includes. */
  csvPage(owner: Owner, request: ListRequest, links: Links): Promise<Page<FavoriteResponse>> {
    const whole = { ...request, perPage: PER_PAGE, page: null, includes: new Set<string>(FAVORITE_INCLUDES) };
    return this.list(owner, whole, links);
  }

  /** No more than a page is in memory. @param first the page that the request begins with */
  async *csv(owner: Owner, request: ListRequest, links: Links, first: Page<FavoriteResponse>): AsyncGenerator<string> {
    const sort = `${request.descending ? '-' : ''}${request.sort}`;
    yield FAVORITE_HEADER;
    for (let page = first; ;) {
      if (page.data.length > 0) yield favoriteLines(page.data);
      const next = page.meta.next_cursor;
      if (next === null) return;
      page = await this.csvPage(owner, { ...request, cursor: decodeCursor(next, sort) }, links);
    }
  }

  private async toResponse(row: FavoriteRow, links: Links, includes: Includes): Promise<FavoriteResponse> {
    const response = toFavoriteResponse(row, links, includes);
    await this.includes.add([response], [row], includes);
    return response;
  }
}
