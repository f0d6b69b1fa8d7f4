import { Injectable } from '@nestjs/common';
import type { IdentifierType } from 'inventory-reader';
import { Database, type Sql } from '../../../database/database';
import { insertRows, pagesOf, placeholders } from '../../../database/rows';

interface MatchRow {
  software_id: string;
  name: string;
  as_of: string | null;
}

/** All statements on `knowledge_match`, and those that find products for it. */
@Injectable()
export class KnowledgeMatchRepository {
  constructor(private readonly database: Database) {}

  /** Products by identifiers of a type. Index: software_identifier_value. */
  async identified(type: IdentifierType, values: string[]): Promise<{ id: string; value: string }[]> {
    const rows: { id: string; value: string }[] = [];
    for (const page of pagesOf([...new Set(values)])) {
      const text = `SELECT DISTINCT software_id AS id, value FROM software_identifier
        WHERE type = ? AND value IN (${placeholders(page.length)})`;
      rows.push(...(await this.database.query<{ id: string; value: string }>(text, [type, ...page])));
    }
    return rows;
  }

  /** Locks products, in the order in which all do it. @returns those that there still are */
  async lock(sql: Sql, softwareIds: string[]): Promise<Set<string>> {
    const { givenRows, thenJoin, byIndex, forUpdate } = sql.dialect;
    const rows = await sql.query<{ id: string }>(
      `SELECT s.id FROM (${givenRows({ id: 'text' })}) g ${thenJoin} software s ${byIndex('PRIMARY')} ON s.id = g.id
       ORDER BY s.id ${forUpdate}`,
      [JSON.stringify([...softwareIds].sort().map((id) => [id]))],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /**
   * Replaces the products that a provider covers; those that it no longer covers keep the day of its last answer.
   * @param names its names of products, by product
   */
  async replace(sql: Sql, provider: string, names: Map<string, string>): Promise<void> {
    const before = new Map(
      (
        await sql.query<MatchRow>('SELECT software_id, name, as_of FROM knowledge_match WHERE provider = ?', [provider])
      ).map((row) => [row.software_id, row]),
    );
    const differs = [...names].filter(([id, name]) => before.get(id)?.name !== name || before.get(id)!.as_of !== null);
    const ending = sql.dialect.onDuplicate(['software_id', 'provider'], {
      name: sql.dialect.given('name'),
      as_of: 'NULL',
    });
    const present = await this.lock(
      sql,
      differs.map(([id]) => id),
    );
    const rows = differs.flatMap(([id, name]) => (present.has(id) ? [[id, provider, name]] : []));
    await insertRows(sql, 'knowledge_match', ['software_id', 'provider', 'name'], rows, ending);
    const lost = [...before.values()].filter(({ software_id: id, as_of }) => as_of === null && !names.has(id));
    for (const page of pagesOf(lost))
      await sql.execute(
        `UPDATE knowledge_match SET as_of = COALESCE((SELECT k.as_of FROM knowledge k WHERE k.provider = ?), '1970-01-01')
         WHERE provider = ? AND software_id IN (${placeholders(page.length)})`,
        [provider, provider, ...page.map(({ software_id }) => software_id)],
      );
  }
}
