import { Injectable } from '@nestjs/common';
import { Links } from '../../api/endpoint/links';
import { ShortMemory } from '../../common/concurrency/short-memory';
import { toApiTimestamp } from '../../common/time/utc-timestamp';
import { Config } from '../../config/config';
import { toFreshnessResponse } from '../../software/dto/freshness.response';
import { toVersionResponse } from '../../software/dto/software.response';
import type { Alert } from '../rendering/alert';
import type { Message, MessageKind, Update } from '../rendering/message';
import { NOTES_IN_MESSAGES, type UpdateNotes } from '../rendering/notes-words';
import type { MessageVersion, TrackedProduct } from '../rendering/tracked-product';
import { ManageLinks, ConsentLinks } from '../link/signed-links';
import type { ClaimedDelivery } from './claimed-delivery';
import { AlertBuilder } from './alert-builder';
import { MessageDataRepository } from './message-data.repository';
import { stepOf } from './digest/timing';
import { NO_NOTES, UpdateNotesReader } from './update-notes';
import { isAlert, type UpdateLines } from './update-lines';

/** More than anybody reads; channels show fewer and say how many more there are. */
const VERSIONS_AT_MOST = 200;

interface NewVersions {
  versions: MessageVersion[];
  notes: UpdateNotes | null;
}

/** Makes the message of a delivery or a digest. */
@Injectable()
export class MessageBuilder {
  private readonly links: Links;
  /** Whether messages may lead to the web application. */
  private readonly hasPages: boolean;
  private readonly known = new ShortMemory<NewVersions>();

  constructor(
    private readonly data: MessageDataRepository,
    private readonly consent: ConsentLinks,
    private readonly manage: ManageLinks,
    private readonly notes: UpdateNotesReader,
    private readonly alerts: AlertBuilder,
    config: Config,
  ) {
    this.links = Links.withoutRequest(config);
    this.hasPages = config.web;
  }

  /** @param recipient the address of the person who gets it and may end it */
  async build({ lines, total, timestamp }: UpdateLines, recipient?: string | null): Promise<Message> {
    const [first] = lines as [ClaimedDelivery];
    const links = recipient ? { unsubscribe: this.consent.unsubscribe(first.channel_id, recipient) } : {};
    if (total > 1) {
      const news = lines.filter((line) => !isAlert(line));
      const breaking = first.channel_notes === 'none' || news.length === 0 ? [] : await this.notes.breakingOf(news);
      const updates = news.map((line, index) => ({
        ...this.updateOf(line, [versionOf(line)]),
        notes: breaking[index] ? { ...NO_NOTES, moreBreaking: breaking[index] } : null,
      }));
      const alerts = await Promise.all(lines.filter(isAlert).map((line) => this.alertOf(line)));
      return {
        kind: 'update.digest',
        timestamp: toApiTimestamp(timestamp),
        updates,
        ...(alerts.length > 0 && { alerts }),
        total: total - alerts.length,
        page: this.pageOf('updates'),
        links,
      };
    }
    if (isAlert(first)) {
      const alert = await this.alertOf(first);
      return {
        kind: kindOf(alert, first.kind),
        timestamp: toApiTimestamp(first.notified_at),
        updates: [],
        alerts: [alert],
        total: 0,
        links,
      };
    }
    const supportedUntil = await this.alerts.supportedUntil(first);
    const { versions, notes } = await this.newVersions(first);
    const page = this.pageOf(`software/${first.software_id}`) ?? first.notes_url;
    const update: Update = {
      ...this.updateOf(first, versions),
      supportedUntil,
      notes: notes && { ...notes, page: page ?? notes.page },
    };
    return {
      kind: update.reminder ? 'update.reminder' : 'update.available',
      timestamp: toApiTimestamp(first.notified_at),
      updates: [update],
      total: 1,
      links,
    };
  }

  private alertOf(delivery: ClaimedDelivery): Promise<Alert> {
    return this.alerts.alertOf(delivery, this.productOf(delivery));
  }

  /** What messages of any kind say of the product and the version in use. */
  private productOf(delivery: ClaimedDelivery): TrackedProduct {
    const { links } = this;
    const { favorite_id: favorite, software_id: software } = delivery;
    return {
      favorite: { id: favorite, url: links.favorite(favorite) },
      software: { id: software, name: delivery.software_name, url: delivery.software_url },
      publisher: { id: delivery.publisher_id, name: delivery.publisher_name },
      trackedVersion: {
        id: delivery.tracked_id,
        version: delivery.tracked_version,
        created_at: toApiTimestamp(delivery.tracked_created_at),
      },
      inUse: delivery.in_use,
      page: this.pageOf(`software/${software}`),
      links: {
        favorite: links.favorite(favorite),
        software: links.software(software),
        releases: links.versions(software),
      },
    };
  }

  private pageOf(path: string): string | null {
    return this.hasPages ? this.links.app(path) : null;
  }

  private updateOf(delivery: ClaimedDelivery, versions: MessageVersion[]): Update {
    const product = this.productOf(delivery);
    return {
      ...product,
      version: versionOf(delivery),
      versions,
      step: stepOf(delivery),
      prerelease: delivery.version_prerelease === 1,
      reminder: delivery.reminder > 0,
      releasedAt: toApiTimestamp(delivery.released_at),
      risk: delivery.risk,
      freshness: toFreshnessResponse(delivery),
      links: {
        ...product.links,
        notes: delivery.notes_url,
        manage: this.manage.make(delivery.favorite_id, delivery.version_id, delivery.notified_at),
      },
    };
  }

  /**
   * From the notified version down to the one in use, newest first, without those that the favorite skips. Most messages in a row are about
   * one release: its versions are read once.
   */
  private newVersions(delivery: ClaimedDelivery): Promise<NewVersions> {
    const { software_id, tracked_key, version_key, release_rank, favorite_id, has_policy } = delivery;
    const form = delivery.channel_notes;
    const key = JSON.stringify([software_id, tracked_key, version_key, release_rank, has_policy && favorite_id, form]);
    return this.known.get(key, () => this.read(delivery));
  }

  private async read(delivery: ClaimedDelivery): Promise<NewVersions> {
    const versions = (await this.data.newVersions(delivery, VERSIONS_AT_MOST)).map(toVersionResponse);
    const form = NOTES_IN_MESSAGES.find((one) => one === delivery.channel_notes) ?? 'short';
    return { versions, notes: await this.notes.read(versions, form) };
  }
}

/** The end of support may have come since the alert was written. */
function kindOf(alert: Alert, written: string): MessageKind {
  if (alert.about === 'support') return alert.support.days < 0 ? 'support.ended' : 'support.ending';
  return written === 'vulnerability.exploited' ? written : 'vulnerability.found';
}

const versionOf = (delivery: ClaimedDelivery): MessageVersion => ({
  id: delivery.version_id,
  version: delivery.version,
  created_at: toApiTimestamp(delivery.version_created_at),
});
