import { Injectable } from '@nestjs/common';
import { parseIdentifier } from 'inventory-reader';
import { foldName } from 'small-parts';
import { Database, type Sql } from '../database/database';

/** Finds the product that an operator names on the command line. */
@Injectable()
export class NamedSoftwareRepository {
  constructor(private readonly database: Database) {}

  /**
   * By id, by an identifier such as `pkg:npm/express`, by its name, or else by an alias.
   * @returns the id
   * @throws Error when there is none, or more than one; IdentifierError
   */
  async require(text: string): Promise<string> {
    const ids = await this.find(text);
    if (ids.length === 1) return ids[0]!;
    throw new Error(
      ids.length === 0
        ? 'No product has this id, name or identifier.'
        : 'More than one product has this name or identifier: give the id.',
    );
  }

  /** Two of them at most. */
  private async find(text: string): Promise<string[]> {
    if (/^(pkg|cpe|repology|alias):/i.test(text)) {
      const { type, value } = parseIdentifier(text);
      return idsNamed(this.database, type, value);
    }
    const name = foldName(text);
    const statement = 'SELECT id FROM software WHERE id = ? UNION SELECT id FROM software WHERE name_key = ? LIMIT 2';
    const rows = await this.database.query<{ id: string }>(statement, [text, name]);
    return rows.length > 0 ? rows.map(({ id }) => id) : idsNamed(this.database, 'alias', name);
  }
}

/** Two of the products that this identifier names at most. Index: software_identifier_value. */
export async function idsNamed(sql: Sql, type: string, value: string): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    'SELECT DISTINCT software_id AS id FROM software_identifier WHERE type = ? AND value = ? LIMIT 2',
    [type, value],
  );
  return rows.map(({ id }) => id);
}
