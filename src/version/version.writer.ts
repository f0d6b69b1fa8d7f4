import { Injectable } from '@nestjs/common';
import { newId } from '../common/ids';
import type { Moment } from '../common/moment';
import { TimeSlice } from '../common/time-slice';
import type { Parameter, Sql } from '../database/database';
import { insertRows, pagesOf, placeholders } from '../database/rows';
import { SoftwareWriter } from '../software/software.writer';
import {
  allVersions,
  COLUMNS,
  isBefore,
  type Known,
  knownVersions,
  latestOf,
  type ProductState,
  type Row,
  statesOf,
} from './known-versions';
import { PatternBudget } from './ordering/pattern-budget';
import { Standing } from './version.entity';

/** What a source says of a version. */
export interface VersionFacts {
  label: string;
  releasedAt: Moment | null;
  /** When the source withdrew it; null = it offers it. */
  removedAt: Moment | null;
  /** It was withdrawn, and the source does not say when: since we first heard of it. */
  withdrawn?: boolean;
  /** The source's own word; null = it does not say. */
  prerelease: boolean | null;
  /** Where a person reads what is new in it; null = the source does not say. */
  notesUrl: string | null;
}

/** The versions that a source names for one product, which the transaction must hold (see `SoftwareWriter.write`). */
export interface ProductVersions {
  softwareId: string;
  /** A product of this transaction. */
  isNew: boolean;
  versions: VersionFacts[];
  /** They were seen at the product's source; `all`: they are all that it has, so what was seen there before and is missing now was withdrawn. */
  seen?: 'all' | 'some';
}

interface ProductWork extends ProductState {
  product: ProductVersions;
  /** By label. */
  rows: Map<string, Row>;
  budget: PatternBudget;
}

/** Milliseconds for the patterns of the products of one transaction, which keeps others from writing them. */
export const PATTERNS_MS = 2_000;

/** What sources say of a version. */
type Facts = Pick<Row, 'released_at' | 'removed_at' | 'notes_url'> & { source_prerelease: boolean | null };

/** The only writer of the version table and of update marks. */
@Injectable()
export class VersionWriter {
  constructor(private readonly software: SoftwareWriter) {}

  /**
   * Adds new versions, changes known ones whose facts changed, makes the keys of a product anew when its ordering changed, keeps each product's latest version right and leaves a mark
   * for the update check, all in the caller's transaction. A version that is not named stays as it is.
   * @returns for each product the number of versions that were added or changed
   * @throws PatternBudgetSpent
   */
  async write(sql: Sql, products: ProductVersions[], budget = new PatternBudget(PATTERNS_MS)): Promise<number[]> {
    const states = await statesOf(sql, [...new Set(products.map(({ softwareId }) => softwareId))]);
    const known = await knownVersions(sql, products, states);
    const added = new Map<string, Parameter[]>();
    const counts: number[] = [];
    for (const product of products) {
      const { softwareId } = product;
      const work = { product, rows: known.get(softwareId)!.rows, budget, ...states.get(softwareId)! };
      counts.push(await this.writeProduct(sql, work, added));
    }
    if (added.size > 0) await insertRows(sql, 'version', ['software_id', ...COLUMNS], [...added.values()]);
    const touched = products.filter((_product, index) => counts[index]! > 0);
    await this.setLatest(sql, [...new Set(touched.map(({ softwareId }) => softwareId))], known, states);
    const tracked = touched.filter(({ softwareId }) => states.get(softwareId)!.isTracked);
    await this.mark(sql, [...new Set(tracked.map(({ softwareId }) => softwareId))].sort());
    return counts;
  }

  /**
   * Says "the versions of this changed" to the update check. Of what nobody tracks it need not know: who makes a favorite of it waits for
   * this transaction, and sees what it wrote.
   */
  private async mark(sql: Sql, softwareIds: string[]): Promise<void> {
    const { dialect } = sql;
    const again = { revision: 'update_mark.revision + 1', next_at: dialect.now, claim_id: 'NULL' };
    for (const page of pagesOf(softwareIds))
      await sql.execute(
        `INSERT INTO update_mark (software_id, revision, next_at)
         VALUES ${page.map(() => `(?, 1, ${dialect.now})`).join(', ')} ${dialect.onDuplicate(['software_id'], again)}`,
        page,
      );
  }

  private async writeProduct(sql: Sql, work: ProductWork, added: Map<string, Parameter[]>): Promise<number> {
    const { product, rows, stale } = work;
    const named = new Map(product.versions.map((facts) => [facts.label, facts]));
    if (product.seen) await this.see(sql, product.versions, rows);
    const others = [...rows.values()].filter((row) => !named.has(row.version));
    const gone = (row: Row) => Boolean(product.seen === 'all' && row.source_seen);
    const unnamed = others
      .filter((row) => stale || gone(row))
      .map((row) => ({ ...factsOf(row), withdrawn: gone(row) }));
    let count = 0;
    const slice = new TimeSlice();
    for (const facts of [...named.values(), ...unnamed]) {
      if (slice.isOver) await slice.next();
      const before = rows.get(facts.label);
      const after = changedRow(work, facts, before);
      if (after === null) continue;
      rows.set(facts.label, after);
      count++;
      // Named before in this very transaction, it is not in the table yet.
      if (before && !added.has(before.id)) await this.update(sql, after);
      else added.set(after.id, [product.softwareId, ...COLUMNS.map((column) => after[column])]);
    }
    return count;
  }

  /** The product has another source now, which knows nothing of what was seen at the one before. */
  async forgetSource(sql: Sql, softwareId: string): Promise<void> {
    await sql.execute('UPDATE version SET source_seen = 0 WHERE software_id = ? AND source_seen = 1', [softwareId]);
  }

  /** Notes of known versions that they are at the source, in sets: the first poll of a product sees all of them. */
  private async see(sql: Sql, versions: VersionFacts[], rows: Map<string, Row>): Promise<void> {
    const unseen = versions.map(({ label }) => rows.get(label)).filter((row) => row && !row.source_seen) as Row[];
    for (const page of pagesOf(unseen)) {
      const ids = page.map(({ id }) => id);
      await sql.execute(`UPDATE version SET source_seen = 1 WHERE id IN (${placeholders(ids.length)})`, ids);
    }
    for (const row of unseen) row.source_seen = true;
  }

  /** Without reading more, but where the latest of a product that was not read as a whole is less than it was. */
  private async setLatest(
    sql: Sql,
    softwareIds: string[],
    known: Map<string, Known>,
    states: Map<string, ProductState>,
  ): Promise<void> {
    const latest = new Map<string, string | null>();
    const others: string[] = [];
    for (const id of softwareIds) {
      const { latest: before } = states.get(id)!;
      const { rows, whole } = known.get(id)!;
      const after = [...rows.values()].find((row) => row.id === before?.id);
      if (whole || before === null) latest.set(id, latestOf(rows.values()));
      else if (!after || !isBefore(after, before)) latest.set(id, latestOf([after ?? before, ...rows.values()]));
      else others.push(id);
    }
    for (const [id, { rows }] of await allVersions(sql, others)) latest.set(id, latestOf(rows.values()));
    await this.software.setLatest(sql, latest);
  }

  private async update(sql: Sql, row: Row): Promise<void> {
    const columns = COLUMNS.filter((column) => column !== 'id' && column !== 'version' && column !== 'added_at');
    await sql.execute(`UPDATE version SET ${columns.map((column) => `${column} = ?`).join(', ')} WHERE id = ?`, [
      ...columns.map((column) => row[column]),
      row.id,
    ]);
  }
}

const factsOf = (row: Row): VersionFacts => ({
  label: row.version,
  releasedAt: row.released_at,
  removedAt: row.removed_at,
  prerelease: row.source_prerelease === null ? null : Boolean(row.source_prerelease),
  notesUrl: row.notes_url,
});

/** What is known of a version once this is heard too: what the source does not say stays as it was. */
function factsAfter(facts: VersionFacts, before: Row | undefined, now: Moment): Facts {
  const said = before?.source_prerelease == null ? null : Boolean(before.source_prerelease);
  return {
    source_prerelease: facts.prerelease ?? said,
    released_at: facts.releasedAt ?? before?.released_at ?? null,
    removed_at: facts.removedAt ?? (facts.withdrawn ? (before?.removed_at ?? now) : null),
    notes_url: facts.notesUrl ?? before?.notes_url ?? null,
  };
}

/** Null: nothing about the version has changed. */
function changedRow(work: ProductWork, facts: VersionFacts, before: Row | undefined): Row | null {
  const known = factsAfter(facts, before, work.now);
  const isNews = !before || differs(FACTS, before, known);
  // Most of what a source lists was there before, and to read a label takes longer than all the rest.
  if (!isNews && !work.stale) return null;
  const after = rowOf(work, facts.label, known, before);
  return isNews || differs(READINGS, before, after) ? after : null;
}

function rowOf(
  { ordering, budget, now, product }: ProductWork,
  label: string,
  facts: Facts,
  before: Row | undefined,
): Row {
  const hints = { prerelease: facts.source_prerelease ?? undefined, releasedAt: facts.released_at };
  const read = ordering.read(label, hints, budget);
  const addedAt = before?.added_at ?? now;
  return {
    id: before?.id ?? newId(),
    version: label,
    version_key: read.key,
    ...facts,
    prerelease: read.prerelease,
    standing: standingOf(read, facts.removed_at),
    source_seen: before ? Boolean(before.source_seen) : product.seen !== undefined,
    created_at: facts.released_at ?? addedAt,
    added_at: addedAt,
  };
}

function standingOf(read: { prerelease: boolean; ignored: boolean }, removedAt: Moment | null): number {
  if (removedAt !== null || read.ignored) return Standing.Out;
  return read.prerelease ? Standing.Prerelease : Standing.Release;
}

const FACTS = ['source_prerelease', 'released_at', 'removed_at', 'notes_url'] as const;
const READINGS = ['version_key', 'prerelease', 'standing'] as const;

/** The databases give flags back as 0 and 1. */
const plain = (value: Parameter) => (typeof value === 'boolean' ? Number(value) : value);

const differs = <Name extends keyof Row>(names: readonly Name[], before: Row, after: Pick<Row, Name>): boolean =>
  names.some((name) => plain(before[name]) !== plain(after[name]));
