import { Injectable } from '@nestjs/common';
import { probabilityOf, SEVERITIES } from 'advisory-match';
import { AdvisoryRepository, type VulnerabilityDetails } from '../../advisory/store/advisory.repository';
import { ManageLinks } from '../link/manage-links';
import { type AlertVulnerability, MAX_ALERT_VULNERABILITIES, type RiskAlert } from '../rendering/alert';
import type { TrackedProduct } from '../rendering/tracked-product';
import type { ClaimedDelivery } from './claimed-delivery';
import { exploitedBy, RiskDataRepository, type ToldRow } from './risk-data.repository';

/** Builds the data of alerts about vulnerabilities. */
@Injectable()
export class RiskAlertBuilder {
  constructor(
    private readonly data: RiskDataRepository,
    private readonly advisories: AdvisoryRepository,
    private readonly manage: ManageLinks,
  ) {}

  async alertOf(delivery: ClaimedDelivery, product: TrackedProduct): Promise<RiskAlert> {
    const { favorite_id: favorite, software_id: software } = delivery;
    const told = await this.data.told(delivery.notification_id);
    const left = told.filter(({ severity, is_triaged }) => severity !== null && !is_triaged);
    // By hand an alert can be sent again when nothing is left of it.
    const rows = (left.length > 0 ? left : told).sort(worstFirst);
    const named = rows.slice(0, MAX_ALERT_VULNERABILITIES);
    const ids = named.map(({ vulnerability }) => vulnerability);
    const details =
      ids.length === 0 ? new Map<string, VulnerabilityDetails>() : await this.advisories.detailsOf(ids, software);
    const available = rows.find(({ available_id }) => available_id !== null);
    const update = available ? { id: available.available_id!, version: available.available_version! } : null;
    return {
      about: 'vulnerability',
      ...product,
      vulnerabilities: named.map((row) => vulnerabilityOf(row, details.get(row.vulnerability) ?? null)),
      total: rows.length,
      update,
      known: delivery.fresh_known,
      databases: [...new Set([...details.values()].map(({ database }) => database))].sort(),
      asOf: rows.reduce<string | null>((last, { as_of }) => ((as_of ?? '') > (last ?? '') ? as_of : last), null),
      links: { ...product.links, manage: update && this.manage.make(favorite, update.id, delivery.notified_at) },
    };
  }
}

function vulnerabilityOf(row: ToldRow, details: VulnerabilityDetails | null): AlertVulnerability {
  return {
    id: row.vulnerability,
    severity: SEVERITIES[row.severity ?? 0]!,
    exploited: exploitedBy(row),
    epss: probabilityOf(row.epss),
    summary: details?.summary ?? null,
    fixedIn: row.fixed,
    isFixedByUpdate: row.available_id !== null && !row.is_left,
    url: details?.url ?? null,
  };
}

const rankOf = ({ cisa_on, enisa_on }: ToldRow) => (cisa_on === null && enisa_on === null ? 0 : 1);

/** Known to be exploited first, then by severity and probability. */
const worstFirst = (a: ToldRow, b: ToldRow) =>
  rankOf(b) - rankOf(a) ||
  (b.severity ?? 0) - (a.severity ?? 0) ||
  (b.epss ?? -1) - (a.epss ?? -1) ||
  (a.vulnerability < b.vulnerability ? -1 : 1);
