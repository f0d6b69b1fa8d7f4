import { Injectable } from '@nestjs/common';
import { publisherTerms, termsDigest } from '../common/search/search-terms';
import { Database, type Sql } from '../database/database';
import type { RowOf } from '../database/row-of';
import { pagesOf, placeholders } from '../database/rows';
import type { Publisher } from './publisher.entity';

type NamedPublisher = Pick<RowOf<Publisher>, 'id' | 'name_key'>;
type DigestedPublisher = Pick<RowOf<Publisher>, 'id' | 'name_key' | 'search_digest'>;

/** Publishers that one statement reads when all of them are looked through. */
const PAGE = 500;

/** The search terms of publishers. The folded name of a publisher never changes. */
@Injectable()
export class PublisherTermRepository {
  constructor(private readonly database: Database) {}

  /** Of publishers that the caller's transaction adds. */
  async insert(sql: Sql, publishers: NamedPublisher[]): Promise<void> {
    const given = { kind: 'integer', term: 'unicode', publisher_id: 'text' } as const;
    const statement = `INSERT INTO publisher_term (${Object.keys(given).join(', ')}) ${sql.dialect.givenRows(given)}`;
    for (const page of pagesOf(publishers)) await sql.execute(statement, [JSON.stringify(page.flatMap(termRows))]);
    const set = sql.dialect.updateJoined('publisher', {
      source: sql.dialect.givenRows({ publisher_id: 'text', digest: 'text' }),
      on: 'publisher.id = e.publisher_id',
      set: 'search_digest = e.digest',
      where: '1 = 1',
    });
    for (const page of pagesOf(publishers)) {
      const digests = page.map(({ id, name_key }) => [id, termsDigest(name_key)]);
      await sql.execute(set, [JSON.stringify(digests)]);
    }
  }

  /**
   * Makes the missing and the outdated terms of one page of publishers, in the order of their ids.
   * @returns where the next page begins, and how many publishers changed; null = there are no more
   */
  async refreshPage(after: string): Promise<{ last: string; changed: number } | null> {
    const page = await this.database.query<DigestedPublisher>(
      `SELECT id, name_key, search_digest FROM publisher WHERE id > ? ORDER BY id LIMIT ${PAGE}`,
      [after],
    );
    if (page.length === 0) return null;
    const stale = page.filter((row) => row.search_digest !== termsDigest(row.name_key));
    if (stale.length > 0) await this.database.transaction((sql) => this.replace(sql, stale));
    return { last: page.at(-1)!.id, changed: stale.length };
  }

  /** Locks the publishers, in the order of their ids. */
  private async replace(sql: Sql, publishers: NamedPublisher[]): Promise<void> {
    const ids = publishers.map(({ id }) => id);
    const given = placeholders(ids.length);
    await sql.query(`SELECT id FROM publisher WHERE id IN (${given}) ORDER BY id ${sql.dialect.forUpdate}`, ids);
    const statement = sql.dialect.deleteGiven('publisher_term', { publisher_id: 'text' }, 'publisher_term_publisher');
    await sql.execute(statement, [JSON.stringify(ids.map((id) => [id]))]);
    await this.insert(sql, publishers);
  }
}

const termRows = ({ id, name_key }: NamedPublisher) =>
  publisherTerms(name_key).map(({ kind, term }): [number, string, string] => [kind, term, id]);
