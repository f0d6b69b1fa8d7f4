import { Injectable } from '@nestjs/common';
import type { UtcTimestamp } from '../../common/time/utc-timestamp';
import type { Sql } from '../../database/database';
import { favoritesById, type LockedFavorites } from './favorite-scope';
import { OfferRepository, type PolicyOffer } from './offer.repository';
import type { KnownFinding, Urgent } from './risk';
import { RiskRepository } from './risk.repository';
import { RiskService, untriaged, vulnerabilitiesOf } from './risk.service';

/**
 * Policies whose fix counts earlier than other versions (`urgent`): while the version in use has a vulnerability of that rank, and the version
 * that would be offered after the shorter age does not have it.
 */
@Injectable()
export class UrgentService {
  constructor(
    private readonly risks: RiskRepository,
    private readonly exposures: RiskService,
    private readonly offers: OfferRepository,
  ) {}

  /**
   * Decides it for locked favorites, before their policies are evaluated. Without such policies that costs one statement.
   * @returns when the shorter age may bring another version, by favorite
   */
  async decide(sql: Sql, { favorites }: LockedFavorites, now: UtcTimestamp): Promise<Map<string, UtcTimestamp>> {
    const withPolicy = favorites.filter(({ has_policy }) => has_policy === 1).map(({ id }) => id);
    const policies = withPolicy.length === 0 ? [] : await this.risks.urgentPolicies(sql, withPolicy);
    if (policies.length === 0) return new Map();
    const urgent = new Map(policies.map(({ favorite_id, urgent_from }) => [favorite_id, urgent_from]));
    const pressing = await this.pressing(sql, urgent, now);
    await this.risks.setUrgent(sql, [...urgent.keys()], [...pressing.keys()]);
    if (pressing.size === 0) return new Map();
    const offers = await this.offers.byPolicy(sql, favoritesById([...pressing.keys()]), now);
    const fixed = await this.fixedBy(sql, offers, pressing);
    await this.risks.setUrgent(sql, [...pressing.keys()], fixed);
    return new Map(offers.flatMap(({ favorite_id, next_at }) => (next_at === null ? [] : [[favorite_id, next_at]])));
  }

  /** The vulnerabilities for which a fix is urgent, by favorite; those without any are left out. */
  private async pressing(
    sql: Sql,
    urgent: Map<string, Urgent['from']>,
    now: UtcTimestamp,
  ): Promise<Map<string, Set<string>>> {
    const concerned = await this.risks.withRisk(sql, [...urgent.keys()]);
    const exposures = concerned.length === 0 ? [] : await this.exposures.exposures(sql, concerned);
    return new Map(
      exposures.flatMap((exposure) => {
        const from = urgent.get(exposure.favorite.id)!;
        const ids = untriaged(exposure, now.slice(0, 10)).filter((finding) => isPressing(finding, from));
        return ids.length === 0 ? [] : [[exposure.favorite.id, new Set(ids.map((one) => one.vulnerability))] as const];
      }),
    );
  }

  /** @returns the favorites whose offer does not have all of its vulnerabilities */
  private async fixedBy(sql: Sql, offers: PolicyOffer[], pressing: Map<string, Set<string>>): Promise<string[]> {
    const offered = offers.flatMap(({ software_id, best_id }) =>
      best_id === null ? [] : [{ software_id, id: best_id }],
    );
    const findings = await this.exposures.findings(sql, offered);
    return offers
      .filter(({ favorite_id, best_id }) => {
        if (best_id === null) return false;
        const left = new Set(vulnerabilitiesOf(findings.get(best_id)));
        return [...pressing.get(favorite_id)!].some((one) => !left.has(one));
      })
      .map(({ favorite_id }) => favorite_id);
  }
}

const isPressing = ({ state, isExploited, severity }: KnownFinding, from: Urgent['from']) =>
  state === 'affected' && (isExploited || (from === 'critical' && severity === 'critical'));
