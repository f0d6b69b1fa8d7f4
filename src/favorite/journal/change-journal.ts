import { Injectable } from '@nestjs/common';
import type { UserActor } from '../../api/identity/actor';
import { newId } from '../../common/ids';
import type { Sql } from '../../database/database';
import { type FavoriteState, FavoriteStateRepository } from '../store/favorite-state.repository';
import type { JournalAction } from './journal.list';
import { type EntryDetails, JournalRepository } from './journal.repository';
import type { Snapshot } from './snapshot';

/** A change of a single favorite. */
export interface SingleChange {
  /** Of the entry, where something else names it; otherwise a new one. */
  id?: string;
  action: JournalAction;
  /** As it was locked. */
  state: FavoriteState;
  before: Omit<Snapshot, 'state'>;
  after: Omit<Snapshot, 'state'>;
  /** As in `JournalItem`. */
  notes?: string | null;
  skip?: string[];
  details?: EntryDetails;
}

/** Writes changes of single favorites into the journal, in the transactions that make them. */
@Injectable()
export class ChangeJournal {
  constructor(
    private readonly journal: JournalRepository,
    private readonly favorites: FavoriteStateRepository,
  ) {}

  async record(sql: Sql, caller: UserActor, change: SingleChange): Promise<void> {
    const { id = newId(), action, state, before, after, notes = null, skip = [], details } = change;
    await this.journal.begin(sql, caller, {
      ...{ id, action, matched: 1, isSingle: true },
      ...(details ? { details } : {}),
    });
    // To another product: too much goes with it to be restored.
    if (action === 'move') return this.journal.count(sql, id, [state.softwareId]);
    const [now = state] = await this.favorites.find(sql, caller.userId, [state.id]);
    await this.journal.add(sql, id, [
      { favoriteId: state.id, before: { state, ...before }, after: { state: now, ...after }, notes, skip },
    ]);
  }
}
