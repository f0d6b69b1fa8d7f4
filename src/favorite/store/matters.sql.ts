import { STEPS } from 'version-order';
import type { FilterSpec, SortSpec } from '../../api/list/list-spec';
import { supportCondition } from './support.sql';

/** Why a favorite matters, the most urgent first. */
export const REASONS = ['exploited', 'fixes', 'breaking', 'support', 'behind'] as const;
export type Reason = (typeof REASONS)[number];

/** What favorites are grouped by: the first reason that holds, else the step to the available version. `none`: nothing is to be done. */
export const MATTERS_GROUPS = [...REASONS, ...STEPS, 'none'] as const;
export type MattersGroup = (typeof MATTERS_GROUPS)[number];

const NONE = MATTERS_GROUPS.indexOf('none');

/** A version in use is far behind when it is more than so many days older than the one on offer. */
export const BEHIND_DAYS = 365;

/** Above every `favorite_risk.risk`: numbers of a group in the order. */
const GROUP_SIZE = 60_000_000;

const STEP = `COALESCE(f.available_step, ${STEPS.length - 1})`;

/** With `includeMatters`. */
export interface MattersRow {
  /** Its place in `MATTERS_GROUPS`. */
  matters_group: number;
  /** A bit for each of `REASONS`, the first one lowest. */
  matters_reasons: number;
  /** `favorite.days_behind` */
  days_behind: number | null;
}

export interface MattersSql {
  /** The place of the group in `MATTERS_GROUPS`. */
  group: string;
  /** A whole number: by group, in it the worst risk first, or else the largest step. */
  order: string;
  /** Those of `MattersRow`. */
  columns: string;
}

/**
 * The one expression that says what matters, for lists, filters and numbers, over `favorite f` and its `favorite_risk r`.
 * @param today `YYYY-MM-DD`, as the database says it: support ends by the day
 */
export function mattersSql(today: string): MattersSql {
  const conditions: Record<Reason, string> = {
    exploited: 'r.exploited > 0',
    fixes: 'r.fixed > 0',
    breaking: 'f.breaking > 0',
    support: `(${supportCondition('ended', today)} OR ${supportCondition('ending', today)})`,
    // A version that was found late is older than it seems, which makes this too short, never too long.
    behind: `f.days_behind > ${BEHIND_DAYS}`,
  };
  const reasons = REASONS.map((reason, place) => `WHEN ${conditions[reason]} THEN ${place}`).join(' ');
  const group = `CASE ${reasons} WHEN f.update_available = 1 THEN ${REASONS.length} + ${STEP} ELSE ${NONE} END`;
  const within = `CASE WHEN ${conditions.exploited} OR ${conditions.fixes} THEN ${GROUP_SIZE - 1} - r.risk ELSE ${STEP} END`;
  const bits = REASONS.map((reason, bit) => `CASE WHEN ${conditions[reason]} THEN ${2 ** bit} ELSE 0 END`).join(' + ');
  return {
    group,
    order: `(${group}) * ${GROUP_SIZE} + ${within}`,
    columns: `, ${group} AS matters_group, ${bits} AS matters_reasons, f.days_behind`,
  };
}

// The repository makes the expressions: they depend on the day.

export const mattersFilter: FilterSpec = {
  kind: 'word',
  column: '',
  operators: ['eq'],
  values: MATTERS_GROUPS,
  description:
    'Why it matters, the first that holds: `exploited`: a vulnerability of the version in use is known to be exploited; `fixes`: the update ' +
    'fixes known ones; `breaking`: the notes in between call a change breaking; `support` has ended, or ends soon; `behind`: the version in ' +
    `use is more than ${BEHIND_DAYS} days older than the one on offer. Else the size of the step, or \`none\` without an update.`,
};

export const mattersSort: SortSpec = { column: '', holds: 'number' };
