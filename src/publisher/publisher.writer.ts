import { Injectable } from '@nestjs/common';
import { newId } from '../common/ids';
import type { Moment } from '../common/moment';
import { foldName } from '../common/text';
import type { Sql } from '../database/database';
import { databaseNow } from '../database/database-clock';
import { insertRows, pagesOf, placeholders } from '../database/rows';

/** What a record says of a publisher; null = it does not say, which changes nothing. */
export interface PublisherFacts {
  name: string;
  url: string | null;
  supportUrl: string | null;
  privacyUrl: string | null;
  /** Identity of the software whose record this is; see `Publisher.factsFrom`. */
  from: string;
}

interface Row {
  id: string;
  name: string;
  name_key: string;
  url: string | null;
  support_url: string | null;
  privacy_url: string | null;
  facts_from: string;
  created_at: Moment;
}

const COLUMNS = ['id', 'name', 'name_key', 'url', 'support_url', 'privacy_url', 'facts_from', 'created_at'] as const;
type Fact = 'name' | 'url' | 'support_url' | 'privacy_url';

export interface WrittenPublishers {
  /** Id by folded name. */
  ids: Map<string, string>;
  /** For each of the facts, in their order: whether they added or changed a publisher. */
  changes: boolean[];
  /** How many of them are to be counted: not those that are new since `since` and only got another fact. */
  counted: number;
}

/** The only writer of the publisher table. */
@Injectable()
export class PublisherWriter {
  /**
   * Adds the publishers that are not there and changes those whose facts changed, which it holds until the transaction ends. The
   * others, nearly all of an import, are not held: nobody waits for them. Runs in the caller's transaction.
   * @param since when the import began, of which this may be one of many transactions
   */
  async write(sql: Sql, facts: PublisherFacts[], since: Moment): Promise<WrittenPublishers> {
    const { known, added } = await this.findOrAdd(sql, facts);
    const differing = facts.filter((one) => merge({ ...known.get(foldName(one.name))! }, one));
    await this.hold(sql, differing, known);
    const changed = new Set<Row>();
    const changes = facts.map((one) => {
      const row = known.get(foldName(one.name))!;
      const differs = merge(row, one);
      if (differs) changed.add(row);
      return differs || added.get(row.id) === one;
    });
    for (const row of changed) await this.update(sql, row);
    return {
      ids: new Map([...known].map(([key, row]) => [key, row.id])),
      changes,
      counted: added.size + [...changed].filter((row) => !added.has(row.id) && row.created_at < since).length,
    };
  }

  /** @returns the rows by folded name, not held, and by the ids of those that this added what they were made of */
  private async findOrAdd(
    sql: Sql,
    facts: PublisherFacts[],
  ): Promise<{ known: Map<string, Row>; added: Map<string, PublisherFacts> }> {
    const first = new Map<string, PublisherFacts>();
    for (const one of facts) if (!first.has(foldName(one.name))) first.set(foldName(one.name), one);
    // In the same order everywhere: of two importers that add the same publishers, only one waits for the other.
    const keys = [...first.keys()].sort();
    const known = await this.find(sql, 'name_key', keys);
    const missing = keys.filter((key) => !known.has(key));
    if (missing.length === 0) return { known, added: new Map() };
    const now = await databaseNow(sql);
    const created = missing.map((key) => newRow(key, first.get(key)!, now));
    const rows = created.map((row) => [...COLUMNS.map((column) => row[column]), now]);
    await insertRows(sql, 'publisher', [...COLUMNS, 'updated_at'], rows, sql.dialect.keepExisting('publisher'));
    // Another process may have added one of them meanwhile: then its row counts.
    for (const [key, row] of await this.find(sql, 'name_key', missing)) known.set(key, row);
    const own = created.filter((row) => known.get(row.name_key)!.id === row.id);
    return { known, added: new Map(own.map((row) => [row.id, first.get(row.name_key)!])) };
  }

  /** Reads the publishers of these facts once more, held: what others said of them until now is not to be written over. */
  private async hold(sql: Sql, facts: PublisherFacts[], known: Map<string, Row>): Promise<void> {
    const ids = [...new Set(facts.map((one) => known.get(foldName(one.name))!.id))].sort();
    for (const [key, row] of await this.find(sql, 'id', ids, `ORDER BY id ${sql.dialect.forUpdate}`))
      known.set(key, row);
  }

  /** By folded name. */
  private async find(sql: Sql, column: 'id' | 'name_key', values: string[], ending = ''): Promise<Map<string, Row>> {
    const found = new Map<string, Row>();
    for (const page of pagesOf(values)) {
      const rows = await sql.query<Row>(
        `SELECT ${COLUMNS.join(', ')} FROM publisher WHERE ${column} IN (${placeholders(page.length)}) ${ending}`,
        page,
      );
      for (const row of rows) found.set(row.name_key, row);
    }
    return found;
  }

  private async update(sql: Sql, row: Row): Promise<void> {
    await sql.execute(
      `UPDATE publisher SET name = ?, url = ?, support_url = ?, privacy_url = ?, updated_at = ${sql.dialect.now} WHERE id = ?`,
      [row.name, row.url, row.support_url, row.privacy_url, row.id],
    );
  }
}

const newRow = (key: string, facts: PublisherFacts, now: Moment): Row => ({
  id: newId(),
  name: facts.name,
  name_key: key,
  url: facts.url,
  support_url: facts.supportUrl,
  privacy_url: facts.privacyUrl,
  facts_from: facts.from,
  created_at: now,
});

/** @returns whether anything changed */
function merge(row: Row, facts: PublisherFacts): boolean {
  const said: Record<Fact, string | null> = {
    name: facts.name,
    url: facts.url,
    support_url: facts.supportUrl,
    privacy_url: facts.privacyUrl,
  };
  const mayChange = row.facts_from === facts.from;
  let changed = false;
  for (const fact of Object.keys(said) as Fact[]) {
    const value = said[fact];
    if (value === null || value === row[fact] || (!mayChange && row[fact] !== null)) continue;
    row[fact] = value;
    changed = true;
  }
  return changed;
}
