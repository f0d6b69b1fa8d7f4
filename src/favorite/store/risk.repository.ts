import { Injectable } from '@nestjs/common';
import { FINDING_STATES, SEVERITIES } from 'advisory-match';
import { groupBy } from 'small-parts';
import { type StoredFindingRow, toStoredFinding } from '../../advisory/store/assessment.repository';
import type { UtcTimestamp } from '../../common/time/utc-timestamp';
import type { Sql } from '../../database/database';
import type { Dialect } from '../../database/dialect';
import { insertRows, pagesOf, placeholders } from '../../database/rows';
import type { DueAlert } from './alert';
import { type KnownFinding, RISK_OF_LEVEL, type RiskFacts, TRIAGE_STATES, type Urgent } from './risk';

/** The newest stable version of the release cycle of a version in use, and how many of the vulnerabilities that count it has, too. */
export interface SeriesNewest {
  favorite_id: string;
  id: string;
  version: string;
  kept: number | string;
}

/** A favorite, with what is stored of its risk: null where nothing is. */
export interface StoredRisk {
  id: string;
  user_id: string;
  software_id: string;
  version_id: string;
  available_version_id: string | null;
  assessed_version_id: string | null;
  seen_at: UtcTimestamp | null;
  created_at: UtcTimestamp;
  risk: number | null;
  known: number | null;
  critical: number | null;
  high: number | null;
  exploited: number | null;
  open: number | null;
  disputed: number | null;
  epss: number | null;
  severity: number | null;
  fixed: number | null;
}

export interface WrittenRisk {
  favoriteId: string;
  userId: string;
  versionId: string;
  facts: RiskFacts;
  seenAt: UtcTimestamp;
}

/** As `risk` orders them. */
export const VULNERABLE_LEVELS = [...SEVERITIES, 'exploited'] as const;

export const RISK_FACTS = [
  ...(['risk', 'known', 'critical', 'high', 'exploited', 'open', 'disputed', 'epss', 'severity', 'fixed'] as const),
];
const COLUMNS = ['favorite_id', 'user_id', 'version_id', ...RISK_FACTS, 'seen_at'];

/** All statements on `favorite_risk` and `risk_alert`, and what they are derived from. */
@Injectable()
export class RiskRepository {
  /** Of these products those that have advisories. Most have none. Index: PRIMARY. */
  async assessed(sql: Sql, softwareIds: string[]): Promise<Set<string>> {
    const found = new Set<string>();
    for (const page of pagesOf([...new Set(softwareIds)])) {
      const text = `SELECT software_id AS id FROM software_advisory WHERE software_id IN (${placeholders(page.length)})`;
      for (const { id } of await sql.query<{ id: string }>(text, page)) found.add(id);
    }
    return found;
  }

  /** Indexes: PRIMARY. @param ids at least one */
  stored(sql: Sql, ids: string[]): Promise<StoredRisk[]> {
    const { byIndex } = sql.dialect;
    const facts = RISK_FACTS.map((name) => `r.${name}`).join(', ');
    return sql.query<StoredRisk>(
      `SELECT f.id, f.user_id, f.software_id, f.version_id, f.available_version_id, f.created_at,
         r.version_id AS assessed_version_id, r.seen_at, ${facts}
       FROM favorite f ${byIndex('PRIMARY')} LEFT JOIN favorite_risk r ON r.favorite_id = f.id
       WHERE f.id IN (${placeholders(ids.length)})`,
      ids,
    );
  }

  /** Of these favorites those that have a risk. Index: PRIMARY. @param ids at least one */
  async withRisk(sql: Sql, ids: string[]): Promise<string[]> {
    const text = `SELECT favorite_id AS id FROM favorite_risk WHERE favorite_id IN (${placeholders(ids.length)})`;
    return (await sql.query<{ id: string }>(text, ids)).map(({ id }) => id);
  }

  /** The stored findings of versions, with exploits. Indexes: PRIMARY. */
  async findings(sql: Sql, versionIds: string[]): Promise<Map<string, KnownFinding[]>> {
    const rows: FindingColumns[] = [];
    for (const page of pagesOf([...new Set(versionIds)]))
      rows.push(
        ...(await sql.query<FindingColumns>(
          `SELECT v.version_id, v.vulnerability, v.state, v.severity, v.fixed, v.reason, v.found_at, v.is_quiet, x.exploited_at, x.epss,
             CASE WHEN x.cisa_on IS NULL AND x.enisa_on IS NULL THEN 0 ELSE 1 END AS is_exploited
           FROM finding v LEFT JOIN exploit x ON x.vulnerability = v.vulnerability
           WHERE v.version_id IN (${placeholders(page.length)}) ORDER BY v.version_id, v.vulnerability`,
          page,
        )),
      );
    const byVersion = groupBy(rows, ({ version_id }) => version_id);
    return new Map([...byVersion].map(([id, list]) => [id, list.map(toFinding)]));
  }

  /**
   * Of these favorites those whose release cycle has a newer version, other than the one on offer. Indexes: PRIMARY, version_listed.
   * @param isAssessed only those whose findings are known as of now
   */
  async newestInSeries(sql: Sql, ids: string[], isAssessed: boolean): Promise<SeriesNewest[]> {
    if (ids.length === 0) return [];
    const { byIndex, thenJoin } = sql.dialect;
    const assessed = `JOIN assessment a ON a.version_id = c.id JOIN software_advisory sa ON sa.software_id = f.software_id AND sa.revision = a.revision`;
    return sql.query<SeriesNewest>(
      `SELECT f.id AS favorite_id, c.id, c.version, (SELECT COUNT(*) FROM finding u JOIN finding o
           ON o.version_id = c.id AND o.vulnerability = u.vulnerability AND ${isFound('o')}
         WHERE u.version_id = f.version_id AND u.state = ${AFFECTED}
           AND NOT ${isDecided(sql.dialect, 'f.id', 'u.vulnerability')}) AS kept
       FROM favorite f ${byIndex('PRIMARY')} ${thenJoin} lifecycle l ON l.id = f.lifecycle_id
         ${thenJoin} version tv ON tv.id = f.version_id
         ${thenJoin} version c ON c.id = (SELECT v.id FROM version v ${byIndex('version_listed')}
           WHERE v.software_id = f.software_id AND v.hidden = 0 AND v.release_rank = 2
             AND v.version_key >= l.range_from AND v.version_key < l.range_to
           ORDER BY v.version_key DESC, v.id LIMIT 1)
         ${isAssessed ? assessed : ''}
       WHERE f.id IN (${placeholders(ids.length)}) AND c.version_key > tv.version_key AND c.id <> f.available_version_id`,
      ids,
    );
  }

  async write(sql: Sql, risks: WrittenRisk[]): Promise<void> {
    if (risks.length === 0) return;
    const { given } = sql.dialect;
    const written = COLUMNS.slice(1).map((column) => [column, given(column)]);
    const rows = risks.map(({ favoriteId, userId, versionId, facts, seenAt }) => [
      ...[favoriteId, userId, versionId],
      ...RISK_FACTS.map((name) => facts[name]),
      seenAt,
    ]);
    const ending = sql.dialect.onDuplicate(['favorite_id'], Object.fromEntries(written) as Record<string, string>);
    await insertRows(sql, 'favorite_risk', COLUMNS, rows, ending);
  }

  /** Tells lists that they have to be read again. Index: PRIMARY. */
  async touch(sql: Sql, ids: string[]): Promise<void> {
    for (const page of pagesOf(ids))
      await sql.execute(
        `UPDATE favorite SET updated_at = ${sql.dialect.now} WHERE id IN (${placeholders(page.length)})`,
        page,
      );
  }

  /** Of favorites whose product nobody assesses any more. */
  async remove(sql: Sql, ids: string[]): Promise<void> {
    if (ids.length === 0) return;
    await sql.execute(`DELETE FROM favorite_risk WHERE favorite_id IN (${placeholders(ids.length)})`, ids);
  }

  /** What the owners of favorites were told, as `<favorite> <vulnerability> <0 or 1>`. Index: PRIMARY. @param ids at least one */
  async told(sql: Sql, ids: string[]): Promise<Set<string>> {
    const rows = await sql.query<{ favorite_id: string; vulnerability: string; is_exploited: number }>(
      `SELECT favorite_id, vulnerability, is_exploited FROM risk_alert WHERE favorite_id IN (${placeholders(ids.length)})`,
      ids,
    );
    return new Set(rows.map((row) => toldKey(row.favorite_id, row.vulnerability, Boolean(row.is_exploited))));
  }

  /** After their alerts were written, in the same transaction. Those of alerts that reach nobody are left out. Index: notification_subject. */
  async addTold(sql: Sql, alerts: DueAlert[]): Promise<void> {
    const { givenRows, thenJoin, byIndex, onDuplicate } = sql.dialect;
    const told = alerts.flatMap(({ favoriteId, subject, vulnerabilities = [] }) =>
      vulnerabilities.map((one) => [favoriteId, subject, one.vulnerability, one.isExploited ? 1 : 0]),
    );
    for (const page of pagesOf(told))
      await sql.execute(
        `INSERT INTO risk_alert (favorite_id, vulnerability, is_exploited, notification_id)
         SELECT n.favorite_id, g.vulnerability, g.is_exploited, n.id
         FROM (${givenRows({ favorite: 'text', subject: 'text', vulnerability: 'text', is_exploited: 'integer' })}) g
           ${thenJoin} notification n ${byIndex('notification_subject')} ON n.favorite_id = g.favorite AND n.subject = g.subject
         WHERE 1 = 1
         ${onDuplicate(['favorite_id', 'vulnerability', 'is_exploited'], { notification_id: 'risk_alert.notification_id' })}`,
        [JSON.stringify(page)],
      );
  }

  /** Makes the alerts of these favorites due at this moment, or earlier if they are. Index: PRIMARY. */
  async alertBy(sql: Sql, ids: string[], at: UtcTimestamp): Promise<void> {
    if (ids.length === 0) return;
    await sql.execute(
      `UPDATE favorite SET alert_at = ? WHERE id IN (${placeholders(ids.length)}) AND (alert_at IS NULL OR alert_at > ?)`,
      [at, ...ids, at],
    );
  }

  /** Whether a shorter age counts for these favorites. */
  async setUrgent(sql: Sql, ids: string[], urgent: string[]): Promise<void> {
    const isUrgent = new Set(urgent);
    await sql.execute(
      sql.dialect.updateJoined('favorite_risk', {
        source: sql.dialect.givenRows({ favorite: 'text', urgent: 'integer' }),
        on: 'e.favorite = favorite_risk.favorite_id',
        set: 'is_urgent = e.urgent',
        where: 'favorite_risk.is_urgent <> e.urgent',
      }),
      [JSON.stringify(ids.map((id) => [id, isUrgent.has(id) ? 1 : 0]))],
    );
  }

  /** Policies of favorites that have `urgent`. Index: PRIMARY. @param ids at least one */
  urgentPolicies(sql: Sql, ids: string[]): Promise<{ favorite_id: string; urgent_from: Urgent['from'] }[]> {
    return sql.query(
      `SELECT favorite_id, urgent_from FROM favorite_policy
       WHERE favorite_id IN (${placeholders(ids.length)}) AND urgent_from IS NOT NULL`,
      ids,
    );
  }

  /** How many favorites are vulnerable, by the worst of it. Scans the index favorite_risk_user. */
  selectVulnerable(): string {
    const levels = VULNERABLE_LEVELS.map((name, at) => `WHEN risk < ${(at + 1) * RISK_OF_LEVEL} THEN '${name}'`);
    return `SELECT CASE ${levels.join(' ')} END AS label, COUNT(*) AS value FROM favorite_risk WHERE risk > 0 GROUP BY 1`;
  }

  /** The levels of the policies of favorites that name one. Index: PRIMARY. @param ids at least one */
  async levels(sql: Sql, ids: string[]): Promise<Map<string, string>> {
    const rows = await sql.query<{ favorite_id: string; advisories: string }>(
      `SELECT favorite_id, advisories FROM favorite_policy
       WHERE favorite_id IN (${placeholders(ids.length)}) AND advisories IS NOT NULL`,
      ids,
    );
    return new Map(rows.map(({ favorite_id, advisories }) => [favorite_id, advisories]));
  }
}

export const toldKey = (favoriteId: string, vulnerability: string, isExploited: boolean) =>
  `${favoriteId} ${vulnerability} ${isExploited ? 1 : 0}`;

interface FindingColumns extends StoredFindingRow {
  is_exploited: number;
  exploited_at: UtcTimestamp | null;
  epss: number | null;
}

const toFinding = (row: FindingColumns): KnownFinding => ({
  ...toStoredFinding(row),
  isExploited: Boolean(row.is_exploited),
  exploitedAt: row.exploited_at,
  epss: row.epss,
});

/** The worst vulnerability that an update fixes. */
export enum Urgency {
  None,
  Critical,
  Exploited,
}

export const AFFECTED = FINDING_STATES.indexOf('affected');
/** A row of `finding` that is not its vendor's denial. */
export const isFound = (finding: string) => `${finding}.state <> ${FINDING_STATES.indexOf('not_affected')}`;
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
      AND NOT EXISTS (SELECT 1 FROM finding o WHERE o.version_id = v.id AND o.vulnerability = u.vulnerability AND ${isFound('o')})
      AND NOT ${isDecided(dialect, 'f.id', 'u.vulnerability')}
  ) ELSE ${Urgency.None} END`;
