import { Injectable } from '@nestjs/common';
import { Links } from '../common/api/links';
import { toApiMoment } from '../common/moment';
import { Config } from '../config/config';
import { Database } from '../database/database';
import { skips } from '../favorite/compared-versions';
import { toVersionResponse, type VersionRow } from '../software/dto/software.response';
import type { Message, MessageVersion, Update } from './channels/message';
import { ConsentLinks } from './consent/consent-links';
import type { ClaimedDelivery } from './delivery-queue';
import type { Content } from './digest/content';
import { stepOf } from './digest/timing';
import { ManageLinks } from './manage/manage-links';

/** More than anybody reads; channels show fewer and say how many more there are. */
const VERSIONS_AT_MOST = 200;

/** Releases whose versions are remembered, and for how long. */
const RELEASES_AT_MOST = 100;
const REMEMBERED_MS = 1_000;

/** Makes the message of deliveries from what the database says now, or said a moment ago. */
@Injectable()
export class MessageBuilder {
  private readonly links: Links;
  private readonly asked = new Map<string, { versions: Promise<MessageVersion[]>; until: number }>();

  constructor(
    private readonly database: Database,
    private readonly consent: ConsentLinks,
    private readonly manage: ManageLinks,
    config: Config,
  ) {
    this.links = Links.withoutRequest(config);
  }

  /** @param recipient the address of the person who gets it and may end it */
  async build({ lines, total, timestamp }: Content, recipient?: string | null): Promise<Message> {
    const [first] = lines as [ClaimedDelivery];
    const links = recipient ? { unsubscribe: this.consent.unsubscribe(first.channel_id, recipient) } : {};
    if (total > 1) {
      const updates = lines.map((line) => this.updateOf(line, [versionOf(line)]));
      return { kind: 'update.digest', timestamp: toApiMoment(timestamp), updates, total, links };
    }
    const update = this.updateOf(first, await this.newVersions(first));
    return {
      kind: update.reminder ? 'update.reminder' : 'update.available',
      timestamp: toApiMoment(first.notified_at),
      updates: [update],
      total: 1,
      links,
    };
  }

  private updateOf(delivery: ClaimedDelivery, versions: MessageVersion[]): Update {
    const { links } = this;
    const { favorite_id: favorite, software_id: software } = delivery;
    return {
      favorite: { id: favorite, url: links.favorite(favorite) },
      software: { id: software, name: delivery.software_name, url: delivery.software_url },
      publisher: { id: delivery.publisher_id, name: delivery.publisher_name },
      trackedVersion: {
        id: delivery.tracked_id,
        version: delivery.tracked_version,
        created_at: toApiMoment(delivery.tracked_created_at),
      },
      version: versionOf(delivery),
      versions,
      step: stepOf(delivery),
      prerelease: delivery.version_prerelease === 1,
      reminder: delivery.reminder > 0,
      releasedAt: toApiMoment(delivery.released_at),
      links: {
        favorite: links.favorite(favorite),
        software: links.software(software),
        releases: links.versions(software),
        notes: delivery.notes_url,
        manage: this.manage.make(favorite, delivery.version_id, delivery.notified_at),
      },
    };
  }

  /**
   * From the notified version down to the one in use, newest first, without those that the favorite skips. Many messages after one another
   * are of one release: they ask once.
   */
  private newVersions(delivery: ClaimedDelivery): Promise<MessageVersion[]> {
    const { software_id, tracked_key, version_key, version_standing, favorite_id, has_policy } = delivery;
    const key = JSON.stringify([software_id, tracked_key, version_key, version_standing, has_policy && favorite_id]);
    const now = performance.now();
    const known = this.asked.get(key);
    if (known && known.until > now) return known.versions;
    if (this.asked.size >= RELEASES_AT_MOST) this.asked.clear();
    const versions = this.findVersions(delivery);
    this.asked.set(key, { versions, until: now + REMEMBERED_MS });
    versions.catch(() => this.asked.delete(key));
    return versions;
  }

  private async findVersions(delivery: ClaimedDelivery): Promise<MessageVersion[]> {
    const { dialect } = this.database;
    const rows = await this.database.query<VersionRow>(
      `SELECT v.id, v.version, v.created_at FROM favorite f ${dialect.thenJoin} version v ON v.software_id = ?
       WHERE f.id = ? AND v.standing >= ? AND v.version_key > ? AND v.version_key <= ? AND NOT ${skips(dialect, 'f', 'v')}
       ORDER BY v.version_key DESC, v.id DESC LIMIT ${VERSIONS_AT_MOST}`,
      [
        delivery.software_id,
        delivery.favorite_id,
        delivery.version_standing,
        delivery.tracked_key,
        delivery.version_key,
      ],
    );
    return rows.map(toVersionResponse);
  }
}

const versionOf = (delivery: ClaimedDelivery): MessageVersion => ({
  id: delivery.version_id,
  version: delivery.version,
  created_at: toApiMoment(delivery.version_created_at),
});
