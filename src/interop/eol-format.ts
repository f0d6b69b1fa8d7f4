import { safeUrl } from '../common/text';
import { NO_LAST_DAY, supportFacts, supportOf } from '../lifecycle/support';
import type { Cycle } from '../lifecycle/product-cycle';

// API v1 of endoflife.date (https://endoflife.date/docs/api/v1/), as its OpenAPI description 1.2.1 says.

export const SCHEMA_VERSION = '1.2.1';

/** The only category: the catalogue does not sort products into kinds. */
export const CATEGORY = 'software';

/** Phases that some cycle of the product has: the fields of others are left out. */
export interface Phases {
  active: boolean;
  extended: boolean;
}

export const phasesOf = (cycles: Cycle[]): Phases => ({
  active: cycles.some(({ activeUntil }) => activeUntil !== null),
  extended: cycles.some(({ extendedUntil, isExtendedOver }) => extendedUntil !== null || isExtendedOver !== null),
});

/** The newest cycle first; those without an order last. @param cycles as `LifecycleRepository` gives them */
export const inEolOrder = (cycles: Cycle[]): Cycle[] => [
  ...cycles.filter(({ rangeFrom }) => rangeFrom !== null).reverse(),
  ...cycles.filter(({ rangeFrom }) => rangeFrom === null),
];

/**
 * `ProductRelease`.
 * @param today `YYYY-MM-DD`
 * @param latestDay the day on which its newest version was released
 */
export function releaseOf(cycle: Cycle, phases: Phases, today: string, latestDay: string | null) {
  const { state } = supportOf(cycle, today);
  const isEol = state === 'ended' || state === 'extended';
  const { releasedOn, ltsFrom } = cycle;
  return {
    name: cycle.cycle,
    codename: null,
    label: cycle.label ?? cycle.cycle,
    // The format has no null here.
    releaseDate: releasedOn ?? latestDay ?? cycle.asOf,
    isLts: ltsFrom !== null && ltsFrom <= today,
    ltsFrom: ltsFrom !== null && ltsFrom !== releasedOn ? ltsFrom : null,
    ...(phases.active && activeOf(cycle, isEol, today)),
    isEol,
    eolFrom: cycle.eolOn,
    ...(phases.extended && extendedOf(cycle, today)),
    isMaintained: state !== 'ended',
    latest: cycle.latest === null ? null : { name: cycle.latest, date: latestDay, link: safeUrl(cycle.link) },
    custom: releasedOn === null ? { releaseDate: 'not known' } : null,
  };
}

const activeOf = ({ activeUntil }: Cycle, isEol: boolean, today: string) => ({
  isEoas: activeUntil === null ? isEol : today > activeUntil,
  eoasFrom: activeUntil,
});

/** Both null: the cycle has no extended support. */
function extendedOf(cycle: Cycle, today: string) {
  const until = cycle.extendedUntil ?? supportFacts(cycle).extendedUntil;
  if (until === null) return { isEoes: cycle.isExtendedOver, eoesFrom: null };
  return until === NO_LAST_DAY ? { isEoes: false, eoesFrom: null } : { isEoes: today > until, eoesFrom: until };
}

export const labelsOf = ({ active, extended }: Phases) => ({
  eoas: active ? 'Active Support' : null,
  discontinued: null,
  eol: 'Security Support',
  eoes: extended ? 'Extended Security Support' : null,
});
