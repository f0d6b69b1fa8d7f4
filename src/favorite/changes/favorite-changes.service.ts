import { Injectable } from '@nestjs/common';
import type { Links } from '../../api/endpoint/links';
import type { Owner } from '../../api/identity/actor';
import { Problem } from '../../api/problem/problem';
import type { ChangesQuery } from '../../version/release-notes/changes-query';
import { ChangesService } from '../../version/release-notes/changes.service';
import type { ChangesResponse } from '../../version/release-notes/dto/changes.response';
import { FavoriteRepository } from '../store/favorite.repository';
import { OfferRepository } from '../store/offer.repository';

/** Release notes of a favorite's update. */
@Injectable()
export class FavoriteChangesService {
  constructor(
    private readonly favorites: FavoriteRepository,
    private readonly offers: OfferRepository,
    private readonly changes: ChangesService,
  ) {}

  async get({ userId }: Owner, id: string, query: ChangesQuery, links: Links): Promise<ChangesResponse> {
    const span = await this.favorites.span(userId, id);
    if (!span) throw Problem.notFound('favorite');
    const { from_version: from, to_version: to, from_key: above, to_key: upTo } = span;
    const address = links.favoriteChanges(id);
    return this.changes.pageOf(
      { from, to },
      // Nothing is on offer, so nothing changes.
      (after, limit) =>
        upTo === null ? Promise.resolve([]) : this.offers.allowed(id, span.software_id, { above, upTo }, after, limit),
      // Pages follow the available version; labels in the address would be ignored.
      { ...query, from: null, to: null },
      address,
    );
  }
}
