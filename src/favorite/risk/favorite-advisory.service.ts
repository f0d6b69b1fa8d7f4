import { Injectable } from '@nestjs/common';
import { probabilityOf, SEVERITIES } from 'advisory-match';
import { AdvisoryRepository, type VulnerabilityDetails } from '../../advisory/store/advisory.repository';
import type { Owner } from '../../api/identity/actor';
import { Problem } from '../../api/problem/problem';
import { toApiTimestamp } from '../../common/time/utc-timestamp';
import { Database } from '../../database/database';
import { FavoriteRiskService } from '../store/favorite-risk.service';
import { RISK } from '../store/favorite.list';
import { FavoriteRepository } from '../store/favorite.repository';
import { isThere, type KnownFinding } from '../store/risk';
import { type Exposure, RiskService } from '../store/risk.service';
import { ADVISORIES_AT_MOST, type FavoriteAdvisories, type FavoriteAdvisory } from './dto/favorite-advisory.dto';
import { type Triage, TriageRepository } from '../store/triage.repository';

/** The vulnerabilities of the version in use, with their texts and what their owner decided. */
@Injectable()
export class FavoriteAdvisoryService {
  constructor(
    private readonly database: Database,
    private readonly favorites: FavoriteRepository,
    private readonly risks: FavoriteRiskService,
    private readonly exposures: RiskService,
    private readonly advisories: AdvisoryRepository,
    private readonly triages: TriageRepository,
  ) {}

  /** @throws Problem not-found */
  async list({ userId }: Owner, id: string): Promise<FavoriteAdvisories> {
    const row = await this.favorites.find(userId, id, new Set([RISK]));
    if (!row) throw Problem.notFound('favorite');
    const [risk] = await this.risks.of([row]);
    const exposure = await this.exposureOf(id);
    const worst = exposure.findings.toSorted(byRisk);
    const shown = worst.slice(0, ADVISORIES_AT_MOST);
    const triages = await this.triages.find(id);
    const names = shown.map(({ vulnerability }) => vulnerability);
    const details = await this.advisories.detailsOf(names, row.software_id);
    const advisories = shown.map((finding) =>
      toAdvisory(finding, exposure, details.get(finding.vulnerability), triages.get(finding.vulnerability)),
    );
    return { risk: risk!, advisories, more: worst.length - shown.length };
  }

  /** One of them, of a favorite that the caller has. @throws Problem not-found */
  async get(id: string, vulnerability: string): Promise<FavoriteAdvisory> {
    const exposure = await this.exposureOf(id);
    const finding = exposure.findings.find((one) => one.vulnerability === vulnerability);
    if (!finding) throw Problem.notFound('vulnerability of this favorite');
    const details = await this.advisories.detailsOf([vulnerability], exposure.favorite.software_id);
    const triages = await this.triages.find(id);
    return toAdvisory(finding, exposure, details.get(vulnerability), triages.get(vulnerability));
  }

  private async exposureOf(id: string): Promise<Exposure> {
    const [exposure] = await this.database.transaction((sql) => this.exposures.exposures(sql, [id]));
    if (!exposure) throw Problem.notFound('favorite');
    return exposure;
  }
}

/** The exploited first, then the worst, then the most probable. */
function byRisk(one: KnownFinding, other: KnownFinding): number {
  const rank = ({ state, isExploited, severity, epss }: KnownFinding) => [
    state === 'affected' ? 1 : state === 'not_affected' ? -1 : 0,
    isExploited ? 1 : 0,
    SEVERITIES.indexOf(severity),
    epss ?? -1,
  ];
  const [a, b] = [rank(one), rank(other)];
  const at = a.findIndex((value, index) => value !== b[index]);
  return at < 0 ? (one.vulnerability < other.vulnerability ? 1 : -1) : b[at]! - a[at]!;
}

function toAdvisory(
  finding: KnownFinding,
  { offered }: Exposure,
  details: VulnerabilityDetails | undefined,
  triage: Triage | undefined,
): FavoriteAdvisory {
  return {
    id: finding.vulnerability,
    state: finding.state,
    severity: finding.severity,
    summary: details?.summary ?? null,
    url: details?.url ?? null,
    exploited: finding.isExploited,
    epss: probabilityOf(finding.epss),
    fixed: finding.fixed,
    reason: finding.reason,
    fixed_by_update: isThere(finding) && offered !== null && !offered.has(finding.vulnerability),
    found_at: toApiTimestamp(finding.foundAt),
    triage: triage
      ? {
          state: triage.state,
          until: triage.until,
          reason: triage.reason,
          needs_review: triage.needsReview,
          decided_at: toApiTimestamp(triage.decidedAt),
        }
      : null,
  };
}
