import { Injectable } from '@nestjs/common';
import { auditAll } from '../../access/audit/audit.repository';
import type { UtcTimestamp } from '../../common/time/utc-timestamp';
import { EDITED, EDITED_FIELDS, RESTORED } from '../journal/kept';
import { PolicyWriter } from '../policy/policy-writer';
import { FavoriteRepository } from '../store/favorite.repository';
import { type FavoriteState, FavoriteStateRepository } from '../store/favorite-state.repository';
import type { Policy } from '../store/policy';
import { FormerVersions, left, type States, type UndoPage, type Versions } from './former-versions';

/** Restores favorites that are still there. */
@Injectable()
export class ChangedFavorites {
  constructor(
    private readonly favorites: FavoriteStateRepository,
    private readonly columns: FavoriteRepository,
    private readonly policies: PolicyWriter,
    private readonly versions: FormerVersions,
  ) {}

  /** Skips those that something has changed since. */
  async lock({ sql, caller, bulkId, items, skipped }: UndoPage): Promise<States> {
    const ids = items.map(({ favoriteId }) => favoriteId);
    const states = new Map((await this.favorites.lock(sql, caller.userId, ids)).map((state) => [state.id, state]));
    for (const id of ids)
      if (!states.has(id)) skipped.set(id, 'gone');
      else if (states.get(id)!.lastChange !== bulkId) skipped.set(id, 'changed');
    return states;
  }

  async restorePolicies(page: UndoPage, states: States, now: UtcTimestamp): Promise<void> {
    const { sql, caller, bulkId, skipped } = page;
    const policies = new Map(
      left(page).flatMap(({ favoriteId, before }) => (before.policy ? [[favoriteId, before.policy]] : [])),
    );
    const owners = [...policies.keys()].map((id) => states.get(id)!);
    const restore = (_: Policy, { id }: { id: string }) => policies.get(id)!;
    const { problems } = await this.policies.write(sql, caller, owners, restore, now, { undone: bulkId });
    for (const id of problems.keys()) skipped.set(id, 'refused');
  }

  async update(page: UndoPage, rows: FavoriteState[], versions: Versions, states: States): Promise<void> {
    const { sql, caller, bulkId } = page;
    await this.favorites.write(sql, [...RESTORED, 'lastChange'], rows);
    await this.versions.restoreDeployments(page, versions, states);
    const entries = left(page).map(({ favoriteId: id, before: { state, notes, tags } }) => {
      const columns = EDITED.filter((column) => (column === 'notes' ? notes !== undefined : column in state));
      const fields = [...columns.map((column) => EDITED_FIELDS[column]), ...(tags ? ['tags'] : [])];
      const version = versions.get(id);
      return { id, fields, ...(version && { version }), undone: bulkId };
    });
    const written = entries.filter(({ fields }) => fields.length > 0);
    if (written.length > 0)
      await auditAll(sql, caller, 'favorite.updated', written, ({ id: _, ...details }) => details);
    for (const { favoriteId, before } of left(page))
      if (before.notes !== undefined) await this.columns.update(sql, favoriteId, { notes: before.notes });
  }
}
