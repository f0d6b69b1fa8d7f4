import { Injectable } from '@nestjs/common';
import { lockUser } from '../../access/user/user.repository';
import { idsOf } from '../../common/ids';
import type { Transaction } from '../../database/database';
import { DatabaseClock } from '../../database/database-clock';
import { type JournalItem, JournalRepository } from '../journal/journal.repository';
import { EvaluationService } from '../store/evaluation.service';
import type { FavoriteState } from '../store/favorite-state.repository';
import { TagService } from '../tag/tag.service';
import type { BulkTask } from './bulk-run.repository';
import { ChangedFavorites } from './changed-favorites';
import { DeletedFavorites } from './deleted-favorites';
import { FormerVersions, left, type UndoPage, type Versions } from './former-versions';

/** Restores a page of favorites in one transaction, those that the operation has changed last: see `ChangeJournal`. */
@Injectable()
export class BulkUndo {
  constructor(
    private readonly journal: JournalRepository,
    private readonly changed: ChangedFavorites,
    private readonly deleted: DeletedFavorites,
    private readonly versions: FormerVersions,
    private readonly tags: TagService,
    private readonly evaluation: EvaluationService,
    private readonly clock: DatabaseClock,
  ) {}

  /** In a transaction that has locked the operation: see `lockToUndo`. Favorites that cannot be restored now stay in the journal. */
  async restorePage(sql: Transaction, { id: bulkId, caller, action }: BulkTask, ids: string[]) {
    const items = await this.journal.items(sql, bulkId, ids);
    const page: UndoPage = { sql, caller, bulkId, items, skipped: new Map() };
    if (items.length > 0) await this.restore(page, action === 'delete');
    const restored = left(page).map(({ favoriteId }) => favoriteId);
    await this.journal.remove(sql, bulkId, restored);
    return { changed: restored.length, failed: [...page.skipped].map(([favorite, reason]) => ({ favorite, reason })) };
  }

  private async restore(page: UndoPage, areGone: boolean): Promise<void> {
    const { sql, caller, items } = page;
    if (areGone || items.some(({ before }) => before.tags)) await lockUser(sql, caller.userId);
    const states = await (areGone ? this.deleted.find(page) : this.changed.lock(page));
    const versions = await this.versions.ofFavorites(page);
    const now = await this.clock.now(sql);
    if (!areGone) await this.changed.restorePolicies(page, states, now);
    const restored = left(page);
    if (restored.length === 0) return;
    const rows = restored.map((item) => restoredState(item, states.get(item.favoriteId)!, versions));
    if (areGone) await this.deleted.insert(page, rows, now);
    else await this.changed.update(page, rows, versions, states);
    const tagged = restored.flatMap(({ favoriteId, before: { tags } }) => (tags ? [[favoriteId, tags] as const] : []));
    await this.tags.restore(sql, caller, new Map(tagged));
    await this.evaluation.evaluateRestored(sql, idsOf(rows), now);
  }
}

/** A version that its owner was notified of since stays known. What is on offer is for the evaluation to say. */
function restoredState({ favoriteId, before, after }: JournalItem, now: FavoriteState, versions: Versions) {
  const { availableVersionId, evaluateAt, knownVersionId } = now;
  return {
    ...{ ...now, ...before.state, availableVersionId, evaluateAt },
    versionId: versions.get(favoriteId) ?? now.versionId,
    ...(knownVersionId !== after.knownVersionId && { knownVersionId }),
  };
}
