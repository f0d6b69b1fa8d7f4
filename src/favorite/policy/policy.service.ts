import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { KeyRange } from 'version-order';
import type { Owner, UserActor } from '../../api/identity/actor';
import { Problem } from '../../api/problem/problem';
import { Database, type Sql, type Transaction } from '../../database/database';
import { DatabaseClock } from '../../database/database-clock';
import { lockProducts } from '../../software/software.repository';
import { ChangeJournal, type SingleChange } from '../journal/change-journal';
import { policyFields } from '../journal/kept';
import { FavoriteStateRepository } from '../store/favorite-state.repository';
import { FavoriteRepository } from '../store/favorite.repository';
import { type PolicyResponse, SKIPPED_AT_MOST, type ReplacePolicyDto, type UpdatePolicyDto } from './dto/policy.dto';
import { PolicyWriter, unreadableSeries } from './policy-writer';
import { decidesAboutVersions, readPolicy, toPolicyResponse } from './policy.mapper';
import { NO_POLICY, type Policy } from '../store/policy';
import { PolicyRepository } from './policy.repository';
import { SeriesService } from './series.service';

/** The list of skipped versions has no room for another one. */
export class SkipListFull extends Error {}

/** The version that a request names, to skip it or to end that. */
interface Named {
  skip?: string;
  unskip?: string;
}

/** Policies of favorites: which versions they allow, and how they notify. */
@Injectable()
export class PolicyService {
  constructor(
    private readonly database: Database,
    private readonly policies: PolicyRepository,
    private readonly series: SeriesService,
    private readonly favorites: FavoriteRepository,
    private readonly states: FavoriteStateRepository,
    private readonly writer: PolicyWriter,
    private readonly clock: DatabaseClock,
    private readonly journal: ChangeJournal,
  ) {}

  async read(caller: Owner, favoriteId: string): Promise<PolicyResponse> {
    if (!(await this.favorites.exists(caller.userId, favoriteId))) throw Problem.notFound('favorite');
    return toPolicyResponse(await this.policies.find(favoriteId));
  }

  /** Of these favorites, which are the caller's. */
  async readAll(favoriteIds: string[]): Promise<Map<string, PolicyResponse>> {
    if (favoriteIds.length === 0) return new Map();
    const stored = await this.policies.findAll(this.database, favoriteIds);
    return new Map(favoriteIds.map((id) => [id, toPolicyResponse(stored.get(id)?.policy ?? NO_POLICY)]));
  }

  /** `PUT`: fields that are left out get their defaults. */
  replace(caller: UserActor, favoriteId: string, input: ReplacePolicyDto): Promise<PolicyResponse> {
    const given = { ...NO_POLICY, ...readPolicy(input) };
    return this.write(caller, favoriteId, () => given);
  }

  /** `PATCH`: fields that are left out stay. */
  update(caller: UserActor, favoriteId: string, input: UpdatePolicyDto): Promise<PolicyResponse> {
    const given = readPolicy(input);
    return this.write(caller, favoriteId, () => given);
  }

  /**
   * Adds a version to the skipped ones.
   * @throws SkipListFull
   */
  skip(caller: UserActor, favoriteId: string, version: string): Promise<PolicyResponse> {
    return this.write(caller, favoriteId, (stored) => withSkipped(stored, version), { skip: version });
  }

  /** The same for a version by its id. */
  async skipVersion(caller: UserActor, favoriteId: string, versionId: string): Promise<PolicyResponse> {
    try {
      const named: Named = {};
      const change = async (stored: Policy, softwareId: string, sql: Sql) => {
        const label = await this.policies.labelOf(sql, softwareId, versionId.toLowerCase());
        if (label === undefined) throw Problem.field('version', 'is not the id of a version of this product');
        named.skip = label;
        return stored.skip.includes(label) ? null : withSkipped(stored, label);
      };
      return await this.write(caller, favoriteId, change, named);
    } catch (error) {
      throw error instanceof SkipListFull ? skipListFull() : error;
    }
  }

  /** Removes a version, and other labels of it, from the skipped ones. */
  async unskipVersion(caller: UserActor, favoriteId: string, versionId: string): Promise<void> {
    const named: Named = {};
    const change = async (stored: Policy, softwareId: string, sql: Sql) => {
      const labels = await this.policies.labelsSkipping(sql, favoriteId, softwareId, versionId);
      if (labels[0] !== undefined) named.unskip = labels[0];
      return labels.length === 0 ? null : { skip: stored.skip.filter((label) => !labels.includes(label)) };
    };
    await this.write(caller, favoriteId, change, named);
  }

  /** After the favorite moved to another product: ends its skips, its snooze and its contract, and reads its series anew. */
  async moved(sql: Transaction, favoriteId: string, softwareId: string): Promise<void> {
    const policy = {
      ...(await this.policies.find(favoriteId, sql)),
      skip: [],
      snoozed_until: null,
      supported_until: null,
    };
    const range = await this.series.storedRangeOf(sql, softwareId, policy.series);
    await this.policies.replaceAll(sql, new Map([[favoriteId, { policy, range }]]));
    const written = { id: favoriteId, hasPolicy: decidesAboutVersions(policy), wakeAt: null, evaluateAt: null };
    await this.states.write(sql, ['hasPolicy', 'wakeAt', 'evaluateAt'], [written]);
  }

  /** @param change the fields to write, given the stored policy; only these are validated. null = nothing to write */
  private async write(
    caller: UserActor,
    favoriteId: string,
    change: (stored: Policy, softwareId: string, sql: Sql) => MayBeLater<Partial<Policy> | null>,
    named: Named = {},
  ): Promise<PolicyResponse> {
    return this.database.transaction(async (sql) => {
      const favorite = await this.favorites.lock(sql, caller.userId, favoriteId);
      await lockProducts(sql, [favorite.softwareId]);
      const stored = await this.policies.find(favoriteId, sql);
      const given = await change(stored, favorite.softwareId, sql);
      await this.assertOwnsChannels(sql, caller, given?.channels);
      const now = await this.clock.now(sql);
      const { problems } = await this.writer.write(sql, caller, [favorite], () => given, now);
      for (const problem of problems.values()) throw problem;
      const policy = await this.policies.find(favoriteId, sql);
      const isOther = (name: keyof Policy) =>
        !isDeepStrictEqual(policyFields(stored, [name]), policyFields(policy, [name]));
      const fields = (Object.keys(given ?? {}) as (keyof Policy)[]).filter(isOther);
      const kept = { state: favorite, policy: policyFields(stored, fields) };
      if (fields.length > 0) await this.journal.record(sql, caller, { ...entryOf(fields, policy, named), kept });
      return toPolicyResponse(policy);
    });
  }

  /** The series as a range of sort keys. @throws Problem invalid-body */
  async readRange(sql: Sql, softwareId: string, series: string | null): Promise<KeyRange | null> {
    if (series === null) return null;
    const range = await this.series.rangeOf(sql, softwareId, series);
    if (!range) throw unreadableSeries();
    return range;
  }

  /** @throws Problem invalid-body */
  async assertOwnsChannels(sql: Sql, { userId }: Owner, channels: string[] = []): Promise<void> {
    if (!(await this.policies.ownsChannels(sql, userId, channels)))
      throw Problem.field('channels', 'names a channel that you do not have');
  }
}

/** What the journal says of the fields that a request has changed. */
function entryOf(
  fields: (keyof Policy)[],
  { snoozed_until: until }: Policy,
  { skip, unskip }: Named,
): Pick<SingleChange, 'action' | 'details'> {
  if (skip !== undefined) return { action: 'skip', details: { to: skip } };
  if (unskip !== undefined) return { action: 'unskip', details: { to: unskip } };
  if (fields.length > 1 || fields[0] !== 'snoozed_until') return { action: 'policy', details: { fields } };
  return until === null ? { action: 'unsnooze' } : { action: 'snooze', details: { until } };
}

type MayBeLater<T> = T | Promise<T>;

/** @throws SkipListFull */
export function withSkipped({ skip }: Policy, label: string): Pick<Policy, 'skip'> {
  const added = [...new Set([...skip, label])];
  if (added.length > SKIPPED_AT_MOST) throw new SkipListFull();
  return { skip: added };
}

export const skipListFull = () =>
  new Problem(
    'limit-reached',
    `A favorite skips at most ${SKIPPED_AT_MOST} versions.`,
    [],
    {},
    { limit: SKIPPED_AT_MOST },
  );
