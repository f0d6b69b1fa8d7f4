import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config';
import { Database } from '../../database/database';
import type { Dialect } from '../../database/dialect';
import { pagesOf, placeholders } from '../../database/rows';
import { IS_ASSESSED, urgencyOf } from '../../favorite/store/risk.repository';
import { skips } from '../../favorite/store/offer.repository';
import type { VersionRow } from '../../software/dto/software.response';
import { DeploymentRepository } from '../../favorite/deployment/deployment.repository';
import { FRESHNESS_COLUMNS, freshnessJoin } from '../../software/freshness.sql';
import { type InUse, MAX_PLACES } from '../rendering/tracked-product';
import type { ClaimedDelivery, DigestMember } from './claimed-delivery';
import { EXPIRES_AFTER } from './digest/digest.repository';
import { exposedOf, RiskDataRepository, riskKey, type VersionStep } from './risk-data.repository';

/** Facts about the notes of a version without their text. */
export interface NoteFacts {
  version_id: string;
  size: number;
  breaking: number;
  /** JSON: CVE and GHSA ids. */
  security: string | null;
}

/** Reads the data of messages, by primary keys, for deliveries that the claim still holds. */
@Injectable()
export class MessageDataRepository {
  constructor(
    private readonly database: Database,
    private readonly deployments: DeploymentRepository,
    private readonly risks: RiskDataRepository,
    private readonly config: Config,
  ) {}

  /** Those of these deliveries that the claim holds, in any order. */
  async load(ids: string[], claim: string): Promise<ClaimedDelivery[]> {
    const { dialect } = this.database;
    const { now, secondsBetween, thenJoin } = dialect;
    const digestAge = `${secondsBetween('d.expires_at', now)} + ${EXPIRES_AFTER}`;
    const rows = await this.database.query<ClaimedDelivery>(
      `SELECT ${this.memberColumns}, d.claim_id, d.digest_id, d.type, d.destination, d.attempts, ${now} AS now,
         CASE WHEN d.digest_id IS NULL THEN ${secondsBetween('d.created_at', now)} ELSE ${digestAge} END AS age,
         d.attempts - 1 - (SELECT COUNT(*) FROM delivery_attempt a WHERE a.delivery_id = d.id AND a.no < d.attempts) AS deaths,
         EXISTS (SELECT 1 FROM delivery_attempt a WHERE a.delivery_id = d.id) AS tried,
         n.id AS notification_id,
         d.channel_id, c.settings AS channel_settings, c.enabled AS channel_enabled,
         c.quiet_hours AS channel_quiet_hours, c.notes AS channel_notes, u.time_zone,
         (c.blocked_until > ${now}) AS channel_blocked,
         (c.state = 'unconfirmed') AS channel_unconfirmed,
         s.id AS software_id, s.url AS software_url, p.id AS publisher_id, p.name AS publisher_name,
         tv.id AS tracked_id, tv.created_at AS tracked_created_at,
         v.id AS version_id, v.prerelease AS version_prerelease, f.has_policy, fp.support_basis, fp.supported_until,
         v.created_at AS version_created_at, v.released_at, v.notes_url, ${FRESHNESS_COLUMNS},
         EXISTS (SELECT 1 FROM deployment dp WHERE dp.favorite_id = f.id) AS deployed,
         ${IS_ASSESSED} AS assessed
       FROM ${tablesOf(dialect)}
         ${thenJoin} publisher p ON p.id = s.publisher_id
         LEFT JOIN channel c ON c.id = d.channel_id
         ${freshnessJoin(dialect, this.config.sourceEvery, 's.id')}
       WHERE d.id IN (${placeholders(ids.length)}) AND d.claim_id = ?`,
      [...ids, claim],
    );
    const deployed = rows.filter((row) => row.deployed).map(({ favorite_id }) => favorite_id);
    const places = await this.placesOf([...new Set(deployed)]);
    const risks = await this.risks.ofUpdates(
      rows.filter(({ kind, assessed }) => kind === 'update' && assessed).map(stepOf),
    );
    for (const row of rows) {
      row.in_use = places.get(row.favorite_id) ?? null;
      row.risk = risks.get(riskKey(stepOf(row))) ?? null;
    }
    return rows;
  }

  /** The members of a digest among these ids, in any order. */
  async membersOf({ claim_id }: ClaimedDelivery, ids: string[]): Promise<DigestMember[]> {
    const members: DigestMember[] = [];
    for (const page of pagesOf(ids)) {
      const rows = await this.database.query<DigestMember>(
        `SELECT ${this.memberColumns} FROM ${tablesOf(this.database.dialect)}
         WHERE d.id IN (${placeholders(page.length)}) AND d.claim_id = ?`,
        [...page, claim_id],
      );
      for (const row of rows) members.push(row);
    }
    return members;
  }

  /** At most `limit` versions from the notified one down to the one in use, newest first, without those that the favorite skips. */
  newVersions(delivery: ClaimedDelivery, limit: number): Promise<VersionRow[]> {
    const { dialect } = this.database;
    const { software_id, favorite_id, release_rank, tracked_key, version_key } = delivery;
    return this.database.query<VersionRow>(
      `SELECT v.id, v.version, v.created_at FROM favorite f ${dialect.thenJoin} version v ON v.software_id = ?
       WHERE f.id = ? AND v.hidden = 0 AND v.release_rank >= ? AND v.version_key > ? AND v.version_key <= ? AND NOT ${skips(dialect, 'f', 'v')}
       ORDER BY v.version_key DESC, v.id DESC LIMIT ${limit}`,
      [software_id, favorite_id, release_rank, tracked_key, version_key],
    );
  }

  /** Facts about those of these versions that have notes; `version/release-notes/store` writes them. Indexes: PRIMARY. */
  async noteFactsOf(versionIds: string[]): Promise<NoteFacts[]> {
    const found: NoteFacts[] = [];
    for (const page of pagesOf(versionIds))
      found.push(
        ...(await this.database.query<NoteFacts>(
          `SELECT n.version_id, t.size, t.breaking, t.security
           FROM release_note n JOIN note_text t ON t.digest = n.digest WHERE n.version_id IN (${placeholders(page.length)})`,
          page,
        )),
      );
    return found;
  }

  /** By place in `lines`: how many breaking changes are between the version in use and the new one. Index: version_listed. */
  async breakingOf(lines: ClaimedDelivery[]): Promise<Map<number, number>> {
    const { givenRows, thenJoin, byIndex } = this.database.dialect;
    const given = lines.map(({ software_id, tracked_key, version_key }, index) => [
      index,
      software_id,
      tracked_key,
      version_key,
    ]);
    const columns = { place: 'integer', software_id: 'text', above: 'text', up_to: 'text' } as const;
    const rows = await this.database.query<{ place: number; breaking: number | string }>(
      `SELECT g.place, SUM(t.breaking) AS breaking FROM (${givenRows(columns)}) g
         ${thenJoin} version v ${byIndex('version_listed')}
           ON v.software_id = g.software_id AND v.hidden = 0 AND v.version_key > g.above AND v.version_key <= g.up_to
         ${thenJoin} release_note n ON n.version_id = v.id ${thenJoin} note_text t ${byIndex('PRIMARY')} ON t.digest = n.digest
       WHERE v.release_rank > 0 GROUP BY g.place`,
      [JSON.stringify(given)],
    );
    return new Map(rows.map(({ place, breaking }) => [Number(place), Number(breaking)]));
  }

  /** Of all of them at once. */
  private async placesOf(favoriteIds: string[]): Promise<Map<string, InUse>> {
    const found = new Map<string, InUse>();
    for (const { favorite_id, total, tag, ...known } of await this.deployments.places(
      this.database,
      favoriteIds,
      MAX_PLACES,
    )) {
      const inUse = found.get(favorite_id) ?? { places: [], more: total };
      const place = { ...known, ...(tag !== null && { tag }) };
      found.set(favorite_id, { places: [...inUse.places, place], more: inUse.more - 1 });
    }
    return found;
  }

  private get memberColumns(): string {
    return `d.id, (d.expires_at <= ${this.database.dialect.now}) AS expired, f.id AS favorite_id, n.kind, n.subject,
      f.lifecycle_id, f.eol_on, fp.support_notice, fp.advisories, ${urgencyOf(this.database.dialect)} AS urgency,
      ${exposedOf(this.database.dialect)} AS exposed, n.reminder,
      n.created_at AS notified_at, f.notifications_enabled, u.notifications_enabled AS user_notifications_enabled,
      (u.disabled_at IS NOT NULL) AS user_disabled,
      ${skips(this.database.dialect, 'f', 'v')} AS skipped, (f.software_id <> n.software_id) AS moved, d.at_once,
      (SELECT ov.version_key FROM version ov WHERE ov.id = f.available_version_id) AS offered_key,
      s.name AS software_name, s.tag_pattern, tv.version AS tracked_version, tv.version_key AS tracked_key,
      v.version, v.version_key, v.release_rank`;
  }
}

/** An alert is about the version in use. */
const tablesOf = ({ thenJoin, byIndex }: Dialect) => `delivery d
  ${thenJoin} notification n ON n.id = d.notification_id
  ${thenJoin} favorite f ON f.id = n.favorite_id
  ${thenJoin} user u ON u.id = n.user_id
  ${thenJoin} software s ON s.id = n.software_id
  ${thenJoin} version v ${byIndex('PRIMARY')} ON v.id = COALESCE(n.version_id, f.version_id)
  ${thenJoin} version tv ON tv.id = f.version_id
  LEFT JOIN favorite_policy fp ${byIndex('PRIMARY')} ON fp.favorite_id = f.id
  LEFT JOIN favorite_risk r ON r.favorite_id = f.id`;

const stepOf = ({ favorite_id, tracked_id, version_id }: ClaimedDelivery): VersionStep => ({
  favoriteId: favorite_id,
  from: tracked_id,
  to: version_id,
});
