import { Injectable } from '@nestjs/common';
import { SecretError } from '../../common/secret-box';
import { formatDuration } from '../../config/duration';
import { Database, type Parameter } from '../../database/database';
import { ORDERING_COLUMNS } from '../../version/ordering-settings';
import { SourceStore } from '../polling/source-store';
import {
  type FeedEntry,
  isOwner,
  type PublisherRow,
  recordOf,
  type SoftwareRow,
  UNNAMED_SOURCE,
  versionEntryOf,
  type VersionRow,
} from './record-writer';

/** What an export wrote. A product with very many versions has several lines. */
export interface ExportSummary {
  publishers: number;
  software: number;
  versions: number;
}

export interface ExportEvents {
  /** The settings of its source do not open: its line says nothing of where its releases come from. */
  unreadable?(software: { id: string; name: string }, error: SecretError): void;
}

const PAGE = 200;
const VERSIONS_PAGE = 1_000;
/** A line has at most so many versions and characters of them: half of what an import takes, whatever the letters are. */
const VERSIONS_IN_LINE = 25_000;
const CHARACTERS_IN_LINE = 1024 * 1024;

const UNNAMED = `s.identity LIKE '${UNNAMED_SOURCE}%'`;

/** A product without a source first: it must be there before the one of the same name that has a source, or it would be taken for it. */
const SOURCE = `CASE WHEN ${UNNAMED} THEN '' ELSE s.identity END`;

type SoftwarePage = SoftwareRow & { source_order: string };

/**
 * Writes the catalogue as records that `CatalogueImporter` reads, in an order that does not depend on the database: publishers by name;
 * of each, first the product that its facts came with (see `firstOf`), then the others by name and source; versions from the lowest to
 * the highest.
 */
@Injectable()
export class CatalogueExporter {
  constructor(
    private readonly database: Database,
    private readonly sources: SourceStore,
  ) {}

  /** Lines with their ends. Memory does not grow with the catalogue. What changes meanwhile is there before or after its change. */
  async *lines(
    summary: ExportSummary = { publishers: 0, software: 0, versions: 0 },
    events: ExportEvents = {},
  ): AsyncGenerator<string> {
    for await (const publisher of this.publishers()) {
      let count = 0;
      for await (const software of this.inOrder(publisher)) {
        count++;
        yield* this.linesOf(publisher, software, summary, events);
      }
      summary.software += count;
      if (count > 0) summary.publishers++;
    }
  }

  private async *publishers(): AsyncGenerator<PublisherRow> {
    let after = '';
    for (;;) {
      const page = await this.database.query<PublisherRow>(
        `SELECT id, name, name_key, url, support_url, privacy_url, facts_from FROM publisher
         WHERE name_key > ? ORDER BY name_key LIMIT ${PAGE}`,
        [after],
      );
      yield* page;
      if (page.length < PAGE) return;
      after = page.at(-1)!.name_key;
    }
  }

  private async *inOrder(publisher: PublisherRow): AsyncGenerator<SoftwareRow> {
    const first = await this.firstOf(publisher);
    if (first) yield first;
    for await (const software of this.softwareOf(publisher)) if (software.id !== first?.id) yield software;
  }

  /**
   * The product that the publisher's facts came with goes in first, and owns them again. But where another one without a source has its
   * name, that one goes in first and owns them then: after the owner it would be taken for it, and two products would become one.
   */
  private async firstOf(publisher: PublisherRow): Promise<SoftwareRow | null> {
    const owner = await this.ownerOf(publisher);
    if (!owner) return null;
    const where = `s.publisher_id = ? AND s.name_key = ? AND ${UNNAMED}`;
    return (await this.software(where, [publisher.id, owner.name_key], 's.id', 1))[0] ?? owner;
  }

  /** Null when it is another publisher's by now. */
  private async ownerOf(publisher: PublisherRow): Promise<SoftwareRow | null> {
    if (!publisher.facts_from.startsWith(UNNAMED_SOURCE)) {
      const where = 's.identity = ? AND s.publisher_id = ?';
      return (await this.software(where, [publisher.facts_from, publisher.id], 's.id', 1))[0] ?? null;
    }
    for await (const software of this.softwareOf(publisher)) if (isOwner(publisher, software)) return software;
    return null;
  }

  private async *softwareOf({ id }: PublisherRow): AsyncGenerator<SoftwareRow> {
    let after: Parameter[] = ['', '', ''];
    for (;;) {
      const where = `s.publisher_id = ? AND s.name_key >= ? AND (s.name_key, ${SOURCE}, s.id) > (?, ?, ?)`;
      const order = `s.name_key, ${SOURCE}, s.id`;
      const page = await this.software(where, [id, after[0]!, ...after], order, PAGE);
      yield* page;
      if (page.length < PAGE) return;
      const last = page.at(-1)!;
      after = [last.name_key, last.source_order, last.id];
    }
  }

  private software(where: string, parameters: Parameter[], order: string, limit: number): Promise<SoftwarePage[]> {
    return this.database.query<SoftwarePage>(
      `SELECT s.id, s.identity, s.name, s.name_key, s.short_description, s.description, s.url, ${ORDERING_COLUMNS},
         ${SOURCE} AS source_order, f.type AS feed_type, f.settings AS feed_settings, f.interval_seconds AS feed_interval
       FROM software s LEFT JOIN software_source f ON f.software_id = s.id WHERE ${where} ORDER BY ${order} LIMIT ${limit}`,
      parameters,
    );
  }

  private async *linesOf(
    publisher: PublisherRow,
    software: SoftwareRow,
    summary: ExportSummary,
    events: ExportEvents,
  ): AsyncGenerator<string> {
    let entries: object[] = [];
    let length = 0;
    let isFirst = true;
    const feed = this.feedOf(software, events);
    const scheme = feed && this.sources.find(feed.type)?.scheme;
    const line = () => `${JSON.stringify(recordOf(publisher, software, feed, scheme, entries))}\n`;
    for await (const version of this.versionsOf(software.id)) {
      const entry = versionEntryOf(version);
      const size = JSON.stringify(entry).length;
      if (entries.length === VERSIONS_IN_LINE || length + size > CHARACTERS_IN_LINE) {
        yield line();
        isFirst = false;
        entries = [];
        length = 0;
      }
      entries.push(entry);
      length += size;
      summary.versions++;
    }
    if (isFirst || entries.length > 0) yield line();
  }

  private feedOf(software: SoftwareRow, events: ExportEvents): FeedEntry | undefined {
    try {
      return this.openFeed(software);
    } catch (error) {
      if (!(error instanceof SecretError)) throw error;
      events.unreadable?.(software, error);
      return undefined;
    }
  }

  /** Without secrets: who can read the file must not be able to act as the operator elsewhere. */
  private openFeed({
    id,
    feed_type: type,
    feed_settings: sealed,
    feed_interval: interval,
  }: SoftwareRow): FeedEntry | undefined {
    const source = type === null ? undefined : this.sources.find(type);
    if (type === null || sealed === null || !source) return undefined;
    const settings = Object.entries(this.sources.openPublic(id, source, sealed)).sort(([a], [b]) => (a < b ? -1 : 1));
    return {
      type,
      settings: Object.fromEntries(settings),
      ...(interval !== null && { interval: formatDuration(interval) }),
    };
  }

  private async *versionsOf(softwareId: string): AsyncGenerator<VersionRow> {
    let after: [string, string] = ['', ''];
    for (;;) {
      const page = await this.database.query<VersionRow>(
        `SELECT version, version_key, released_at, removed_at, source_prerelease, notes_url FROM version
         WHERE software_id = ? AND version_key >= ? AND (version_key > ? OR version > ?)
         ORDER BY version_key, version LIMIT ${VERSIONS_PAGE}`,
        [softwareId, after[0], after[0], after[1]],
      );
      yield* page;
      if (page.length < VERSIONS_PAGE) return;
      const last = page.at(-1)!;
      after = [last.version_key, last.version];
    }
  }
}
