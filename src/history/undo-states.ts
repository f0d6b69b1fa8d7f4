import { Injectable } from '@nestjs/common';
import type { Owner } from '../api/identity/actor';
import { Database } from '../database/database';
import { type JournalItem, JournalRepository } from '../favorite/journal/journal.repository';
import { type Current, isChangedSince } from '../favorite/journal/obstacle';
import { PolicyRepository } from '../favorite/policy/policy.repository';
import { FavoriteStateRepository } from '../favorite/store/favorite-state.repository';
import { TagService } from '../favorite/tag/tag.service';
import { NO_POLICY } from '../favorite/store/policy';
import type { HistoryRow, UndoState } from './dto/history.response';
import { HistoryRepository } from './history.repository';

/** Favorites of an entry that are looked at: if it changed more, one of the others may come back. */
const LOOKED_AT = 4;

/** What there is now of the favorites of a page. */
interface Now {
  favorites: ReadonlyMap<string, Current>;
  /** Products that are tracked. */
  tracked: ReadonlyMap<string, string>;
  /** Products that exist, with their names. */
  software: ReadonlyMap<string, string>;
}

/** Whether changes can be undone, and why not; a few statements for a page. */
@Injectable()
export class UndoStates {
  constructor(
    private readonly database: Database,
    private readonly history: HistoryRepository,
    private readonly journal: JournalRepository,
    private readonly favorites: FavoriteStateRepository,
    private readonly policies: PolicyRepository,
    private readonly tags: TagService,
  ) {}

  async of(caller: Owner, rows: HistoryRow[]): Promise<Map<string, UndoState>> {
    const ids = rows.filter(({ action }) => action !== 'import').map(({ id }) => id);
    const items = await this.journal.firstItems(ids, LOOKED_AT + 1);
    const now = await this.now(caller, [...items.values()].flat());
    return new Map(rows.map((row) => [row.id, stateOf(row, items.get(row.id) ?? [], now)]));
  }

  private async now({ userId }: Owner, items: JournalItem[]): Promise<Now> {
    if (items.length === 0) return { favorites: new Map(), tracked: new Map(), software: new Map() };
    const ids = [...new Set(items.map(({ favoriteId }) => favoriteId))];
    const states = await this.favorites.find(this.database, userId, ids);
    const found = states.map(({ id }) => id);
    const policies = found.length > 0 ? await this.policies.findAll(this.database, found) : new Map();
    const kept = found.length > 0 ? await this.favorites.findPrivate(this.database, found) : new Map();
    const isTagged = items.some(({ after }) => after.tags !== undefined);
    const tags = isTagged ? await this.tags.of(this.database, found) : new Map();
    const products = [...new Set(items.map(({ before }) => before.state.softwareId))];
    return {
      favorites: new Map(
        states.map((state) => [
          state.id,
          {
            state,
            policy: policies.get(state.id)?.policy ?? NO_POLICY,
            notes: kept.get(state.id)?.notes ?? null,
            tags: tags.get(state.id) ?? [],
          },
        ]),
      ),
      tracked: await this.favorites.idsOfSoftware(this.database, userId, products),
      software: await this.history.products(products),
    };
  }
}

function stateOf({ action, is_last, undone_at }: HistoryRow, items: JournalItem[], now: Now): UndoState {
  if (action === 'import') {
    if (undone_at !== null) return 'undone';
    return is_last === 1 ? 'possible' : 'replaced';
  }
  if (items.length === 0) return undone_at === null ? 'impossible' : 'undone';
  const isOpen = items.length > LOOKED_AT || items.some((item) => canComeBack(action, item, now));
  if (isOpen) return 'possible';
  // What could be restored was; the rest had been changed.
  return undone_at === null ? 'changed' : 'undone';
}

function canComeBack(action: HistoryRow['action'], item: JournalItem, { favorites, tracked, software }: Now): boolean {
  const { softwareId } = item.before.state;
  if (action === 'delete') return software.has(softwareId) && !tracked.has(softwareId);
  const current = favorites.get(item.favoriteId);
  return current !== undefined && !isChangedSince(action, item, current);
}
