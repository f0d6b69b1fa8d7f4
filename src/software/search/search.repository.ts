import { Injectable } from '@nestjs/common';
import type { SqlText, SqlValue } from '../../api/list/list-sql';
import { withOneMistake } from '../../common/search/misspelling';
import {
  FIELDS,
  kindOf,
  LEAST_DESCRIPTION_WORD,
  LEAST_INSIDE,
  type SearchField,
  type TermForm,
} from '../../common/search/search-terms';
import { Database, type Sql } from '../../database/database';
import type { Dialect } from '../../database/dialect';
import { placeholders } from '../../database/rows';
import { MAX_POPULARITY } from './popularity';
import type { Search, Sought } from './search';

/**
 * Levels of a search: texts that equal it or begin with it; texts that have it as a word; texts that have it as a part. Hits of one level
 * come before those of the next ones.
 */
export type SearchLevel = 'names' | 'words' | 'parts';
export const SEARCH_LEVELS: readonly SearchLevel[] = ['names', 'words', 'parts'];

/** In the order in which hits are ranked; a part at the beginning of a word before one inside of it. */
const CLASSES = ['exact', 'prefix', 'word', 'beginning', 'inside'] as const;
type MatchClass = (typeof CLASSES)[number];

/** Above the length of any name, twice: an alias that is the text comes after names that are as well known. */
const POPULARITY_STEP = 1_000;
const ALIAS_STEP = POPULARITY_STEP / 2;
const CLASS_STEP = POPULARITY_STEP * (MAX_POPULARITY + 1);
const NOTHING = 'SELECT id AS software_id, 0 AS relevance FROM software WHERE 1 = 0';
/** After every character that a term may have. */
const LAST = '\u{10ffff}';

/** The terms of one form that are a hit of this class. */
interface Look {
  level: SearchLevel;
  match: MatchClass;
  form: TermForm;
  how: 'equal' | 'begins';
}

const LOOKS: Look[] = [
  { level: 'names', match: 'exact', form: 'whole', how: 'equal' },
  { level: 'names', match: 'prefix', form: 'whole', how: 'begins' },
  { level: 'words', match: 'word', form: 'word', how: 'equal' },
  { level: 'parts', match: 'beginning', form: 'word', how: 'begins' },
  { level: 'parts', match: 'inside', form: 'inside', how: 'equal' },
  { level: 'parts', match: 'inside', form: 'inside', how: 'begins' },
];

/** For one of several words, a name of one word is a word. */
const LOOKS_OF_WORD: Look[] = [
  { level: 'words', match: 'word', form: 'whole', how: 'equal' },
  { level: 'words', match: 'word', form: 'word', how: 'equal' },
  { level: 'parts', match: 'beginning', form: 'whole', how: 'begins' },
  { level: 'parts', match: 'beginning', form: 'word', how: 'begins' },
  { level: 'parts', match: 'inside', form: 'inside', how: 'equal' },
  { level: 'parts', match: 'inside', form: 'inside', how: 'begins' },
];

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

/**
 * A SELECT of `software_id` and `relevance` (a number; the lowest is the best) of each product that the search finds. Each part of it is a
 * range of the primary keys of `software_term` and `publisher_term`.
 */
export function hitsSql(dialect: Dialect, { whole, words }: Search, level: SearchLevel): SqlText {
  const parts = selects(dialect, whole, LOOKS, level);
  if (words.length > 0 && level !== 'names') parts.push(allWords(dialect, words, level));
  const union = joinSql(parts);
  const text = `SELECT software_id, MIN(relevance) AS relevance FROM (${union.text}) found GROUP BY software_id`;
  return { text, parameters: union.parameters };
}

/** Fields with names of a product, not descriptions. */
const NAMING = FIELDS.filter((field) => field !== 'description');

/**
 * A SELECT of `named`: 1 when a product has the search, or each of its words, in its names, aliases or publisher, and 0 otherwise. Ends at
 * the first that has.
 */
function namedSql(dialect: Dialect, { whole, words }: Search): SqlText {
  const parts = selects(dialect, whole, LOOKS, 'parts', NAMING);
  if (words.length > 0) parts.push(allWords(dialect, words, 'parts', NAMING));
  return {
    text: `SELECT CASE WHEN ${parts.map(({ text }) => `EXISTS (${text})`).join('\n OR ')} THEN 1 ELSE 0 END AS named`,
    parameters: parts.flatMap(({ parameters }) => parameters),
  };
}

/** Rows of products that have this word anywhere, some of them several times. */
const wordSql = (dialect: Dialect, word: Sought): SqlText => joinSql(selects(dialect, word, LOOKS_OF_WORD, 'parts'));

/** Products that have each of the words; the worst of the hits counts. */
function allWords(
  dialect: Dialect,
  words: Sought[],
  level: SearchLevel,
  fields: readonly SearchField[] = FIELDS,
): SqlText {
  const parts = words.flatMap((word, number) =>
    selects(dialect, word, LOOKS_OF_WORD, level, fields).map(({ text, parameters }) => ({
      text: text.replace('SELECT ', `SELECT ${number} AS word, `),
      parameters,
    })),
  );
  const union = joinSql(parts);
  const text = `SELECT software_id, MAX(best) AS relevance FROM (
      SELECT software_id, word, MIN(relevance) AS best FROM (${union.text}) each_word GROUP BY software_id, word
    ) by_word GROUP BY software_id HAVING COUNT(*) = ${words.length}`;
  return { text, parameters: union.parameters };
}

/** A condition without any term matches nothing: a misspelt word may be similar to no name. */
const joinSql = (parts: SqlText[]): SqlText => ({
  text: parts.map(({ text }) => text).join('\nUNION ALL ') || NOTHING,
  parameters: parts.flatMap(({ parameters }) => parameters),
});

function selects(
  dialect: Dialect,
  sought: Sought,
  looks: Look[],
  level: SearchLevel,
  fields: readonly SearchField[] = FIELDS,
): SqlText[] {
  if (sought.terms.length === 0) return [];
  const most = SEARCH_LEVELS.indexOf(level);
  return looks
    .filter((look) => look.how === 'equal' || sought.begins)
    .flatMap((look) =>
      fields
        .filter((field) => SEARCH_LEVELS.indexOf(levelOf(field, look)) <= most)
        .filter((field) => isLooked(field, look, sought))
        .map((field) => select(dialect, field, look, sought)),
    );
}

/** The products of publishers are many, and come after all names and aliases. */
const levelOf = (field: SearchField, { match, level }: Look): SearchLevel =>
  field === 'publisher' && match === 'prefix' ? 'words' : level;

/** Whether there are such terms, and not too many of them. */
function isLooked(field: SearchField, { form, how }: Look, { terms }: Sought): boolean {
  const least = Math.min(...terms.map((term) => [...term].length));
  if (form === 'inside' && least < LEAST_INSIDE) return false;
  if (field !== 'description') return true;
  return form === 'word' && (how === 'equal' || least >= LEAST_DESCRIPTION_WORD);
}

function select(dialect: Dialect, field: SearchField, { match, form, how }: Look, { terms }: Sought): SqlText {
  const relevance = (owner: 't' | 'o', length: string) =>
    `${rankOf(field, match)} - ${POPULARITY_STEP} * ${owner}.popularity + ${length} AS relevance`;
  const where = `t.kind = ${kindOf(field, form)} AND ${how === 'equal' ? `t.term IN (${placeholders(terms.length)})` : 't.term > ? AND t.term < ?'}`;
  const parameters: SqlValue[] = how === 'equal' ? terms : [terms[0]!, `${terms[0]!}${LAST}`];
  if (field !== 'publisher')
    return {
      text: `SELECT t.software_id, ${relevance('t', 't.name_length')} FROM software_term t WHERE ${where}`,
      parameters,
    };
  const { thenJoin, byIndex, characters } = dialect;
  const text = `SELECT o.id AS software_id, ${relevance('o', characters('o.name_key'))}
    FROM publisher_term t ${thenJoin} software o ${byIndex('software_publisher')} ON o.publisher_id = t.publisher_id WHERE ${where}`;
  return { text, parameters };
}

/**
 * Of the least known product with no letter in its name; above 0 for every other. What is the text is a name or an alias alike: which of
 * both people mean, their popularity tells.
 */
function rankOf(field: SearchField, match: MatchClass): number {
  const isAlias = match === 'exact' && field === 'alias';
  const place = CLASSES.indexOf(match) * FIELDS.length + FIELDS.indexOf(isAlias ? 'name' : field);
  return place * CLASS_STEP + (isAlias ? ALIAS_STEP : 0) + POPULARITY_STEP * MAX_POPULARITY;
}
