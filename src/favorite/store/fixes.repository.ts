import { FINDING_STATES, SEVERITIES } from '../../advisory/matching/advisory';
import type { Dialect } from '../../database/dialect';
import { TRIAGE_STATES } from './risk';

/** The worst vulnerability that an update fixes. */
export enum Urgency {
  None,
  Critical,
  Exploited,
}

export const AFFECTED = FINDING_STATES.indexOf('affected');
const CRITICAL = SEVERITIES.indexOf('critical');
export const NOT_AFFECTED = TRIAGE_STATES.indexOf('not_affected');
const ACCEPTED = TRIAGE_STATES.indexOf('accepted');

/** Of row `exploit` of the table. */
export const isExploited = (exploit: string) => `(${exploit}.cisa_on IS NOT NULL OR ${exploit}.enisa_on IS NOT NULL)`;

/**
 * Whether the owner of a favorite has decided that a vulnerability does not count, as of today. Counted, since MariaDB may read the triage of
 * everybody for an EXISTS. Index: PRIMARY.
 */
export const isDecided = ({ now }: Dialect, favorite: string, vulnerability: string, more = '') =>
  `((SELECT COUNT(*) FROM triage t WHERE t.favorite_id = ${favorite} AND t.vulnerability = ${vulnerability}
     AND t.state IN (${NOT_AFFECTED}, ${ACCEPTED}) AND (t.until IS NULL OR t.until >= SUBSTR(${now}, 1, 10)) ${more}) = 1)`;

/** Whether the findings of the version in use of row `f` of favorite, with its `favorite_risk r`, and of version `v` are known. */
export const IS_ASSESSED = `(r.favorite_id IS NOT NULL
  AND EXISTS (SELECT 1 FROM assessment fa WHERE fa.version_id = f.version_id)
  AND EXISTS (SELECT 1 FROM assessment va WHERE va.version_id = v.id))`;

/** The `Urgency` of an update of row `f` of favorite, with its `favorite_risk r`, to version `v`. Of most favorites that is one comparison. */
export const urgencyOf = (dialect: Dialect) => `CASE WHEN r.exploited + r.critical > 0 AND ${IS_ASSESSED} THEN (
    SELECT COALESCE(MAX(CASE WHEN ${isExploited('x')} THEN ${Urgency.Exploited} ELSE ${Urgency.Critical} END), ${Urgency.None})
    FROM finding u LEFT JOIN exploit x ON x.vulnerability = u.vulnerability
    WHERE u.version_id = f.version_id AND u.state = ${AFFECTED} AND (u.severity = ${CRITICAL} OR ${isExploited('x')})
      AND NOT EXISTS (SELECT 1 FROM finding o WHERE o.version_id = v.id AND o.vulnerability = u.vulnerability)
      AND NOT ${isDecided(dialect, 'f.id', 'u.vulnerability')}
  ) ELSE ${Urgency.None} END`;
