import { Injectable } from '@nestjs/common';
import { auditAll } from '../../access/audit/audit.repository';
import type { UtcTimestamp } from '../../common/time/utc-timestamp';
import { Config } from '../../config/config';
import { lockProducts } from '../../software/software.repository';
import { SoftwareSourceService } from '../../source/polling/software-source.service';
import type { JournalItem } from '../journal/journal.repository';
import { decidesAboutVersions } from '../policy/policy.mapper';
import { PolicyRepository } from '../policy/policy.repository';
import { SeriesService } from '../policy/series.service';
import { type FavoriteState, FavoriteStateRepository } from '../store/favorite-state.repository';
import { NO_POLICY } from '../store/policy';
import { left, type States, type UndoPage } from './former-versions';

/** Restores favorites that were deleted. */
@Injectable()
export class DeletedFavorites {
  constructor(
    private readonly favorites: FavoriteStateRepository,
    private readonly policies: PolicyRepository,
    private readonly series: SeriesService,
    private readonly sources: SoftwareSourceService,
    private readonly config: Config,
  ) {}

  /** As they were, if there is room for them. Locks their products. */
  async find(page: UndoPage): Promise<States> {
    const { sql, caller, items, skipped } = page;
    const software = items.map(({ before }) => before.state.softwareId);
    const there = await lockProducts(sql, software);
    const tracked = await this.favorites.idsOfSoftware(sql, caller.userId, software);
    for (const { favoriteId, before } of items)
      if (!there.has(before.state.softwareId)) skipped.set(favoriteId, 'gone');
      else if (tracked.has(before.state.softwareId)) skipped.set(favoriteId, 'tracked');
    const places = this.config.favoritesPerUser - (await this.favorites.count(sql, caller.userId));
    for (const { favoriteId } of left(page).slice(Math.max(0, places))) skipped.set(favoriteId, 'limit');
    return new Map(items.map((item) => [item.favoriteId, formerFavorite(item, caller.userId)]));
  }

  async insert(page: UndoPage, rows: FavoriteState[], now: UtcTimestamp): Promise<void> {
    const { sql, caller, bulkId } = page;
    await this.favorites.insert(sql, rows, now);
    const ranged: Parameters<PolicyRepository['replaceAll']>[1] = new Map();
    for (const { favoriteId, before } of left(page)) {
      if (!before.policy) continue;
      const policy = { ...NO_POLICY, ...before.policy };
      const range = await this.series.storedRangeOf(sql, before.state.softwareId, policy.series);
      ranged.set(favoriteId, { policy, range });
    }
    if (ranged.size > 0) await this.policies.replaceAll(sql, ranged);
    const products = rows.map(({ softwareId }) => softwareId);
    await this.sources.wake(sql, products);
    await auditAll(sql, caller, 'favorite.created', rows, ({ softwareId: software, versionId: version }) => ({
      ...{ software, version, undone: bulkId },
    }));
  }
}

function formerFavorite({ before }: JournalItem, userId: string): FavoriteState {
  const { state, policy, notes = null } = before;
  const hasPolicy = decidesAboutVersions({ ...NO_POLICY, ...policy });
  const now = { userId, hasPolicy, notes, availableVersionId: null, evaluateAt: null };
  return { ...(state as FavoriteState), lastChange: state.lastChange ?? null, ...now };
}
