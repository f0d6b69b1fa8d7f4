import { Injectable, Logger } from '@nestjs/common';
import { tagOf } from '../api/endpoint/etag';
import type { Links } from '../api/endpoint/links';
import { sha256 } from '../common/fingerprint';
import { fromDate, toApiTimestamp, type UtcTimestamp } from '../common/time/utc-timestamp';
import { VERSION } from '../common/version';
import { Config } from '../config/config';
import { BadgeContent } from './badge-content';
import { CalendarContent } from './calendar-content';
import type { Content } from './content';
import { DOCUMENTS, type FeedKind } from './writing/documents';
import { FeedRepository, type ReadFeed } from './feed.repository';
import { isFeedSecret } from './feed.service';
import { NewsContent } from './news-content';

/** A readable document. */
export interface Served {
  type: string;
  /** For `ETag`. */
  tag: string;
  /** For `Last-Modified`, in seconds since 1970. */
  modified: number;
  /** Makes it. */
  write(): Promise<string>;
}

/** Seconds between two updates of `last_used_at`. */
const RECORD_USE_EVERY = 3_600;

/** Serves the documents of shared addresses. Nothing is cached: a deleted address ends at once on every replica. */
@Injectable()
export class FeedReadingService {
  private readonly logger = new Logger(FeedReadingService.name);
  private readonly contents: Record<FeedKind, (feed: ReadFeed) => Promise<Content | null>>;

  constructor(
    private readonly feeds: FeedRepository,
    private readonly config: Config,
    news: NewsContent,
    calendar: CalendarContent,
    badge: BadgeContent,
  ) {
    this.contents = {
      updates: (feed) => news.updates(feed),
      product: (feed) => news.releases(feed),
      calendar: (feed) => calendar.read(feed),
      badge: (feed) => badge.read(feed),
    };
  }

  /** @returns null where there is no such address, for whatever reason */
  async find(secret: string, name: string, links: Links): Promise<Served | null> {
    const document = Object.hasOwn(DOCUMENTS, name) ? DOCUMENTS[name]! : null;
    if (document === null || !isFeedSecret(secret)) return null;
    const feed = await this.feeds.findByHash(sha256(secret), RECORD_USE_EVERY);
    if (feed?.kind !== document.kind) return null;
    const content = await this.contents[feed.kind](feed);
    if (content === null) return null;
    if (feed.stale) this.recordUse(feed.id);
    const revision = sha256(JSON.stringify([VERSION, content.basis]));
    const changedAt = await this.changedAt(feed, revision);
    const { format, type } = document;
    return {
      type,
      tag: tagOf(`${revision} ${changedAt} ${name} ${links.origin}`),
      modified: Math.floor(timeOf(changedAt) / 1_000),
      write: async () =>
        content.write({ format, links, hasPages: this.config.web, changedAt: toApiTimestamp(changedAt) }),
    };
  }

  /** A later second than that of the content before: `Last-Modified` has no fractions. */
  private async changedAt(feed: ReadFeed, revision: string): Promise<UtcTimestamp> {
    if (feed.revision === revision) return feed.changed_at;
    const second = feed.revision === null ? 0 : Math.floor(timeOf(feed.changed_at) / 1_000) * 1_000 + 1_000;
    const at = Math.max(timeOf(feed.now), second);
    return this.feeds.recordChange(feed, revision, fromDate(new Date(at)));
  }

  /** In the background: no request waits for it. */
  private recordUse(id: string): void {
    this.feeds
      .recordUse(id, RECORD_USE_EVERY)
      .catch((error: unknown) => this.logger.warn({ msg: 'the use of a feed was not recorded', err: error }));
  }
}

const timeOf = (stored: UtcTimestamp) => Date.parse(toApiTimestamp(stored));
