import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { auditAll } from '../../access/audit/audit.repository';
import type { UserActor } from '../../api/identity/actor';
import { Problem } from '../../api/problem/problem';
import { idsOf } from '../../common/ids';
import type { UtcTimestamp } from '../../common/time/utc-timestamp';
import type { Sql } from '../../database/database';
import type { EntryDetails } from '../journal/journal.repository';
import { type Kept, policyFields } from '../journal/kept';
import { PolicyRepository } from '../policy/policy.repository';
import { skipListFull, SkipListFull, withSkipped } from '../policy/policy.service';
import { PolicyWriter } from '../policy/policy-writer';
import { EvaluationService } from '../store/evaluation.service';
import { type Flag, FLAG_FIELDS } from '../store/favorite.entity';
import { type FavoriteState, FavoriteStateRepository } from '../store/favorite-state.repository';
import { FavoriteWriter } from '../store/favorite-writer';
import { NO_POLICY, type Policy } from '../store/policy';
import type { NamedTag } from '../tag/tag.repository';
import { tagsFull, TagService } from '../tag/tag.service';
import type { BulkCommand } from './bulk-command';

export interface BulkPage {
  sql: Sql;
  caller: UserActor;
  bulkId: string;
  command: BulkCommand;
  tags: NamedTag[];
  states: FavoriteState[];
  now: UtcTimestamp;
  problems: Map<string, Problem>;
}

type Deletion = Pick<BulkPage, 'sql' | 'caller' | 'bulkId' | 'states'>;

/** What is kept of each changed favorite, beside its row. */
export type Written = Map<string, Partial<Kept> & { details?: EntryDetails }>;

const ALL_FIELDS = Object.keys(NO_POLICY) as (keyof Policy)[];

/** What a command does to a page of favorites, which the transaction has locked with their products. */
@Injectable()
export class BulkActions {
  constructor(
    private readonly favorites: FavoriteStateRepository,
    private readonly writer: FavoriteWriter,
    private readonly policies: PolicyRepository,
    private readonly policyWriter: PolicyWriter,
    private readonly tags: TagService,
    private readonly evaluation: EvaluationService,
  ) {}

  run(page: BulkPage): Promise<Written> {
    switch (page.command.action) {
      case 'update':
        return this.update(page);
      case 'mute':
      case 'unmute':
        return this.setNotifications(page, page.command.action === 'unmute');
      case 'delete':
        return this.delete(page);
      case 'skip':
        return this.skip(page);
      case 'tag':
      case 'untag':
        return this.tag(page);
      case 'snooze':
      case 'unsnooze':
      case 'policy':
        return this.writePolicies(page);
    }
  }

  private async update({ sql, caller, bulkId, states, now }: BulkPage): Promise<Written> {
    const outdated = states.filter(({ availableVersionId }) => availableVersionId !== null);
    if (outdated.length === 0) return new Map();
    const former = outdated.map(({ versionId }) => versionId);
    const next = outdated.map(({ availableVersionId }) => availableVersionId!);
    const labels = await this.favorites.labels(sql, [...former, ...next]);
    const versions = outdated.map(({ id, availableVersionId }) => ({ id, versionId: availableVersionId! }));
    await this.writer.moveAll(sql, versions, former, bulkId);
    await auditAll(sql, caller, 'favorite.updated', versions, ({ versionId: version }) => ({
      ...{ fields: ['version'], version, bulk: bulkId },
    }));
    await this.evaluation.evaluateAllWritten(sql, idsOf(outdated), 'unless-new', now);
    return new Map(
      outdated.map(({ id, versionId, availableVersionId }) => {
        const from = labels.get(versionId)!;
        return [id, { version: from, details: { from, to: labels.get(availableVersionId!)! } }];
      }),
    );
  }

  private async setNotifications(page: BulkPage, enabled: boolean): Promise<Written> {
    const others = page.states.filter(({ notificationsEnabled }) => notificationsEnabled !== enabled);
    await this.setFlag(page, 'notificationsEnabled', idsOf(others), enabled);
    return new Map(others.map(({ id }) => [id, {}]));
  }

  private async setFlag(page: BulkPage, flag: Flag, ids: string[], is: boolean): Promise<void> {
    if (ids.length === 0) return;
    const written = ids.map((id) => ({ id, ...({ [flag]: is } as Record<Flag, boolean>) }));
    await this.wrote(page, FLAG_FIELDS[flag], [flag], written);
    await this.evaluation.evaluateAllWritten(page.sql, ids, 'unless-new', page.now);
  }

  private async wrote<F extends Flag>(
    { sql, caller, bulkId }: BulkPage,
    field: string,
    columns: F[],
    written: Pick<FavoriteState, 'id' | F>[],
  ): Promise<void> {
    await this.favorites.write(sql, columns, written);
    await auditAll(sql, caller, 'favorite.updated', written, () => ({ fields: [field], bulk: bulkId }));
  }

  private async tag(page: BulkPage): Promise<Written> {
    const { sql, command, tags, states, problems } = page;
    const { changed, full } = await this.tags[command.action === 'tag' ? 'give' : 'take'](sql, idsOf(states), tags);
    for (const id of full) problems.set(id, tagsFull());
    const written = [...changed.keys()].map((id) => ({ id }));
    if (written.length > 0) await this.wrote(page, 'tags', [], written);
    return new Map([...changed].map(([id, { former }]) => [id, { tags: former }]));
  }

  private async skip(page: BulkPage): Promise<Written> {
    const offered = page.states.filter(({ availableVersionId }) => availableVersionId !== null);
    const versions = offered.map(({ availableVersionId }) => availableVersionId!);
    const labels = await this.favorites.labels(page.sql, versions);
    const labelOf = new Map(offered.map(({ id, availableVersionId }) => [id, labels.get(availableVersionId!)!]));
    const before = await this.write({ ...page, states: offered }, (stored, id) => skipped(stored, labelOf.get(id)!));
    return new Map([...before].map(([id, { skip }]) => [id, { policy: { skip }, details: { to: labelOf.get(id)! } }]));
  }

  private async writePolicies(page: BulkPage): Promise<Written> {
    const { policy, useDefaultNotification } = page.command;
    const fields = Object.keys(policy) as (keyof Policy)[];
    const wanted = policyFields({ ...NO_POLICY, ...policy }, fields);
    const others = page.states.filter((state) => state.useDefaultNotification !== useDefaultNotification);
    const switched = new Set(useDefaultNotification === undefined ? [] : idsOf(others));
    const before = await this.write(page, (stored, id) =>
      isDeepStrictEqual(policyFields(stored, fields), wanted) && !switched.has(id) ? null : policy,
    );
    const moved = [...before.keys()].filter((id) => switched.has(id));
    await this.setFlag(page, 'useDefaultNotification', moved, useDefaultNotification!);
    return new Map([...before].map(([id, former]) => [id, { policy: policyFields(former, fields) }]));
  }

  /** @returns the former policies of those that were written */
  private async write(
    { sql, caller, bulkId, states, now, problems }: BulkPage,
    change: (stored: Policy, id: string) => Partial<Policy> | Problem | null,
  ): Promise<Map<string, Policy>> {
    const change_ = (stored: Policy, { id }: { id: string }) => change(stored, id);
    const written = await this.policyWriter.write(sql, caller, states, change_, now, { bulk: bulkId });
    for (const [id, problem] of written.problems) problems.set(id, problem);
    return written.before;
  }

  async delete({ sql, caller, bulkId, states }: Deletion): Promise<Written> {
    const ids = idsOf(states);
    const policies = await this.policies.findAll(sql, ids);
    const known = await this.favorites.known(sql, ids);
    const tags = await this.tags.of(sql, ids);
    const versions = states.map(({ versionId }) => versionId);
    const labels = await this.favorites.labels(sql, versions);
    await this.writer.delete(sql, states);
    const detailsOf = ({ softwareId: software }: FavoriteState) => ({ software, bulk: bulkId });
    await auditAll(sql, caller, 'favorite.deleted', states, detailsOf);
    return new Map(
      states.map((state) => {
        const policy = policies.get(state.id)?.policy;
        const kept = {
          state: { ...state, knownVersionId: known.get(state.id)! },
          version: labels.get(state.versionId)!,
          notes: state.notes,
          policy: policy ? policyFields(policy, ALL_FIELDS) : null,
          tags: tags.get(state.id) ?? [],
        };
        return [state.id, kept];
      }),
    );
  }
}

function skipped(stored: Policy, label: string): Partial<Policy> | Problem | null {
  if (stored.skip.includes(label)) return null;
  try {
    return withSkipped(stored, label);
  } catch (error) {
    if (error instanceof SkipListFull) return skipListFull();
    throw error;
  }
}
