import { Injectable } from '@nestjs/common';
import { newId } from '../common/ids';
import type { Moment } from '../common/moment';
import { foldName } from '../common/text';
import type { Sql } from '../database/database';
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
   * Adds the publishers that are not there and changes those whose facts changed. Runs in the caller's transaction.
   * @param since when the import began, of which this may be one of many transactions
   */
  async write(sql: Sql, facts: PublisherFacts[], since: Moment): Promise<WrittenPublishers> {
    const known = await this.find(sql, [...new Set(facts.map((one) => foldName(one.name)))]);
    const [{ now }] = (await sql.query<{ now: Moment }>(`SELECT ${sql.dialect.now} AS now`)) as [{ now: Moment }];
    const added: Row[] = [];
    const changed = new Set<string>();
    const changes = facts.map((one) => {
      const key = foldName(one.name);
      const row = known.get(key);
      if (row) {
        const differs = merge(row, one);
        if (differs) changed.add(key);
        return differs;
      }
      const created = newRow(key, one, now);
      known.set(key, created);
      added.push(created);
      return true;
    });
    await this.insert(sql, added, known);
    const addedKeys = new Set(added.map((row) => row.name_key));
    for (const key of changed) if (!addedKeys.has(key)) await this.update(sql, known.get(key)!);
    return {
      ids: new Map([...known].map(([key, row]) => [key, row.id])),
      changes,
      counted: added.length + [...changed].filter((key) => known.get(key)!.created_at < since).length,
    };
  }

  private async find(sql: Sql, keys: string[]): Promise<Map<string, Row>> {
    const found = new Map<string, Row>();
    for (const page of pagesOf(keys)) {
      const rows = await sql.query<Row>(
        `SELECT ${COLUMNS.join(', ')} FROM publisher WHERE name_key IN (${placeholders(page.length)})`,
        page,
      );
      for (const row of rows) found.set(row.name_key, row);
    }
    return found;
  }

  /** Another process may have added one of them meanwhile: then its row counts. */
  private async insert(sql: Sql, added: Row[], known: Map<string, Row>): Promise<void> {
    if (added.length === 0) return;
    const rows = added.map((row) => [...COLUMNS.map((column) => row[column]), row.created_at]);
    const columns = [...COLUMNS, 'updated_at'];
    const inserted = await insertRows(sql, 'publisher', columns, rows, sql.dialect.keepExisting('publisher'));
    if (inserted === added.length) return;
    for (const [key, row] of await this.find(
      sql,
      added.map((one) => one.name_key),
    ))
      known.set(key, row);
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
