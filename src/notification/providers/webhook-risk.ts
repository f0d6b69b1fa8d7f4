import type { AlertVulnerability, RiskAlert } from '../rendering/alert';
import type { UpdateRisk, Vulnerabilities, Vulnerability } from '../rendering/vulnerability';

/** The JSON of vulnerabilities. Of the API it has the words and units. */

/** @param count how many of each kind are named; all are counted */
export const riskOf = ({ fixed, remaining, introduced }: UpdateRisk, count: number) => ({
  fixed: namesOf(fixed, count),
  remaining: namesOf(remaining, count),
  introduced: namesOf(introduced, count),
  total_fixed: fixed.total,
  total_remaining: remaining.total,
  total_introduced: introduced.total,
  fixed_exploited: fixed.exploited,
  fixed_critical: fixed.bySeverity.critical,
});

const namesOf = ({ named }: Vulnerabilities, count: number) => named.slice(0, count).map(vulnerabilityOf);

const vulnerabilityOf = ({ id, severity, exploited, epss }: Vulnerability) => ({ id, severity, exploited, epss });

/** @param count how many vulnerabilities are named */
export const alertRiskOf = ({ vulnerabilities, total, update, databases, asOf }: RiskAlert, count: number) => ({
  vulnerabilities: vulnerabilities.slice(0, count).map(ofAlert),
  total_vulnerabilities: total,
  available_version: update,
  databases,
  as_of: asOf,
});

const ofAlert = ({ summary, fixedIn, isFixedByUpdate, url, ...vulnerability }: AlertVulnerability) => ({
  ...vulnerabilityOf(vulnerability),
  summary,
  fixed_in: fixedIn,
  fixed_by_update: isFixedByUpdate,
  url,
});
