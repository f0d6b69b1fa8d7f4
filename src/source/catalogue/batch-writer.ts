import { Injectable } from '@nestjs/common';
import { PatternBudget } from 'version-order';
import { parseMoment, type UtcTimestamp } from '../../common/time/utc-timestamp';
import type { Transaction } from '../../database/database';
import { LifecycleStore } from '../../version/lifecycle/lifecycle.store';
import { NotesSourceService } from '../release-notes/notes-source.service';
import { SoftwareIdentifierRepository } from '../../software/identifier/software-identifier.repository';
import { SoftwareTermRepository } from '../../software/search/software-term.repository';
import { type ImportedSoftware, SoftwareImporter } from '../../software/software-importer';
import { newestRelease, PATTERNS_MS, VersionRecorder } from '../../version/versions/version-recorder';
import { SoftwareSourceService } from '../polling/software-source.service';
import type { ImportRun, WrittenBatch } from './import-run';
import type { CatalogueRecord } from './record';
import { unnamedIdentity } from './record-writer';
import { RefreshRules } from './refresh-rules';

/** Writes the records of a batch, in the caller's transaction. */
@Injectable()
export class BatchWriter {
  constructor(
    private readonly software: SoftwareImporter,
    private readonly versions: VersionRecorder,
    private readonly sources: SoftwareSourceService,
    private readonly notes: NotesSourceService,
    private readonly identifiers: SoftwareIdentifierRepository,
    private readonly terms: SoftwareTermRepository,
    private readonly rules: RefreshRules,
    private readonly lifecycles: LifecycleStore,
  ) {}

  /** @throws RecordError if a record contradicts an earlier one, PatternBudgetSpent */
  async write(sql: Transaction, records: CatalogueRecord[], run: ImportRun): Promise<WrittenBatch> {
    if (!run.mode.isRefresh) return (await this.writeRecords(sql, records, run)).written;
    const prepared = await this.rules.prepare(sql, records);
    const { written, softwareIds } = await this.writeRecords(sql, prepared.records, run);
    await this.rules.remember(sql, prepared, softwareIds);
    return { ...written, refreshed: prepared };
  }

  private async writeRecords(
    sql: Transaction,
    records: CatalogueRecord[],
    run: ImportRun,
  ): Promise<{ written: WrittenBatch; softwareIds: string[] }> {
    const { publishers, software } = await this.software.import(
      sql,
      records.map(({ identity, publisher, software, stars, ordering, source, asOf, versions }) => ({
        ...software,
        stars,
        ordering,
        scheme: source ? this.sources.suggestedScheme(source.type) : undefined,
        asOf,
        released: newestRelease(versions, run.startedAt),
        identity,
        publisher: { ...publisher, from: identity ?? unnamedIdentity(software.name) },
      })),
      run.startedAt,
    );
    const facts = run.facts.begin();
    records.forEach((record, index) => facts.add(software[index]!.id, record));
    // Before the versions, as a source may decide how they are ordered.
    const changed = await this.writeSources(sql, records, software);
    const add = (ids: Set<string>) => software.forEach(({ id }, at) => (changed[at] ||= ids.has(id)));
    const changedIds = () => software.filter((_, at) => changed[at]).map(({ id }) => id);
    add(await this.writeNotesSources(sql, records, software, run.mode.isRefresh));
    add(await this.writeIdentifiers(sql, records, software));
    await this.terms.refresh(sql, changedIds());
    const versions = await this.writeVersions(sql, records, software, run.patterns);
    add(await this.writeLifecycles(sql, records, software, run.startedAt));
    const isUnchanged = records.map((_, at) => !changed[at] && versions[at] === 0 && !publishers.changes[at]);
    const summary = {
      publishers: publishers.counted,
      software: new Set(changedIds()).size,
      versions: versions.reduce((sum, count) => sum + count, 0),
      unchanged: isUnchanged.filter(Boolean).length,
      rejected: 0,
    };
    const ids = software.filter((_, at) => changed[at] || versions[at]! > 0).map(({ id }) => id);
    await run.audit(sql, summary, ids);
    const written = { summary, changed: ids, facts, refreshed: null };
    return { written, softwareIds: software.map(({ id }) => id) };
  }

  /** @returns for each record whether it changed its product or the source of it */
  private async writeSources(
    sql: Transaction,
    records: CatalogueRecord[],
    software: ImportedSoftware[],
  ): Promise<boolean[]> {
    // Spread over as many seconds as there are records, so that sources imported together are not polled at the same moment.
    const due = () => Math.floor(Math.random() * records.length);
    const changed = software.map(({ state }) => state !== 'same');
    const given = records.flatMap(({ source, ordering }, at) => (source ? [{ at, source, ordering }] : []));
    const isNew = ({ at }: { at: number }) => software[at]!.state === 'added';
    const added = given.filter(isNew);
    await this.sources.add(
      sql,
      added.map(({ at, source }) => ({ softwareId: software[at]!.id, input: source, due: due() })),
    );
    for (const one of given) {
      if (isNew(one)) continue;
      const { at, source, ordering } = one;
      if (await this.sources.set(sql, software[at]!.id, source, due(), ordering === null)) changed[at] = true;
    }
    return changed;
  }

  /** A refresh keeps explicit settings. @returns ids of the products that changed by it */
  private async writeNotesSources(
    sql: Transaction,
    records: CatalogueRecord[],
    software: ImportedSoftware[],
    isRefresh: boolean,
  ): Promise<Set<string>> {
    const changed = new Set<string>();
    for (const [at, { notes }] of records.entries()) {
      const { id } = software[at]!;
      if (notes && (await this.notes.write(sql, id, this.notes.accept(notes), isRefresh))) changed.add(id);
    }
    return changed;
  }

  /** @returns ids of the products that changed by it */
  private writeIdentifiers(
    sql: Transaction,
    records: CatalogueRecord[],
    software: ImportedSoftware[],
  ): Promise<Set<string>> {
    const given = records.flatMap(({ identifiers }, at) =>
      identifiers ? [[software[at]!.id, identifiers] as const] : [],
    );
    return this.identifiers.replace(sql, 'record', new Map(given));
  }

  /** After the ordering is settled. @returns ids of the products that changed by it */
  private writeLifecycles(
    sql: Transaction,
    records: CatalogueRecord[],
    software: ImportedSoftware[],
    now: UtcTimestamp,
  ): Promise<Set<string>> {
    const given = records.flatMap(({ lifecycle, lifecycleAsOf, asOf }, at) => {
      const softwareId = software[at]!.id;
      return lifecycle
        ? [[softwareId, { softwareId, cycles: lifecycle, asOf: lifecycleAsOf ?? asOf ?? now.slice(0, 10) }] as const]
        : [];
    });
    return this.lifecycles.replace(sql, [...new Map(given).values()]);
  }

  private writeVersions(
    sql: Transaction,
    records: CatalogueRecord[],
    software: ImportedSoftware[],
    patterns: PatternBudget,
  ): Promise<number[]> {
    const added = new Set(software.filter(({ state }) => state === 'added').map(({ id }) => id));
    const products = records.map(({ versions, asOf }, index) => {
      const { id: softwareId, changedAt } = software[index]!;
      return { softwareId, isNew: added.has(softwareId), versions, changedAt, asOf: asOf && parseMoment(asOf) };
    });
    return this.versions.record(sql, products, new PatternBudget(PATTERNS_MS, patterns));
  }
}
