import { Injectable } from '@nestjs/common';
import type { KeyRange } from 'version-order';
import { type AuditDetails, auditAll } from '../../access/audit/audit.repository';
import type { UserActor } from '../../api/identity/actor';
import { Problem } from '../../api/problem/problem';
import { idsOf } from '../../common/ids';
import type { UtcTimestamp } from '../../common/time/utc-timestamp';
import type { Sql } from '../../database/database';
import { EvaluationService } from '../store/evaluation.service';
import { type FavoriteState, FavoriteStateRepository } from '../store/favorite-state.repository';
import { RiskRepository } from '../store/risk.repository';
import { SupportRepository } from '../store/support.repository';
import { IMPORTED } from '../store/favorite.entity';
import { decidesAboutVersions } from './policy.mapper';
import { NO_POLICY, type Policy } from '../store/policy';
import { PolicyRepository, type RangedPolicy } from './policy.repository';
import { SeriesService } from './series.service';

/** The fields to write, given the stored policy. null = nothing, a problem = this favorite cannot have it. */
type Change = Partial<Policy> | Problem | null;

interface Written {
  before: Map<string, Policy>;
  problems: Map<string, Problem>;
}

/** Writes policies of favorites, and evaluates these: a few statements, however many they are. */
@Injectable()
export class PolicyWriter {
  constructor(
    private readonly policies: PolicyRepository,
    private readonly series: SeriesService,
    private readonly favorites: FavoriteStateRepository,
    private readonly evaluation: EvaluationService,
    private readonly support: SupportRepository,
    private readonly risks: RiskRepository,
  ) {}

  /** In a transaction that locked the favorites and their products. @returns the former policies of those that were written, and why others were not */
  async write(
    sql: Sql,
    caller: UserActor,
    favorites: FavoriteState[],
    change: (stored: Policy, favorite: FavoriteState) => Change,
    now: UtcTimestamp,
    details: AuditDetails = {},
  ): Promise<Written> {
    const written: Written = { before: new Map(), problems: new Map() };
    if (favorites.length === 0) return written;
    const stored = await this.policies.findAll(sql, idsOf(favorites));
    const next = new Map<string, RangedPolicy & { given: Partial<Policy> }>();
    for (const favorite of favorites) {
      const { policy, range } = stored.get(favorite.id) ?? { policy: NO_POLICY, range: null };
      const given = change(policy, favorite);
      if (given === null) continue;
      const after = given instanceof Problem ? given : await this.applied(sql, favorite, { policy, range }, given);
      if (after instanceof Problem) written.problems.set(favorite.id, after);
      else {
        next.set(favorite.id, after);
        written.before.set(favorite.id, policy);
      }
    }
    const owners = favorites.filter(({ id }) => next.has(id));
    if (owners.length > 0) await this.store(sql, caller, owners, next, now, details);
    return written;
  }

  private async applied(sql: Sql, { softwareId }: FavoriteState, former: RangedPolicy, given: Partial<Policy>) {
    const policy = { ...former.policy, ...given };
    const range = await this.rangeAfter(sql, softwareId, former.range, given.series);
    return range instanceof Problem ? range : { policy, range, given };
  }

  /** The ordering of the product keeps the range of a series that is not written. */
  private async rangeAfter(
    sql: Sql,
    softwareId: string,
    former: KeyRange | null,
    series: string | null | undefined,
  ): Promise<KeyRange | null | Problem> {
    if (series === undefined) return former;
    if (series === null) return null;
    const range = await this.series.rangeOf(sql, softwareId, series);
    return range ?? unreadableSeries();
  }

  private async store(
    sql: Sql,
    caller: UserActor,
    owners: FavoriteState[],
    next: Map<string, RangedPolicy & { given: Partial<Policy> }>,
    now: UtcTimestamp,
    details: AuditDetails,
  ): Promise<void> {
    await this.policies.replaceAll(sql, next);
    const states = owners.map(({ id, wakeAt, lastChange, imported }) => {
      const { policy } = next.get(id)!;
      const written = { hasPolicy: decidesAboutVersions(policy), wakeAt: wakeAfter(policy.snoozed_until, wakeAt, now) };
      return { id, ...written, evaluateAt: null, lastChange, imported: imported && IMPORTED };
    });
    await this.favorites.write(sql, ['hasPolicy', 'wakeAt', 'evaluateAt', 'lastChange', 'imported'], states);
    const detailsOf = ({ id }: FavoriteState) => ({ fields: Object.keys(next.get(id)!.given), ...details });
    await auditAll(sql, caller, 'favorite.policy-updated', owners, detailsOf);
    const due = owners.filter(({ evaluateAt }) => evaluateAt !== null && evaluateAt <= now);
    const ids = idsOf(owners);
    await this.evaluation.evaluateAllWritten(sql, ids, 'unless-higher', now, idsOf(due));
    const noticed = ids.filter((id) => next.get(id)!.given.support_notice !== undefined);
    if (noticed.length > 0) await this.support.alertAgain(sql, noticed);
    const told = ids.filter((id) => next.get(id)!.given.advisories !== undefined);
    await this.risks.alertBy(sql, told, now);
  }
}

export const unreadableSeries = () => Problem.field('series', "is not a series in this product's version scheme");

/** The end of this snooze, or of a former one that has ended and still has to remind. */
function wakeAfter(snoozedUntil: UtcTimestamp | null, former: UtcTimestamp | null, now: UtcTimestamp) {
  if (snoozedUntil !== null && snoozedUntil > now) return snoozedUntil;
  return former !== null && former <= now ? former : null;
}
