import { Injectable } from '@nestjs/common';
import { withOneMistake } from '../../common/search/misspelling';
import { kindOf } from '../../common/search/search-terms';
import { Database, type Sql } from '../../database/database';
import type { Search, Sought } from './search';
import { hitsSql, namedSql, wordSql } from './search-hits.repository';

/** Most similar names and words that are tried for one word. */
const MAX_CORRECTIONS = 100;

/** Terms that a misspelt word is compared with, by the table that has them. */
const SPELLINGS = {
  software_term: [
    kindOf('name', 'whole'),
    kindOf('alias', 'whole'),
    kindOf('name', 'word'),
    kindOf('alias', 'word'),
    kindOf('description', 'word'),
  ],
  publisher_term: [kindOf('publisher', 'whole'), kindOf('publisher', 'word')],
};

@Injectable()
export class SearchRepository {
  constructor(private readonly database: Database) {}

  /** Whether anything is found, without the other filters. */
  async isFound(search: Search): Promise<boolean> {
    const { text, parameters } = hitsSql(this.database.dialect, search, 'parts');
    return (await this.database.query(`SELECT software_id FROM (${text}) hit LIMIT 1`, parameters)).length > 0;
  }

  /** Whether any product has this name, without the other filters. */
  async isNamed(search: Search): Promise<boolean> {
    const { text, parameters } = namedSql(this.database.dialect, search);
    const [row] = await this.database.query<{ named: number | string }>(text, parameters);
    return Number(row!.named) === 1;
  }

  /** The corrected search: all known terms that are one typing mistake away; null = there are none. */
  async corrected({ whole, words }: Search, sql: Sql = this.database): Promise<Search | null> {
    const other = await this.corrections(sql, whole);
    const others: Sought[] = [];
    for (const word of words) others.push((await this.hasWord(sql, word)) ? word : await this.corrections(sql, word));
    const hasAll = others.length > 0 && others.every(({ terms }) => terms.length > 0);
    if (other.terms.length === 0 && !hasAll) return null;
    return { whole: other, words: hasAll ? others : [] };
  }

  private async hasWord(sql: Sql, word: Sought): Promise<boolean> {
    const { text, parameters } = wordSql(sql.dialect, word);
    return (await sql.query(`SELECT software_id FROM (${text}) hit LIMIT 1`, parameters)).length > 0;
  }

  /** Index: the primary keys of both tables. */
  private async corrections(sql: Sql, { terms: [term] }: Sought): Promise<Sought> {
    const { givenRows, thenJoin, byIndex } = sql.dialect;
    const given = JSON.stringify(withOneMistake(term!).map((other) => [other]));
    const selects = Object.entries(SPELLINGS).map(
      ([table, kinds]) => `SELECT e.term FROM (${givenRows({ term: 'unicode' })}) e
        CROSS JOIN (${kinds.map((kind) => `SELECT ${kind} AS kind`).join(' UNION ALL ')}) k
        ${thenJoin} ${table} t ${byIndex('PRIMARY')} ON t.kind = k.kind AND t.term = e.term`,
    );
    const rows = await sql.query<{ term: string }>(
      `${selects.join(' UNION ')} LIMIT ${MAX_CORRECTIONS}`,
      selects.map(() => given),
    );
    return { terms: rows.map(({ term: found }) => found), begins: false };
  }
}
