import { Injectable } from '@nestjs/common';
import { foldName } from 'small-parts';
import { newId } from '../common/ids';
import type { UtcTimestamp } from '../common/time/utc-timestamp';
import type { Sql, Transaction } from '../database/database';
import { databaseNow } from '../database/database-clock';
import { PublisherTermRepository } from './publisher-term.repository';
import { PublisherRepository, type StoredPublisher } from './publisher.repository';

/** The facts of a record about a publisher; null = none, which changes nothing. */
export interface PublisherFacts {
  name: string;
  url: string | null;
  supportUrl: string | null;
  privacyUrl: string | null;
  /** Identity of the product that the record is about; see `Publisher.factsFrom`. */
  from: string;
}

export interface ImportedPublishers {
  /** Id by folded name. */
  ids: Map<string, string>;
  /** For each of the facts, in their order: whether they added or changed a publisher. */
  changes: boolean[];
  /** Publishers added or changed. One that this import added earlier is not counted again. */
  counted: number;
}

/** Imports publishers from catalogue records. */
@Injectable()
export class PublisherImporter {
  constructor(
    private readonly publishers: PublisherRepository,
    private readonly terms: PublisherTermRepository,
  ) {}

  /**
   * Adds missing publishers and updates those whose facts changed, in the caller's transaction. Locks only the latter, so that
   * imports rarely wait for each other.
   * @param since when the import began; it may take many transactions
   */
  async import(sql: Transaction, facts: PublisherFacts[], since: UtcTimestamp): Promise<ImportedPublishers> {
    const { known, added } = await this.findOrAdd(sql, facts);
    await this.lockChanging(sql, facts, known);
    const changed = new Set<StoredPublisher>();
    const changes = facts.map((one) => {
      const row = known.get(foldName(one.name))!;
      const differs = merge(row, one);
      if (differs) changed.add(row);
      return differs || added.get(row.id) === one;
    });
    for (const row of changed) await this.publishers.update(sql, row);
    return {
      ids: new Map([...known].map(([key, row]) => [key, row.id])),
      changes,
      counted: added.size + [...changed].filter((row) => !added.has(row.id) && row.created_at < since).length,
    };
  }

  /** @returns the rows by folded name, and the facts of those that were added by id */
  private async findOrAdd(
    sql: Sql,
    facts: PublisherFacts[],
  ): Promise<{ known: Map<string, StoredPublisher>; added: Map<string, PublisherFacts> }> {
    const first = new Map<string, PublisherFacts>();
    for (const one of facts) if (!first.has(foldName(one.name))) first.set(foldName(one.name), one);
    // Sorted, so that two imports that add the same publishers do not deadlock.
    const keys = [...first.keys()].sort();
    const known = await this.publishers.findByNames(sql, keys);
    const missing = keys.filter((key) => !known.has(key));
    if (missing.length === 0) return { known, added: new Map() };
    const now = await databaseNow(sql);
    const created = missing.map((key) => newPublisher(key, first.get(key)!, now));
    await this.publishers.insertMissing(sql, created);
    // Another process may have added some of them meanwhile: then its rows count.
    for (const [key, row] of await this.publishers.findByNames(sql, missing)) known.set(key, row);
    const own = created.filter((row) => known.get(row.name_key)!.id === row.id);
    await this.terms.insert(sql, own);
    return { known, added: new Map(own.map((row) => [row.id, first.get(row.name_key)!])) };
  }

  /** Reads those that will change once more under a lock, so that no concurrent change is overwritten. */
  private async lockChanging(sql: Sql, facts: PublisherFacts[], known: Map<string, StoredPublisher>): Promise<void> {
    const ids = new Set<string>();
    for (const one of facts) {
      const row = known.get(foldName(one.name))!;
      if (merge({ ...row }, one)) ids.add(row.id);
    }
    for (const [key, row] of await this.publishers.lockByIds(sql, [...ids].sort())) known.set(key, row);
  }
}

const columnsOf = ({ name, url, supportUrl, privacyUrl }: PublisherFacts) => ({
  name,
  url,
  support_url: supportUrl,
  privacy_url: privacyUrl,
});

const newPublisher = (key: string, facts: PublisherFacts, now: UtcTimestamp): StoredPublisher => ({
  id: newId(),
  name_key: key,
  ...columnsOf(facts),
  facts_from: facts.from,
  created_at: now,
});

/** @returns whether anything changed */
function merge(row: StoredPublisher, facts: PublisherFacts): boolean {
  const given = columnsOf(facts);
  const mayReplace = row.facts_from === facts.from;
  let changed = false;
  for (const field of Object.keys(given) as (keyof typeof given)[]) {
    const value = given[field];
    if (value === null || value === row[field] || (!mayReplace && row[field] !== null)) continue;
    row[field] = value;
    changed = true;
  }
  return changed;
}
