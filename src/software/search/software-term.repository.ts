import { Injectable } from '@nestjs/common';
import { foldName, groupBy, lengthOf } from 'small-parts';
import { softwareTerms, termsDigest } from '../../common/search/search-terms';
import { Database, type Sql } from '../../database/database';
import { pagesOf, placeholders } from '../../database/rows';
import { popularityOf } from './popularity';

interface FactsRow {
  id: string;
  name: string;
  short_description: string | null;
  description: string | null;
  stars: number | null;
  search_digest: string | null;
}

interface AliasRow {
  software_id: string;
  value: string;
}

interface SearchedSoftware {
  row: FactsRow;
  aliases: string[];
  popularity: number;
  digest: string;
}

type TermRow = [kind: number, term: string, softwareId: string, nameLength: number, popularity: number];

/** Products that are looked through, and locked, at once. */
const PAGE = 200;

const TERMS_AT_ONCE = 5_000;

const FACTS = 'SELECT id, name, short_description, description, stars, search_digest FROM software';

/** The search terms of products: of their names, aliases and descriptions, each with how well known the product is. */
@Injectable()
export class SoftwareTermRepository {
  constructor(private readonly database: Database) {}

  /**
   * Updates the terms of these products where their texts, or how well known they are, have changed. To be called by every transaction that changes the
   * name, the descriptions, the aliases or the stars of products, which it has locked.
   */
  async refresh(sql: Sql, softwareIds: string[]): Promise<void> {
    for (const ids of pagesOf([...new Set(softwareIds)], PAGE)) {
      const rows = await sql.query<FactsRow>(`${FACTS} WHERE id IN (${placeholders(ids.length)})`, ids);
      const stale = (await this.searched(sql, rows)).filter(({ row, digest }) => row.search_digest !== digest);
      await this.replace(sql, stale);
    }
  }

  /**
   * The same for one page of all products, in the order of their ids, each page in a transaction of its own.
   * @returns where the next page begins, and how many products changed; null = there are no more
   */
  async refreshPage(after: string): Promise<{ last: string; changed: number } | null> {
    const rows = await this.database.query<FactsRow>(`${FACTS} WHERE id > ? ORDER BY id LIMIT ${PAGE}`, [after]);
    if (rows.length === 0) return null;
    const searched = await this.searched(this.database, rows);
    const stale = searched.filter(({ row, digest }) => row.search_digest !== digest).map(({ row }) => row.id);
    if (stale.length > 0) await this.database.transaction((sql) => this.lockAndRefresh(sql, stale));
    return { last: rows.at(-1)!.id, changed: stale.length };
  }

  private async lockAndRefresh(sql: Sql, ids: string[]): Promise<void> {
    const given = placeholders(ids.length);
    await sql.query(`SELECT id FROM software WHERE id IN (${given}) ORDER BY id ${sql.dialect.forUpdate}`, ids);
    await this.refresh(sql, ids);
  }

  private async searched(sql: Sql, rows: FactsRow[]): Promise<SearchedSoftware[]> {
    const ids = rows.map(({ id }) => id);
    const aliases = await this.aliasesOf(sql, ids);
    const favorites = await this.favoritesOf(sql, ids);
    return rows.map((row) => {
      const { id, name, short_description, description, stars } = row;
      const own = aliases.get(id) ?? [];
      const popularity = popularityOf(stars, favorites.get(id) ?? 0);
      const digest = termsDigest([name, short_description, description, own, popularity]);
      return { row, aliases: own, popularity, digest };
    });
  }

  /** In their order, each once: several origins may give the same. Index: the primary key. */
  private async aliasesOf(sql: Sql, ids: string[]): Promise<Map<string, string[]>> {
    if (ids.length === 0) return new Map();
    const rows = await sql.query<AliasRow>(
      `SELECT DISTINCT software_id, value FROM software_identifier
       WHERE software_id IN (${placeholders(ids.length)}) AND type = 'alias' ORDER BY software_id, value`,
      ids,
    );
    const bySoftware = groupBy(rows, (row) => row.software_id);
    return new Map([...bySoftware].map(([id, aliases]) => [id, aliases.map(({ value }) => value)]));
  }

  /** How many track each of them. By the table's name, as favorites come after this room. Index: favorite_software. */
  private async favoritesOf(sql: Sql, ids: string[]): Promise<Map<string, number>> {
    if (ids.length === 0) return new Map();
    const rows = await sql.query<{ software_id: string; total: number | string }>(
      `SELECT software_id, COUNT(*) AS total FROM favorite WHERE software_id IN (${placeholders(ids.length)}) GROUP BY software_id`,
      ids,
    );
    return new Map(rows.map(({ software_id, total }) => [software_id, Number(total)]));
  }

  private async replace(sql: Sql, products: SearchedSoftware[]): Promise<void> {
    const known = products.filter(({ row }) => row.search_digest !== null).map(({ row }) => row.id);
    await deleteTerms(sql, known);
    await insertTerms(sql, products.flatMap(termRows));
    if (products.length > 0) await this.setDigests(sql, products);
  }

  private async setDigests(sql: Sql, products: SearchedSoftware[]): Promise<void> {
    const statement = sql.dialect.updateJoined('software', {
      source: sql.dialect.givenRows({ software_id: 'text', digest: 'text', known: 'integer' }),
      on: 'software.id = e.software_id',
      set: 'search_digest = e.digest, popularity = e.known',
      where: '1 = 1',
    });
    await sql.execute(statement, [
      JSON.stringify(products.map(({ row, digest, popularity }) => [row.id, digest, popularity])),
    ]);
  }
}

/** Some thirty for each product: given as a list, which is read faster than as many parameters. */
async function insertTerms(sql: Sql, rows: TermRow[]): Promise<void> {
  const given = {
    kind: 'integer',
    term: 'unicode',
    software_id: 'text',
    name_length: 'integer',
    popularity: 'integer',
  } as const;
  const statement = `INSERT INTO software_term (${Object.keys(given).join(', ')}) ${sql.dialect.givenRows(given)}`;
  // In the order of the primary key, so that a database need not look for the place of each.
  rows.sort(byKey);
  for (const page of pagesOf(rows, TERMS_AT_ONCE)) await sql.execute(statement, [JSON.stringify(page)]);
}

const byKey = (a: TermRow, b: TermRow) => a[0] - b[0] || (a[1] < b[1] ? -1 : a[1] > b[1] ? 1 : 0);

function deleteTerms(sql: Sql, softwareIds: string[]): Promise<number> | undefined {
  if (softwareIds.length === 0) return undefined;
  const statement = sql.dialect.deleteGiven('software_term', { software_id: 'text' }, 'software_term_software');
  return sql.execute(statement, [JSON.stringify(softwareIds.map((id) => [id]))]);
}

function termRows({ row, aliases, popularity }: SearchedSoftware): TermRow[] {
  const { id, name, short_description, description } = row;
  const length = lengthOf(foldName(name));
  return softwareTerms({ name, aliases, descriptions: [short_description, description] }).map(({ kind, term }) => [
    kind,
    term,
    id,
    length,
    popularity,
  ]);
}
