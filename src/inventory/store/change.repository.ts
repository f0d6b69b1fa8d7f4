import { Injectable } from '@nestjs/common';
import { newId } from '../../common/ids';
import type { Sql } from '../../database/database';
import { insertRows } from '../../database/rows';

/** A change of an upload: a deployment that came or went, or a favorite that got another version. */
export interface UploadChange {
  softwareId: string;
  was?: string;
  becomes?: string;
  name?: string;
  favoriteWas?: string;
}

interface ChangeRow {
  software_id: string;
  was: string | null;
  becomes: string | null;
  name: string | null;
  favorite_was: string | null;
}

const COLUMNS = ['id', 'inventory_id', 'run', 'software_id', 'was', 'becomes', 'name', 'favorite_was'];

/** What the last upload of an inventory changed. Index: inventory_change_run. */
@Injectable()
export class ChangeRepository {
  async insert(sql: Sql, inventoryId: string, run: string, changes: UploadChange[]): Promise<void> {
    const rows = changes.map(({ softwareId, was, becomes, name, favoriteWas }) => [
      ...[newId(), inventoryId, run, softwareId, was ?? null, becomes ?? null, name ?? null, favoriteWas ?? null],
    ]);
    await insertRows(sql, 'inventory_change', COLUMNS, rows);
  }

  of(sql: Sql, inventoryId: string, run: string): Promise<ChangeRow[]> {
    return sql.query(
      'SELECT software_id, was, becomes, name, favorite_was FROM inventory_change WHERE inventory_id = ? AND run = ? ORDER BY id',
      [inventoryId, run],
    );
  }

  /** All of the inventory: only the last upload can be undone. */
  async clear(sql: Sql, inventoryId: string): Promise<void> {
    await sql.execute('DELETE FROM inventory_change WHERE inventory_id = ?', [inventoryId]);
  }
}
