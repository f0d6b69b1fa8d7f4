import { Injectable } from '@nestjs/common';
import { kindOf } from '../../common/search/search-terms';
import type { Sql } from '../../database/database';
import { readSearch } from '../../software/search/search';
import { hitsSql, SearchRepository } from '../../software/search/search.repository';
import type { NamedProduct } from './match';

/** The best first. */
const KINDS = [kindOf('name', 'whole'), kindOf('alias', 'whole'), kindOf('name', 'word'), kindOf('alias', 'word')];

/** Products that are like a name, by the terms of the search. */
@Injectable()
export class NearestRepository {
  constructor(private readonly searches: SearchRepository) {}

  /** By term: the product of which it is the name, an alias, or a word of them, whichever comes first. Index: the primary key. */
  async named(sql: Sql, terms: string[]): Promise<Map<string, NamedProduct>> {
    const { givenRows, thenJoin, byIndex } = sql.dialect;
    const best = KINDS.map(
      (kind) =>
        `(SELECT t.software_id FROM software_term t WHERE t.kind = ${kind} AND t.term = e.term ORDER BY t.name_length, t.software_id LIMIT 1)`,
    );
    const rows = await sql.query<{ term: string } & NamedProduct>(
      `SELECT found.term, s.id, s.name
       FROM (SELECT e.term, COALESCE(${best.join(', ')}) AS software_id FROM (${givenRows({ term: 'unicode' })}) e) found
       ${thenJoin} software s ${byIndex('PRIMARY')} ON s.id = found.software_id`,
      [JSON.stringify(terms.map((term) => [term]))],
    );
    return new Map(rows.map(({ term, id, name }) => [term, { id, name }]));
  }

  /** The best hit of the search: of names that begin so, else of those that are one typing error away. */
  async searched(sql: Sql, text: string): Promise<NamedProduct | undefined> {
    const search = readSearch(text);
    const found = await this.bestOf(sql, search);
    if (found !== undefined) return found;
    const corrected = await this.searches.corrected(search, sql);
    return corrected === null ? undefined : this.bestOf(sql, corrected);
  }

  private async bestOf(sql: Sql, search: ReturnType<typeof readSearch>): Promise<NamedProduct | undefined> {
    const { text, parameters } = hitsSql(sql.dialect, search, 'names');
    const [best] = await sql.query<NamedProduct>(
      `SELECT s.id, s.name FROM (${text}) hit JOIN software s ON s.id = hit.software_id
       ORDER BY hit.relevance, s.name_key, s.id LIMIT 1`,
      parameters,
    );
    return best;
  }
}
