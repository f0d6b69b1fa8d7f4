import { Injectable } from '@nestjs/common';
import { probabilityOf, SEVERITIES, type Severity } from 'advisory-match';
import { groupBy } from 'small-parts';
import { Database } from '../../database/database';
import type { Dialect } from '../../database/dialect';
import { AFFECTED, isDecided, isExploited, isFound, NOT_AFFECTED } from '../../favorite/store/risk.repository';
import { type ExploitedBy, NAMED_AT_MOST, type UpdateRisk, type Vulnerabilities } from '../rendering/alert';

/** From the version in use of a favorite to another one. */
export interface VersionStep {
  favoriteId: string;
  from: string;
  to: string;
}

/** A vulnerability of which an alert tells. */
export interface ToldRow {
  vulnerability: string;
  /** Of the version in use; null = it does not have it any more. */
  severity: number | null;
  fixed: string | null;
  cisa_on: string | null;
  enisa_on: string | null;
  /** In ten-thousandths. */
  epss: number | null;
  /** The owner has decided that it does not count. */
  is_triaged: number;
  available_id: string | null;
  available_version: string | null;
  /** The available version has it. */
  is_left: number | null;
  /** The day of the newest record about it. */
  as_of: string | null;
}

/**
 * Whether the owner of row `f` of favorite has dealt with what row `a` of risk_alert tells, of notification `n`. Who is told of it because it is
 * exploited may live with it since before.
 */
const isDealtWith = (dialect: Dialect) => `(CASE WHEN a.is_exploited = 1
    THEN ${isDecided(dialect, 'f.id', 'a.vulnerability', `AND (t.state = ${NOT_AFFECTED} OR t.decided_at > n.created_at)`)}
    ELSE EXISTS (SELECT 1 FROM triage t WHERE t.favorite_id = f.id AND t.vulnerability = a.vulnerability) END)`;

/** Of notification `n` of row `f` of favorite how many of the vulnerabilities that it tells still count; null if it is about something else. */
export const exposedOf = (dialect: Dialect) => `CASE WHEN n.kind LIKE 'vulnerability.%' THEN (
    SELECT COUNT(*) FROM risk_alert a ${dialect.thenJoin} finding w
      ON w.version_id = f.version_id AND w.vulnerability = a.vulnerability AND w.state = ${AFFECTED}
    WHERE a.notification_id = n.id AND NOT ${isDealtWith(dialect)}
  ) ELSE NULL END`;

type Relation = keyof UpdateRisk;

interface RiskRow {
  place: number;
  relation: Relation;
  vulnerability: string;
  severity: number;
  cisa_on: string | null;
  enisa_on: string | null;
  epss: number | null;
  total: number | string;
  exploited: number | string;
  critical: number | string;
  high: number | string;
  medium: number | string;
  low: number | string;
}

const GIVEN = { place: 'integer', favorite: 'text', version: 'text', other: 'text', is_used: 'integer' } as const;

/** Reads what messages say of vulnerabilities, from findings, exploits and triage. */
@Injectable()
export class RiskDataRepository {
  constructor(private readonly database: Database) {}

  /**
   * What updates do about vulnerabilities. One statement for all of them, none without any. Indexes: PRIMARY.
   * @param steps between versions that are assessed
   * @returns by `riskKey`; each step has one
   */
  async ofUpdates(steps: VersionStep[]): Promise<Map<string, UpdateRisk>> {
    const distinct = [...new Map(steps.map((step) => [riskKey(step), step])).values()];
    if (distinct.length === 0) return new Map();
    const given = distinct.flatMap(({ favoriteId, from, to }, place) => [
      [place, favoriteId, from, to, 1],
      [place, favoriteId, to, from, 0],
    ]);
    const rows = groupBy(await this.rowsOf(given), ({ place }) => Number(place));
    return new Map(distinct.map((step, place) => [riskKey(step), toRisk(rows.get(place) ?? [])]));
  }

  /** Only `affected` findings count; of the other version any, as an unclear one is no fix. */
  private rowsOf(given: (string | number)[][]): Promise<RiskRow[]> {
    const { dialect } = this.database;
    const count = (name: string) =>
      `SUM(CASE WHEN d.severity = ${SEVERITIES.indexOf(name as Severity)} THEN 1 ELSE 0 END) OVER w AS ${name}`;
    return this.database.query<RiskRow>(
      `SELECT * FROM (
         SELECT d.*, COUNT(*) OVER w AS total, SUM(d.is_exploited) OVER w AS exploited,
           ${['critical', 'high', 'medium', 'low'].map(count).join(', ')},
           ROW_NUMBER() OVER (PARTITION BY d.place, d.relation
             ORDER BY d.is_exploited DESC, d.severity DESC, d.epss DESC, d.vulnerability) AS no
         FROM (
           SELECT g.place, CASE WHEN g.is_used = 0 THEN 'introduced' WHEN o.vulnerability IS NULL THEN 'fixed' ELSE 'remaining' END AS relation,
             u.vulnerability, u.severity, x.cisa_on, x.enisa_on, x.epss, CASE WHEN ${isExploited('x')} THEN 1 ELSE 0 END AS is_exploited
           FROM (${dialect.givenRows(GIVEN)}) g
             ${dialect.thenJoin} finding u ON u.version_id = g.version AND u.state = ${AFFECTED}
             LEFT JOIN finding o ON o.version_id = g.other AND o.vulnerability = u.vulnerability AND ${isFound('o')}
             LEFT JOIN exploit x ON x.vulnerability = u.vulnerability
           WHERE (g.is_used = 1 OR o.vulnerability IS NULL) AND NOT ${isDecided(dialect, 'g.favorite', 'u.vulnerability')}
         ) d WINDOW w AS (PARTITION BY d.place, d.relation)
       ) worst WHERE no <= ${NAMED_AT_MOST} ORDER BY place, relation, no`,
      [JSON.stringify(given)],
    );
  }

  /** What an alert tells, as it is now. Indexes: risk_alert_notification, PRIMARY, advisory_vulnerability. */
  told(notificationId: string): Promise<ToldRow[]> {
    const { dialect } = this.database;
    return this.database.query<ToldRow>(
      `SELECT a.vulnerability, w.severity, w.fixed, x.cisa_on, x.enisa_on, x.epss, MIN(${isDealtWith(dialect)}) AS is_triaged,
         av.id AS available_id, av.version AS available_version,
         EXISTS (SELECT 1 FROM finding o WHERE o.version_id = av.id AND o.vulnerability = a.vulnerability AND ${isFound('o')}) AS is_left,
         (SELECT MAX(COALESCE(y.modified, y.published)) FROM advisory y ${dialect.byIndex('advisory_vulnerability')} WHERE y.vulnerability = a.vulnerability) AS as_of
       FROM risk_alert a
         ${dialect.thenJoin} notification n ON n.id = a.notification_id
         ${dialect.thenJoin} favorite f ON f.id = n.favorite_id
         LEFT JOIN finding w ON w.version_id = f.version_id AND w.vulnerability = a.vulnerability AND w.state = ${AFFECTED}
         LEFT JOIN exploit x ON x.vulnerability = a.vulnerability
         LEFT JOIN version av ON av.id = f.available_version_id
       WHERE a.notification_id = ?
       GROUP BY a.vulnerability, w.severity, w.fixed, x.cisa_on, x.enisa_on, x.epss, av.id, av.version, f.id, n.created_at
       ORDER BY a.vulnerability`,
      [notificationId],
    );
  }

  /** The vulnerabilities that alerts tell, by notification. Index: risk_alert_notification. */
  async toldBy(notificationIds: string[]): Promise<Map<string, string[]>> {
    if (notificationIds.length === 0) return new Map();
    const rows = await this.database.query<{ notification_id: string; vulnerability: string }>(
      `SELECT DISTINCT notification_id, vulnerability FROM risk_alert
       WHERE notification_id IN (${notificationIds.map(() => '?').join(', ')}) ORDER BY notification_id, vulnerability`,
      notificationIds,
    );
    const byNotification = groupBy(rows, (row) => row.notification_id);
    return new Map([...byNotification].map(([id, list]) => [id, list.map(({ vulnerability }) => vulnerability)]));
  }
}

export const riskKey = ({ favoriteId, from, to }: VersionStep) => `${favoriteId} ${from} ${to}`;

/** Who says that a vulnerability is exploited. */
export const exploitedBy = ({
  cisa_on,
  enisa_on,
}: {
  cisa_on: string | null;
  enisa_on: string | null;
}): ExploitedBy[] => [
  ...(cisa_on === null ? [] : [{ by: 'CISA' as const, since: cisa_on }]),
  ...(enisa_on === null ? [] : [{ by: 'ENISA' as const, since: enisa_on }]),
];

function toRisk(rows: RiskRow[]): UpdateRisk {
  const of = (relation: Relation) => toVulnerabilities(rows.filter((row) => row.relation === relation));
  return { fixed: of('fixed'), remaining: of('remaining'), introduced: of('introduced') };
}

function toVulnerabilities(rows: RiskRow[]): Vulnerabilities {
  const [first] = rows;
  const count = (name: 'total' | 'exploited' | Exclude<Severity, 'unknown'>) => Number(first?.[name] ?? 0);
  const known = { critical: count('critical'), high: count('high'), medium: count('medium'), low: count('low') };
  const unknown = count('total') - Object.values(known).reduce((sum, one) => sum + one, 0);
  return {
    named: rows.map((row) => ({
      id: row.vulnerability,
      severity: SEVERITIES[row.severity]!,
      exploited: exploitedBy(row),
      epss: probabilityOf(row.epss),
    })),
    total: count('total'),
    exploited: count('exploited'),
    bySeverity: { ...known, unknown },
  };
}
