import { Injectable } from '@nestjs/common';
import { SecretError } from '../../common/secret-box';
import { formatDuration } from '../../config/duration';
import type { StoredPublisher } from '../../publisher/publisher.repository';
import { NAME_IDENTITY } from '../../software/software.repository';
import { SourceSettings } from '../polling/source-settings';
import { CatalogueRepository, type SoftwareRow } from './catalogue.repository';
import { isOwner, recordOf, type SourceEntry, versionEntryOf } from './record-writer';

/** The counts of an export. A product with very many versions has several lines. */
export interface ExportSummary {
  publishers: number;
  software: number;
  versions: number;
}

export interface ExportEvents {
  /** The settings of its source cannot be decrypted: its line has no source. */
  unreadable?(software: { id: string; name: string }, error: SecretError): void;
}

/** Versions in a line, and characters of them: half of what an import accepts, in any script. */
const VERSIONS_IN_LINE = 25_000;
const CHARACTERS_IN_LINE = 1024 * 1024;

/**
 * Writes the catalogue as records that `CatalogueImporter` reads, in an order that does not depend on the database: publishers by name;
 * of each, first the product that its facts came with (see `firstOf`), then the others by name and identity; versions from the lowest to
 * the highest.
 */
@Injectable()
export class CatalogueExporter {
  constructor(
    private readonly catalogue: CatalogueRepository,
    private readonly sources: SourceSettings,
  ) {}

  /** Lines with their ends. Memory does not grow with the catalogue. Concurrent changes are seen as a whole or not at all. */
  async *lines(
    summary: ExportSummary = { publishers: 0, software: 0, versions: 0 },
    events: ExportEvents = {},
  ): AsyncGenerator<string> {
    for await (const publisher of this.catalogue.publishers()) {
      let count = 0;
      for await (const software of this.inOrder(publisher)) {
        count++;
        yield* this.linesOf(publisher, software, summary, events);
      }
      summary.software += count;
      if (count > 0) summary.publishers++;
    }
  }

  private async *inOrder(publisher: StoredPublisher): AsyncGenerator<SoftwareRow> {
    const first = await this.firstOf(publisher);
    if (first) yield first;
    for await (const software of this.catalogue.softwareOf(publisher.id)) if (software.id !== first?.id) yield software;
  }

  /**
   * The product that the publisher's facts came with, so that it owns them again. But if another one without an identity has its name, that
   * one, which owns them then: imported after the owner it would be taken for it, and two products would become one.
   */
  private async firstOf(publisher: StoredPublisher): Promise<SoftwareRow | undefined> {
    const owner = await this.ownerOf(publisher);
    return owner && ((await this.catalogue.findUnnamed(publisher.id, owner.name_key)) ?? owner);
  }

  /** Undefined if it belongs to another publisher by now. */
  private async ownerOf(publisher: StoredPublisher): Promise<SoftwareRow | undefined> {
    if (!publisher.facts_from.startsWith(NAME_IDENTITY))
      return this.catalogue.findByIdentity(publisher.id, publisher.facts_from);
    for await (const software of this.catalogue.softwareOf(publisher.id))
      if (isOwner(publisher, software)) return software;
    return undefined;
  }

  private async *linesOf(
    publisher: StoredPublisher,
    software: SoftwareRow,
    summary: ExportSummary,
    events: ExportEvents,
  ): AsyncGenerator<string> {
    let entries: object[] = [];
    let length = 0;
    let isFirst = true;
    const source = this.sourceOf(software, events);
    const scheme = source && this.sources.find(source.type)?.scheme;
    const line = () => `${JSON.stringify(recordOf(publisher, software, source, scheme, entries))}\n`;
    for await (const version of this.catalogue.versionsOf(software.id)) {
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

  private sourceOf(software: SoftwareRow, events: ExportEvents): SourceEntry | undefined {
    try {
      return this.openSource(software);
    } catch (error) {
      if (!(error instanceof SecretError)) throw error;
      events.unreadable?.(software, error);
      return undefined;
    }
  }

  /** Without secrets: readers of the file must not be able to act as the operator elsewhere. */
  private openSource(software: SoftwareRow): SourceEntry | undefined {
    const { id, source_type: type, source_settings: sealed, source_interval: interval } = software;
    const source = type === null ? undefined : this.sources.find(type);
    if (type === null || sealed === null || !source) return undefined;
    const settings = Object.entries(this.sources.openPublic(id, source, sealed)).sort(([a], [b]) => (a < b ? -1 : 1));
    return {
      type,
      settings: Object.fromEntries(settings),
      ...(interval !== null && { interval: formatDuration(interval) }),
    };
  }
}
