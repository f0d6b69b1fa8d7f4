import { Injectable } from '@nestjs/common';
import { Database } from '../database/database';
import { DatabaseClock } from '../database/database-clock';
import { toSupportResponse } from '../lifecycle/support.response';
import { LifecycleRepository } from '../lifecycle/lifecycle.repository';
import { SupportKind } from '../lifecycle/support';
import type { FavoriteResponse } from './dto/favorite.response';
import { SUPPORT } from './store/favorite.list';
import type { FavoriteRow, Includes } from './store/favorite.repository';

/** What `includeSupport` adds to favorites. */
@Injectable()
export class FavoriteSupportService {
  constructor(
    private readonly database: Database,
    private readonly lifecycles: LifecycleRepository,
    private readonly clock: DatabaseClock,
  ) {}

  /** @param rows those of the favorites, in the same order */
  async add(favorites: FavoriteResponse[], rows: FavoriteRow[], includes: Includes): Promise<void> {
    if (!includes.has(SUPPORT) || favorites.length === 0) return;
    const today = (await this.clock.now(this.database)).slice(0, 10);
    const ids = [...new Set(rows.flatMap(({ lifecycle_id }) => lifecycle_id ?? []))];
    const cycles = ids.length > 0 ? await this.lifecycles.byId(ids) : new Map();
    favorites.forEach((favorite, index) => {
      const { support, lifecycle_id, eol_on, extended_until } = rows[index]!;
      const cycle = cycles.get(lifecycle_id ?? '') ?? null;
      const kind = support ?? SupportKind.Unknown;
      favorite.support = toSupportResponse(
        cycle,
        { kind, eolOn: eol_on ?? null, extendedUntil: extended_until ?? null },
        today,
      );
    });
  }
}
