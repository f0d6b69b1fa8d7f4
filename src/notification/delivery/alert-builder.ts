import { Injectable } from '@nestjs/common';
import { probabilityOf, SEVERITIES } from 'advisory-match';
import { AdvisoryRepository, type VulnerabilityDetails } from '../../advisory/store/advisory.repository';
import { ManageLinks } from '../link/signed-links';
import {
  type Alert,
  type AlertVulnerability,
  MAX_ALERT_VULNERABILITIES,
  type RiskAlert,
  type SupportAlert,
} from '../rendering/alert';
import type { TrackedProduct } from '../rendering/tracked-product';
import type { ClaimedDelivery } from './claimed-delivery';
import { isRiskAlert } from './still-wanted';
import { exploitedBy, RiskDataRepository, type ToldRow } from './risk-data.repository';
import { ShortMemory } from '../../common/concurrency/short-memory';
import { readSubject } from '../../favorite/store/next-alert';
import { LifecycleRepository } from '../../version/lifecycle/lifecycle.repository';
import type { Cycle } from '../../version/lifecycle/product-cycle';
import {
  cycleOf,
  daysBetween,
  NO_LAST_DAY,
  supportFacts,
  SupportKind,
  supportOf,
} from '../../version/lifecycle/support';

/** Builds the data of alerts, and what messages say of support. */
@Injectable()
export class AlertBuilder {
  private readonly known = new ShortMemory<Cycle[]>();

  constructor(
    private readonly lifecycles: LifecycleRepository,
    private readonly data: RiskDataRepository,
    private readonly advisories: AdvisoryRepository,
    private readonly manage: ManageLinks,
  ) {}

  alertOf(delivery: ClaimedDelivery, product: TrackedProduct): Promise<Alert> {
    return isRiskAlert(delivery) ? this.riskAlertOf(delivery, product) : this.supportAlertOf(delivery, product);
  }

  private async riskAlertOf(delivery: ClaimedDelivery, product: TrackedProduct): Promise<RiskAlert> {
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

  private async supportAlertOf(delivery: ClaimedDelivery, product: TrackedProduct): Promise<SupportAlert> {
    const about = readSubject(delivery.subject ?? '');
    const cycles = await this.cyclesOf(delivery.software_id);
    const cycle = cycles.find(({ id }) => id === about?.lifecycleId) ?? null;
    const facts = supportFacts(cycle, { basis: delivery.support_basis, until: delivery.supported_until });
    const today = delivery.now.slice(0, 10);
    // By hand an alert can be sent again when its date is not known any more.
    const endsOn = delivery.eol_on ?? about?.endsOn ?? today;
    return {
      about: 'support',
      ...product,
      support: {
        cycle: cycle?.cycle ?? null,
        basis: facts.basis,
        endsOn,
        days: daysBetween(today, endsOn),
        was: about?.was ?? null,
        extendedUntil: facts.extendedUntil,
        latest: cycle?.latest ?? null,
        next: cycle && nextOf(cycle, cycles, today),
        asOf: facts.basis === 'contract' ? null : (cycle?.asOf ?? null),
      },
      links: { ...product.links, dates: cycle?.link ?? null },
    };
  }

  /** The last day of support of the version that a delivery is about; null when it is not known. */
  async supportedUntil(delivery: ClaimedDelivery): Promise<string | null> {
    const cycles = await this.cyclesOf(delivery.software_id);
    const today = delivery.now.slice(0, 10);
    const cycle = cycleOf(delivery.version_key, delivery.version, cycles, today);
    return supportFacts(cycle, { basis: delivery.support_basis }).eolOn;
  }

  private cyclesOf(softwareId: string): Promise<Cycle[]> {
    const read = async () => (await this.lifecycles.find([softwareId])).get(softwareId) ?? [];
    return this.known.get(softwareId, read);
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

/** The newer cycle that is supported longest; of several the newest. */
function nextOf(current: Cycle, cycles: Cycle[], today: string): SupportAlert['support']['next'] {
  const newer = cycles.filter(
    (cycle) =>
      !cycle.isGone &&
      cycle.rangeFrom !== null &&
      current.rangeFrom !== null &&
      cycle.rangeFrom > current.rangeFrom &&
      (cycle.releasedOn === null || cycle.releasedOn <= today) &&
      ['supported', 'ending'].includes(supportOf(cycle, today).state),
  );
  const endOf = (cycle: Cycle) => supportFacts(cycle).eolOn ?? NO_LAST_DAY;
  // In the order of their ranges.
  const best = newer.reduce<Cycle | null>((found, one) => (found && endOf(found) > endOf(one) ? found : one), null);
  if (best === null) return null;
  const { kind, eolOn } = supportFacts(best);
  return { cycle: best.cycle, until: kind === SupportKind.Dated ? eolOn : null };
}
