import { Injectable } from '@nestjs/common';
import type { Links } from '../common/api/links';
import { csvLine } from '../common/csv';
import type { Owner } from '../common/identity/actor';
import { decodeCursor } from '../common/list/cursor';
import type { Page } from '../common/list/list-page';
import type { ListRequest } from '../common/list/list-request';
import { FAVORITE_COLUMNS } from './favorite-csv';
import { FavoriteService } from './favorite.service';
import type { FavoriteResponse } from './dto/favorite.response';
import { FAVORITE_INCLUDES } from './store/favorite.list';

const PER_PAGE = 200;
const COLUMNS = Object.values(FAVORITE_COLUMNS);

/** Favorites as CSV, page by page: no more than a page is in memory. */
@Injectable()
export class FavoriteCsvService {
  constructor(private readonly favorites: FavoriteService) {}

  page(owner: Owner, request: ListRequest, links: Links): Promise<Page<FavoriteResponse>> {
    const whole = { ...request, perPage: PER_PAGE, page: null, includes: new Set<string>(FAVORITE_INCLUDES) };
    return this.favorites.list(owner, whole, links);
  }

  /** @param first the page that the request begins with */
  async *lines(
    owner: Owner,
    request: ListRequest,
    links: Links,
    first: Page<FavoriteResponse>,
  ): AsyncGenerator<string> {
    const sort = `${request.descending ? '-' : ''}${request.sort}`;
    yield csvLine(Object.keys(FAVORITE_COLUMNS));
    for (let page = first; ;) {
      if (page.data.length > 0) yield page.data.map((one) => csvLine(COLUMNS.map((of) => of(one)))).join('');
      const next = page.meta.next_cursor;
      if (next === null) return;
      page = await this.page(owner, { ...request, cursor: decodeCursor(next, sort) }, links);
    }
  }
}
