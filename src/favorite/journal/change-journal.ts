import { Injectable } from '@nestjs/common';
import type { UserActor } from '../../api/identity/actor';
import { newId } from '../../common/ids';
import type { Sql } from '../../database/database';
import { FavoriteStateRepository } from '../store/favorite-state.repository';
import type { JournalAction } from './journal.list';
import { type EntryDetails, JournalRepository } from './journal.repository';
import { formerState, type Kept } from './kept';

/** A change of a single favorite. */
export interface SingleChange {
  /** Of the entry, where something else names it; otherwise a new one. */
  id?: string;
  action: JournalAction;
  kept: Kept;
  details?: EntryDetails;
}

/**
 * Writes changes of favorites into the journal, in the transactions that make them.
 *
 * A favorite says which entry changed it last (`lastChange`; null = something that cannot be undone). An entry can be undone as long as it is that
 * one, and its undo gives the favorite the one before: so changes are undone in turn. An id is used once, so nothing that was undone or that came
 * later is taken for it, as could happen with a counter that goes back.
 */
@Injectable()
export class ChangeJournal {
  constructor(
    private readonly journal: JournalRepository,
    private readonly favorites: FavoriteStateRepository,
  ) {}

  async record(sql: Sql, caller: UserActor, { id = newId(), action, kept, details }: SingleChange): Promise<void> {
    await this.journal.begin(sql, caller, {
      ...{ id, action, matched: 1, isSingle: true },
      ...(details ? { details } : {}),
    });
    // To another product: too much goes with it to be restored.
    if (action === 'move') await this.journal.count(sql, id, [kept.state.softwareId]);
    else await this.add(sql, caller, id, [kept]);
  }

  /** Favorites that an entry has changed. @param kept of each, as it was before */
  async add(sql: Sql, { userId }: UserActor, id: string, kept: Kept[]): Promise<void> {
    if (kept.length === 0) return;
    const ids = kept.map(({ state }) => state.id);
    const now = new Map((await this.favorites.find(sql, userId, ids)).map((state) => [state.id, state]));
    const items = kept.map(({ state, ...before }) => ({
      favoriteId: state.id,
      before: { ...before, state: formerState(state, now.get(state.id)) },
      after: { knownVersionId: now.get(state.id)?.knownVersionId ?? null },
    }));
    await this.journal.add(sql, id, items);
    if (now.size > 0) await this.favorites.setLastChange(sql, [...now.keys()], id);
  }
}
