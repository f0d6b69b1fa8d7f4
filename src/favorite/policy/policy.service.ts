import { Injectable } from '@nestjs/common';
import { audit } from '../../audit/audit.repository';
import type { Owner, UserActor } from '../../common/identity/actor';
import { Problem } from '../../common/problem/problem';
import type { UtcTimestamp } from '../../common/time/utc-timestamp';
import { Database, type Sql, type Transaction } from '../../database/database';
import { DatabaseClock } from '../../database/database-clock';
import { EvaluationService } from '../store/evaluation.service';
import { FavoriteRepository } from '../store/favorite.repository';
import { type PolicyResponse, SKIPPED_AT_MOST, type ReplacePolicyDto, type UpdatePolicyDto } from './dto/policy.dto';
import { decidesAboutVersions, readPolicy, toPolicyResponse } from './policy.mapper';
import { NO_POLICY, type Policy, PolicyRepository } from './policy.repository';
import { SeriesService } from './series.service';

/** The list of skipped versions has no room for another one. */
export class SkipListFull extends Error {}

/** Policies of favorites: which versions they allow, and how they notify. */
@Injectable()
export class PolicyService {
  constructor(
    private readonly database: Database,
    private readonly policies: PolicyRepository,
    private readonly series: SeriesService,
    private readonly favorites: FavoriteRepository,
    private readonly evaluation: EvaluationService,
    private readonly clock: DatabaseClock,
  ) {}

  async read(caller: Owner, favoriteId: string): Promise<PolicyResponse> {
    if (!(await this.favorites.exists(caller.userId, favoriteId))) throw Problem.notFound('favorite');
    return toPolicyResponse(await this.policies.find(favoriteId));
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
    return this.write(caller, favoriteId, (stored) => {
      const skip = [...new Set([...stored.skip, version])];
      if (skip.length > SKIPPED_AT_MOST) throw new SkipListFull();
      return { skip };
    });
  }

  /** After the favorite moved to other software: ends its skips and its snooze, and reads its series anew. */
  async moved(sql: Transaction, favoriteId: string, softwareId: string): Promise<void> {
    const policy = { ...(await this.policies.find(favoriteId, sql)), skip: [], snoozed_until: null };
    await this.policies.replace(
      sql,
      favoriteId,
      policy,
      await this.series.storedRangeOf(sql, softwareId, policy.series),
    );
    await this.favorites.setPolicy(sql, favoriteId, { hasPolicy: decidesAboutVersions(policy), wakeAt: null });
  }

  /** @param change the fields to write, given the stored policy; only these are validated */
  private async write(
    caller: UserActor,
    favoriteId: string,
    change: (stored: Policy) => Partial<Policy>,
  ): Promise<PolicyResponse> {
    return this.database.transaction(async (sql) => {
      const favorite = await this.favorites.lock(sql, caller.userId, favoriteId);
      if (!favorite) throw Problem.notFound('favorite');
      const { softwareId, evaluateAt } = favorite;
      await this.favorites.lockSoftware(sql, softwareId);
      const stored = await this.policies.find(favoriteId, sql);
      const given = change(stored);
      await this.assertValid(sql, caller, softwareId, given);
      const policy = { ...stored, ...given };
      await this.policies.replace(
        sql,
        favoriteId,
        policy,
        await this.series.storedRangeOf(sql, softwareId, policy.series),
      );
      const now = await this.clock.now(sql);
      const wasDue = evaluateAt !== null && evaluateAt <= now;
      const wakeAt = wakeAfter(policy.snoozed_until, favorite.wakeAt, now);
      await this.favorites.setPolicy(sql, favoriteId, { hasPolicy: decidesAboutVersions(policy), wakeAt });
      await audit(sql, caller, 'favorite.policy-updated', favoriteId, { fields: Object.keys(given) });
      await this.evaluation.evaluateWritten(sql, favoriteId, 'unless-higher', now, wasDue);
      return toPolicyResponse(await this.policies.find(favoriteId, sql));
    });
  }

  private async assertValid(sql: Sql, { userId }: Owner, softwareId: string, given: Partial<Policy>): Promise<void> {
    const { channels = [], series } = given;
    if (!(await this.policies.ownsChannels(sql, userId, channels)))
      throw Problem.field('channels', 'names a channel that you do not have');
    if (series != null && !(await this.series.rangeOf(sql, softwareId, series)))
      throw Problem.field('series', "is no series of versions in this software's version scheme");
  }
}

/** The end of this snooze, or of a former one that has ended and still has to remind. */
function wakeAfter(snoozedUntil: UtcTimestamp | null, former: UtcTimestamp | null, now: UtcTimestamp) {
  if (snoozedUntil !== null && snoozedUntil > now) return snoozedUntil;
  return former !== null && former <= now ? former : null;
}
