import { Injectable } from '@nestjs/common';
import type { UtcTimestamp } from '../../common/time/utc-timestamp';
import type { Sql } from '../../database/database';
import { insertRows, pagesOf, placeholders } from '../../database/rows';
import type { OrderingRow } from '../../software/software.repository';
import type { AuditAction } from '../../access/audit/dto/audit-action';
import { ORDERING_COLUMNS } from '../../version/versions/ordering-settings';

/** A product with its current settings and those of the last refresh. */
export interface ProductState extends OrderingRow {
  id: string;
  /** Of its source; null = it has none. */
  type: string | null;
  settings: string | null;
  interval_seconds: number | null;
  /** When its source answered last; null = never. */
  last_success_at: UtcTimestamp | null;
  given_source: string | null;
  /** null = no refresh has written it. */
  given_ordering: string | null;
}

export interface GivenRow {
  softwareId: string;
  source: string | null;
  ordering: string;
}

const SOURCE_REMOVED: AuditAction = 'software.source-removed';

/** The settings that refreshes have given to products. Written while the product is locked. */
@Injectable()
export class BundledProductRepository {
  /** By id. */
  async states(sql: Sql, softwareIds: string[]): Promise<Map<string, ProductState>> {
    const found = new Map<string, ProductState>();
    for (const page of pagesOf(softwareIds)) {
      const rows = await sql.query<ProductState>(
        `SELECT s.id, ${ORDERING_COLUMNS}, f.type, f.settings, f.interval_seconds, f.last_success_at,
           b.source AS given_source, b.ordering AS given_ordering
         FROM software s LEFT JOIN software_source f ON f.software_id = s.id
           LEFT JOIN bundled_product b ON b.software_id = s.id WHERE s.id IN (${placeholders(page.length)})`,
        page,
      );
      for (const row of rows) found.set(row.id, row);
    }
    return found;
  }

  /** Those of the products whose source somebody removed, as far as the audit log remembers. Index: audit_entry_resource. */
  async sourceRemoved(sql: Sql, softwareIds: string[]): Promise<Set<string>> {
    const removed = new Set<string>();
    for (const page of pagesOf(softwareIds)) {
      const rows = await sql.query<{ resource_id: string }>(
        `SELECT DISTINCT resource_id FROM audit_entry WHERE resource_id IN (${placeholders(page.length)}) AND action = ?`,
        [...page, SOURCE_REMOVED],
      );
      for (const { resource_id } of rows) removed.add(resource_id);
    }
    return removed;
  }

  async insert(sql: Sql, rows: GivenRow[]): Promise<void> {
    const values = rows.map(({ softwareId, source, ordering }) => [softwareId, source, ordering]);
    await insertRows(sql, 'bundled_product', ['software_id', 'source', 'ordering'], values);
  }

  async update(sql: Sql, { softwareId, source, ordering }: GivenRow): Promise<void> {
    await sql.execute('UPDATE bundled_product SET source = ?, ordering = ? WHERE software_id = ?', [
      source,
      ordering,
      softwareId,
    ]);
  }
}
