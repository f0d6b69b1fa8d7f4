import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database';

export interface ShownVersion {
  id: string;
  version: string;
}

const AT_MOST = 200;

/** The statements of the commands `notes fetch` and `notes show`. */
@Injectable()
export class NotesCommandRepository {
  constructor(private readonly database: Database) {}

  async keyOf(softwareId: string, version: string): Promise<string | null> {
    const [row] = await this.database.query<{ version_key: string }>(
      'SELECT version_key FROM version WHERE software_id = ? AND version = ?',
      [softwareId, version],
    );
    return row?.version_key ?? null;
  }

  /** Newest first. Index: version_listed. @param above sort keys above this one, and not above `upTo`; null = no end */
  versions(softwareId: string, above: string | null, upTo: string | null): Promise<ShownVersion[]> {
    const conditions = [above === null ? '' : 'AND version_key > ?', upTo === null ? '' : 'AND version_key <= ?'];
    return this.database.query<ShownVersion>(
      `SELECT id, version FROM version WHERE software_id = ? AND hidden = 0 ${conditions.join(' ')}
       ORDER BY version_key DESC, id DESC LIMIT ${AT_MOST}`,
      [softwareId, ...[above, upTo].filter((key) => key !== null)],
    );
  }
}
