import { Injectable } from '@nestjs/common';
import { audit, type AuditDetails } from '../access/audit/audit.repository';
import type { UserActor } from '../api/identity/actor';
import { newId } from '../common/ids';
import type { UtcTimestamp } from '../common/time/utc-timestamp';
import type { Sql, Transaction } from '../database/database';
import { DatabaseClock } from '../database/database-clock';
import { SoftwareSourceService } from '../source/polling/software-source.service';
import type { UpdateFavoriteDto } from './dto/write-favorite.dto';
import { ChangeJournal, type SingleChange } from './journal/change-journal';
import { EDITED, EDITED_FIELDS } from './journal/kept';
import { PolicyService } from './policy/policy.service';
import { type Acknowledgement, EvaluationService } from './store/evaluation.service';
import type { Flag } from './store/favorite.entity';
import type { FavoriteChanges } from './store/favorite.repository';
import { type FavoriteState, FavoriteStateRepository, newFavorite } from './store/favorite-state.repository';
import { FavoriteWriter } from './store/favorite-writer';
import type { NamedTag } from './tag/tag.repository';
import { TagService } from './tag/tag.service';

type Given = Pick<FavoriteState, 'softwareId' | 'versionId' | 'notes'> & Partial<Record<Flag, boolean>>;

/** Writes a single favorite with what follows from it and the journal, in a transaction that has locked it and its product. */
@Injectable()
export class SingleWriter {
  constructor(
    private readonly states: FavoriteStateRepository,
    private readonly writer: FavoriteWriter,
    private readonly policies: PolicyService,
    private readonly tags: TagService,
    private readonly sources: SoftwareSourceService,
    private readonly evaluation: EvaluationService,
    private readonly journal: ChangeJournal,
    private readonly clock: DatabaseClock,
  ) {}

  /** @returns its id */
  async insert(sql: Transaction, caller: UserActor, given: Given, tags?: NamedTag[]): Promise<string> {
    const { softwareId, versionId } = given;
    const now = await this.clock.now(sql);
    const made = newFavorite({ userId: caller.userId, softwareId, versionId }, now);
    const { id } = made;
    await this.states.insert(sql, [{ ...made, ...given }], now);
    if (tags) await this.tags.change(sql, [id], () => tags);
    await this.sources.wake(sql, [softwareId]);
    await audit(sql, caller, 'favorite.created', id, { software: softwareId, version: versionId });
    await this.evaluation.evaluateWritten(sql, id, 'always', now);
    return id;
  }

  async update(
    sql: Transaction,
    caller: UserActor,
    current: FavoriteState,
    changes: FavoriteChanges,
    { now, input }: { now?: UtcTimestamp; input?: UpdateFavoriteDto } = {},
  ): Promise<void> {
    const { id } = current;
    const entry = newId();
    // Before an own version goes with the last favorite that has it.
    const former = await this.states.labels(sql, changes.versionId ? [current.versionId, changes.versionId] : []);
    await this.writer.update(sql, id, changes, current.versionId, entry);
    await audit(sql, caller, 'favorite.updated', id, auditDetails(changes, input));
    if (changes.softwareId !== undefined) {
      await this.policies.moved(sql, id, changes.softwareId);
      await this.sources.wake(sql, [changes.softwareId]);
    }
    await this.evaluation.evaluateWritten(sql, id, acknowledgementOf(changes), now ?? (await this.clock.now(sql)));
    const change = singleChange(current, changes, former);
    if (change) await this.journal.record(sql, caller, { ...change, id: entry });
  }

  /** Nothing of it is written, but what is on offer. */
  evaluate(sql: Transaction, { id }: FavoriteState, now: UtcTimestamp): Promise<void> {
    return this.evaluation.evaluateWritten(sql, id, 'never', now);
  }

  /** @returns the favorite as it is after that */
  async retag(sql: Sql, caller: UserActor, state: FavoriteState, tags: NamedTag[]): Promise<FavoriteState> {
    const changes = (await this.tags.change(sql, [state.id], () => tags)).get(state.id);
    if (!changes) return state;
    let kept = { state, tags: changes.former };
    for (const action of ['tag', 'untag'] as const) {
      if (changes[action].length === 0) continue;
      const id = newId();
      const details = { tags: changes[action].map(({ name }) => name) };
      await this.journal.record(sql, caller, { id, action, kept, details });
      kept = { state: { ...state, lastChange: id }, tags: [...changes.former, ...changes.tag] };
    }
    return kept.state;
  }
}

/** Whether the change is more than notes: writing notes does not acknowledge the version. */
function acknowledgementOf({ softwareId, notes: _, ...decisive }: FavoriteChanges): Acknowledgement {
  if (softwareId !== undefined) return 'always';
  return Object.keys(decisive).length > 0 ? 'unless-new' : 'never';
}

const FIELDS: Record<keyof FavoriteChanges, string> = { softwareId: 'software', ...EDITED_FIELDS };

/** The fields that were written, and the new ids. Notes are private. */
function auditDetails(changes: FavoriteChanges, input: UpdateFavoriteDto = {}): AuditDetails {
  const { softwareId, versionId } = changes;
  return {
    fields: [
      ...Object.keys(changes).map((name) => FIELDS[name as keyof FavoriteChanges]),
      ...(input.tags ? ['tags'] : []),
    ],
    ...(softwareId && { software: softwareId }),
    ...(versionId && { version: versionId }),
  };
}

/**
 * What the journal says of the changes of a request. @param labels of the former and the next version
 * @returns null when everything was so before
 */
function singleChange(
  state: FavoriteState,
  changes: FavoriteChanges,
  labels: ReadonlyMap<string, string>,
): SingleChange | null {
  if (changes.softwareId !== undefined) return { action: 'move', kept: { state } };
  const edited = EDITED.filter((column) => changes[column] !== undefined && changes[column] !== state[column]);
  const [only, ...others] = edited;
  if (only === undefined) return null;
  const [from, to] = [labels.get(state.versionId), labels.get(changes.versionId!)];
  const moved = edited.includes('versionId') ? { from: from!, to: to! } : null;
  const kept = {
    state,
    ...(moved && { version: moved.from }),
    ...(edited.includes('notes') && { notes: state.notes }),
  };
  if (others.length === 0 && moved) return { action: 'update', kept, details: moved };
  if (others.length === 0 && only === 'notificationsEnabled')
    return { action: changes.notificationsEnabled ? 'unmute' : 'mute', kept };
  return { action: 'edit', kept, details: { ...moved, fields: edited.map((column) => EDITED_FIELDS[column]) } };
}
