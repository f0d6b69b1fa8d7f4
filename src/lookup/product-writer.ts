import { Injectable } from '@nestjs/common';
import { firstCharacters } from 'small-parts';
import type { Transaction } from '../database/database';
import { databaseNow } from '../database/database-clock';
import { SoftwareTermRepository } from '../software/search/software-term.repository';
import { SoftwareImporter } from '../software/software-importer';
import type { OrderingRow } from '../software/software.repository';
import { ageOf, toFacts } from '../source/polling/poll-result.service';
import { SoftwareSourceRepository } from '../source/polling/software-source.repository';
import { SoftwareSourceService } from '../source/polling/software-source.service';
import { newestRelease, VersionRecorder } from '../version/versions/version-recorder';
import type { Resolved } from './address-resolver';

const MAX_TEXT = 255;

/** What a new product is made of. */
interface NewFacts {
  /** Identity of the product from which the facts of its publisher are. */
  from: string;
  /** null = it is known by its name. */
  identity: string | null;
  publisher: string;
  name: string;
  url: string | null;
  ordering?: OrderingRow;
  releases?: ReturnType<typeof toFacts>;
}

/** Writes a new product, in the caller's transaction. */
@Injectable()
export class ProductWriter {
  constructor(
    private readonly software: SoftwareImporter,
    private readonly sources: SoftwareSourceService,
    private readonly states: SoftwareSourceRepository,
    private readonly versions: VersionRecorder,
    private readonly terms: SoftwareTermRepository,
  ) {}

  async create(sql: Transaction, { from, identity, name, url, ordering, releases = [], ...given }: NewFacts) {
    const now = await databaseNow(sql);
    const publisher = { name: firstCharacters(given.publisher, MAX_TEXT), from };
    const named = { publisher, name: firstCharacters(name.trim(), MAX_TEXT) };
    const facts = { ...named, identity, url, ordering, released: newestRelease(releases, now) };
    return (await this.software.import(sql, [facts], now)).software[0]!;
  }

  /** The source and the versions, if it has an address, and what follows from them. */
  async complete(sql: Transaction, softwareId: string, resolved?: Resolved): Promise<void> {
    if (resolved) await this.writeSource(sql, softwareId, resolved);
    await this.terms.refresh(sql, [softwareId]);
  }

  private async writeSource(sql: Transaction, softwareId: string, resolved: Resolved): Promise<void> {
    const { candidate, source, answer } = resolved;
    const { type, settings } = candidate;
    await this.sources.set(sql, softwareId, { type, settings, interval: null });
    const now = await databaseNow(sql);
    const versions = answer.releases.flatMap(toFacts);
    const isComplete = source.listsEverything && answer.notice === null;
    await this.versions.record(sql, [
      {
        ...{ softwareId, isNew: true, versions, changedAt: newestRelease(versions, now) },
        ...(isComplete && { seen: 'some' as const }),
      },
    ]);
    await this.states.noteAnswer(sql, softwareId, ageOf(answer.releases, now));
  }
}
