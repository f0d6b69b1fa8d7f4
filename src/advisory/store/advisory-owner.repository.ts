import { Injectable } from '@nestjs/common';
import type { Sql } from '../../database/database';
import { pagesOf, placeholders } from '../../database/rows';
import type { ChangedIdentifier } from '../../software/identifier/software-identifier.repository';

/** A product of which something is known. */
export interface ConcernedProduct {
  softwareId: string;
  isTracked: boolean;
}

/** Finds the products that a change of identifiers or of vulnerabilities concerns. */
@Injectable()
export class AdvisoryOwnerRepository {
  /**
   * The products that had or have these identifiers, if advisories name them. Indexes: `advisory_range_key`, `software_identifier_value`.
   */
  async concerned(sql: Sql, changed: ChangedIdentifier[]): Promise<ConcernedProduct[]> {
    const values = await this.named(sql, [...new Set(changed.map(({ value }) => value))]);
    const ids = new Set(changed.filter(({ value }) => values.has(value)).map(({ softwareId }) => softwareId));
    for (const page of pagesOf([...values])) {
      const text = `SELECT DISTINCT software_id AS id FROM software_identifier WHERE type IN ('purl', 'cpe') AND value IN (${placeholders(page.length)})`;
      for (const { id } of await sql.query<{ id: string }>(text, page)) ids.add(id);
    }
    return this.products(sql, [...ids]);
  }

  /** Those of these values that an advisory names. */
  private async named(sql: Sql, values: string[]): Promise<Set<string>> {
    const found = new Set<string>();
    for (const page of pagesOf(values)) {
      const text = `SELECT DISTINCT key_value AS value FROM advisory_range
        WHERE key_type IN ('purl', 'cpe', 'repo') AND key_value IN (${placeholders(page.length)})`;
      for (const { value } of await sql.query<{ value: string }>(text, page)) found.add(value);
    }
    return found;
  }

  /** The products with a finding of these vulnerabilities in any version that somebody asked for. Index: `finding_vulnerability`. */
  async withFindings(sql: Sql, vulnerabilities: string[]): Promise<ConcernedProduct[]> {
    const ids = new Set<string>();
    for (const page of pagesOf(vulnerabilities)) {
      const text = `SELECT DISTINCT v.software_id AS id FROM finding f ${sql.dialect.thenJoin} version v ON v.id = f.version_id
        WHERE f.vulnerability IN (${placeholders(page.length)})`;
      for (const { id } of await sql.query<{ id: string }>(text, page)) ids.add(id);
    }
    return this.products(sql, [...ids]);
  }

  private async products(sql: Sql, ids: string[]): Promise<ConcernedProduct[]> {
    const found: ConcernedProduct[] = [];
    for (const page of pagesOf(ids.sort())) {
      const text = `SELECT s.id, EXISTS (SELECT 1 FROM favorite f WHERE f.software_id = s.id) AS is_tracked
        FROM software s WHERE s.id IN (${placeholders(page.length)}) ORDER BY s.id`;
      const rows = await sql.query<{ id: string; is_tracked: number | boolean }>(text, page);
      found.push(...rows.map(({ id, is_tracked }) => ({ softwareId: id, isTracked: Boolean(is_tracked) })));
    }
    return found;
  }
}
