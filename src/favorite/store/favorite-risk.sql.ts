import { SEVERITIES, type Severity } from 'advisory-match';
import type { FilterSpec } from '../../api/list/list-spec';

/** With `includeRisk`; null where nobody assesses the product. */
export interface RiskRow {
  risk_known: number | null;
  risk_critical: number | null;
  risk_high: number | null;
  risk_exploited: number | null;
  risk_open: number | null;
  risk_disputed: number | null;
  /** In ten-thousandths. */
  risk_epss: number | null;
  risk_severity: number | null;
  risk_fixed: number | null;
  /** JSON: the names of the databases that know the product. */
  risk_known_by: string | null;
  risk_as_of: string | null;
}

/** After other columns; `r` is `favorite_risk`, `ra` is `software_advisory`. */
export const RISK_COLUMNS = `, r.known AS risk_known, r.critical AS risk_critical, r.high AS risk_high, r.exploited AS risk_exploited,
  r.open AS risk_open, r.disputed AS risk_disputed, r.epss AS risk_epss, r.severity AS risk_severity, r.fixed AS risk_fixed,
  ra.known_by AS risk_known_by, ra.as_of AS risk_as_of`;

const severityFilter: FilterSpec = {
  kind: 'word',
  column: 'r.severity',
  operators: ['gte'],
  values: SEVERITIES,
  read: (text) => {
    const value = SEVERITIES.indexOf(text as Severity);
    if (value < 0) return `must be one of ${SEVERITIES.join(', ')}`;
    return { condition: 'r.severity >= ?', value };
  },
  description: 'The version in use has a known vulnerability of this severity, or of a worse one.',
};

/** Filters of favorites by their risk. Index: PRIMARY of `favorite_risk`, by the favorite. */
export const RISK_FILTERS: Record<string, FilterSpec> = {
  vulnerable: {
    kind: 'boolean',
    column: '(COALESCE(r.known, 0) > 0)',
    operators: ['eq'],
    description: 'Whether the version in use has a known vulnerability. `false` does not say that it has none.',
  },
  exploited: {
    kind: 'boolean',
    column: '(COALESCE(r.exploited, 0) > 0)',
    operators: ['eq'],
    description: 'Whether the version in use has a vulnerability that is known to be exploited.',
  },
  severity: severityFilter,
};
