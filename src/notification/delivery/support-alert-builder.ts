import { Injectable } from '@nestjs/common';
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
import type { SupportAlert } from '../rendering/alert';
import type { TrackedProduct } from '../rendering/tracked-product';
import type { ClaimedDelivery } from './claimed-delivery';

/** Builds the support data of messages. */
@Injectable()
export class SupportAlertBuilder {
  private readonly known = new ShortMemory<Cycle[]>();

  constructor(private readonly lifecycles: LifecycleRepository) {}

  async alertOf(delivery: ClaimedDelivery, product: TrackedProduct): Promise<SupportAlert> {
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
