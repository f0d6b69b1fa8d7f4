import { Injectable } from '@nestjs/common';
import type { Sql } from '../database/database';

/** The explicit origin of a product's release notes. */
export interface NotesSettingRow {
  from: string;
  /** JSON; null = it has none. */
  settings: string | null;
}

/** SQL of `notes_from` and `notes_settings`. */
@Injectable()
export class NotesSettingRepository {
  /** Null: not set. */
  async find(sql: Sql, softwareId: string): Promise<NotesSettingRow | null> {
    const [row] = await sql.query<{ notes_from: string | null; notes_settings: string | null }>(
      'SELECT notes_from, notes_settings FROM software WHERE id = ?',
      [softwareId],
    );
    return row?.notes_from ? { from: row.notes_from, settings: row.notes_settings } : null;
  }

  /** The caller has locked the product. @param setting null = unset */
  async set(sql: Sql, softwareId: string, setting: NotesSettingRow | null): Promise<void> {
    await sql.execute('UPDATE software SET notes_from = ?, notes_settings = ? WHERE id = ?', [
      setting?.from ?? null,
      setting?.settings ?? null,
      softwareId,
    ]);
  }
}
