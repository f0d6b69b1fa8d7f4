import { Injectable } from '@nestjs/common';
import { momentText, type UtcTimestamp } from '../common/time/utc-timestamp';
import type { SqlText } from '../api/list/list-sql';
import { Database } from '../database/database';

/** A notification in a feed. */
export interface UpdateRow {
  id: string;
  kind: string;
  subject: string | null;
  created_at: UtcTimestamp;
  software_id: string;
  software: string;
  software_url: string | null;
  tag_pattern: string | null;
  publisher: string;
  version_id: string;
  version: string;
  notes_url: string | null;
  tracked_id: string;
  tracked: string;
  favorite_id: string;
  /** Whether the findings of the two versions are known. */
  assessed: number;
}

/** The product of a feed. */
export interface ProductRow {
  name: string;
  publisher: string;
}

@Injectable()
export class FeedUpdatesRepository {
  constructor(private readonly database: Database) {}

  /**
   * The newest notifications of a user that are no reminders, by the index `notification_user`.
   * @param only ids of favorites: a SELECT, or null for all
   */
  newest(userId: string, only: SqlText | null, limit: number): Promise<UpdateRow[]> {
    // Left joins keep the order of the driving index.
    return this.database.query<UpdateRow>(
      `SELECT n.id, n.kind, n.subject, ${momentText('n.created_at')} AS created_at, n.software_id, s.name AS software,
         s.url AS software_url, s.tag_pattern, p.name AS publisher, v.id AS version_id, v.version, v.notes_url,
         tv.id AS tracked_id, tv.version AS tracked, n.favorite_id,
         (EXISTS (SELECT 1 FROM assessment ta WHERE ta.version_id = n.tracked_version_id)
           AND EXISTS (SELECT 1 FROM assessment va WHERE va.version_id = n.version_id)) AS assessed
       FROM notification n
         LEFT JOIN software s ON s.id = n.software_id
         LEFT JOIN publisher p ON p.id = s.publisher_id
         LEFT JOIN version tv ON tv.id = n.tracked_version_id
         LEFT JOIN version v ON v.id = COALESCE(n.version_id, n.tracked_version_id)
       WHERE n.user_id = ? AND n.reminder = 0 ${only === null ? '' : `AND n.favorite_id IN (${only.text})`}
         AND s.id IS NOT NULL AND v.id IS NOT NULL AND tv.id IS NOT NULL
       ORDER BY n.created_at DESC, n.id DESC LIMIT ${limit}`,
      [userId, ...(only?.parameters ?? [])],
    );
  }

  async product(softwareId: string): Promise<ProductRow | null> {
    const [row] = await this.database.query<ProductRow>(
      'SELECT s.name, p.name AS publisher FROM software s JOIN publisher p ON p.id = s.publisher_id WHERE s.id = ?',
      [softwareId],
    );
    return row ?? null;
  }
}
