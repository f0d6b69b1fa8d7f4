import { Injectable } from '@nestjs/common';
import { kindOf } from '../../common/search/search-terms';
import { squeeze } from '../../common/search/search-text';
import type { Sql } from '../../database/database';
import { pagesOf } from '../../database/rows';
import type { NamedSoftware } from '../../software/dto/named-software';
import { readSearch } from '../../software/search/search';
import { hitsSql, SearchRepository } from '../../software/search/search.repository';

/** Names that are looked up; a list of what is missing shows no more. */
const MAX_NAMES = 1_000;
/** Of those, names that are also searched for by their beginning and for typing errors, which takes a statement or three each. */
const MAX_SEARCHED = 50;

/** The best first. */
const KINDS = [kindOf('name', 'whole'), kindOf('alias', 'whole'), kindOf('name', 'word'), kindOf('alias', 'word')];

/** For names that no product has: the product whose name is most like each of them. It is a hint for people, and never a match. */
@Injectable()
export class NearestRepository {
  constructor(private readonly searches: SearchRepository) {}

  async find(sql: Sql, names: string[]): Promise<Map<string, NamedSoftware>> {
    const wanted = [...new Set(names)].slice(0, MAX_NAMES).map((name) => ({ name, text: lastPart(name) }));
    const found = new Map<string, NamedSoftware>();
    for (const page of pagesOf(wanted)) {
      const byTerm = await this.named(
        sql,
        page.map(({ text }) => squeeze(text)),
      );
      for (const { name, text } of page) add(found, name, byTerm.get(squeeze(text)));
    }
    const missing = wanted.filter(({ name }) => !found.has(name)).slice(0, MAX_SEARCHED);
    for (const { name, text } of missing) add(found, name, await this.searched(sql, text));
    return found;
  }

  /** By term: the product of which it is the name, an alias, or a word of them, whichever comes first. Index: the primary key. */
  private async named(sql: Sql, terms: string[]): Promise<Map<string, NamedSoftware>> {
    const { givenRows, thenJoin, byIndex } = sql.dialect;
    const best = KINDS.map(
      (kind) =>
        `(SELECT t.software_id FROM software_term t WHERE t.kind = ${kind} AND t.term = e.term ORDER BY t.name_length, t.software_id LIMIT 1)`,
    );
    const rows = await sql.query<{ term: string } & NamedSoftware>(
      `SELECT found.term, s.id, s.name
       FROM (SELECT e.term, COALESCE(${best.join(', ')}) AS software_id FROM (${givenRows({ term: 'unicode' })}) e) found
       ${thenJoin} software s ${byIndex('PRIMARY')} ON s.id = found.software_id`,
      [JSON.stringify(terms.map((term) => [term]))],
    );
    return new Map(rows.map(({ term, id, name }) => [term, { id, name }]));
  }

  /** The best hit of the search: of names that begin so, else of those that are one typing error away. */
  private async searched(sql: Sql, text: string): Promise<NamedSoftware | undefined> {
    const search = readSearch(text);
    const found = await this.bestOf(sql, search);
    if (found !== undefined) return found;
    const corrected = await this.searches.corrected(search, sql);
    return corrected === null ? undefined : this.bestOf(sql, corrected);
  }

  private async bestOf(sql: Sql, search: ReturnType<typeof readSearch>): Promise<NamedSoftware | undefined> {
    const { text, parameters } = hitsSql(sql.dialect, search, 'names');
    const [best] = await sql.query<NamedSoftware>(
      `SELECT s.id, s.name FROM (${text}) hit JOIN software s ON s.id = hit.software_id
       ORDER BY hit.relevance, s.name_key, s.id LIMIT 1`,
      parameters,
    );
    return best;
  }
}

function add(found: Map<string, NamedSoftware>, name: string, product: NamedSoftware | undefined): void {
  if (product !== undefined) found.set(name, product);
}

/** The name without its scope, group, owner or registry. */
const lastPart = (name: string) => name.split(/[/:]/).filter(Boolean).at(-1) ?? name;
