import { Injectable } from '@nestjs/common';
import { ORDERING_REVISION } from 'version-order';
import type { UtcTimestamp } from '../../common/time/utc-timestamp';
import { Database, type Sql } from '../../database/database';
import { queryIn } from '../../database/pages';
import type { OrderingRow } from '../../software/software.repository';
import { ORDERING_COLUMNS } from './ordering-settings';

/** The columns of a product that `VersionRecorder` needs. */
export interface ProductRow extends OrderingRow {
  id: string;
  ordering_revision: number;
  latest_id: string | null;
  /** Its label. */
  latest: string | null;
  latest_rank: number | null;
  latest_key: string | null;
  /** Whether it is anybody's favorite. */
  is_tracked: boolean | number;
  now: UtcTimestamp;
}

const SELECT = `SELECT ${ORDERING_COLUMNS} FROM software s`;

/** Reads how products order their versions; `SoftwareRepository` writes it. */
@Injectable()
export class OrderingRepository {
  constructor(private readonly database: Database) {}

  async find(softwareId: string): Promise<OrderingRow | undefined> {
    return (await this.database.queryPrepared<OrderingRow>(`${SELECT} WHERE s.id = ?`, [softwareId]))[0];
  }

  /** As `find`, inside of a transaction. */
  async findWithin(sql: Sql, softwareId: string, ending = ''): Promise<OrderingRow | undefined> {
    return (await sql.query<OrderingRow>(`${SELECT} WHERE s.id = ? ${ending}`, [softwareId]))[0];
  }

  /** Locks the product. */
  lock(sql: Sql, softwareId: string): Promise<OrderingRow | undefined> {
    return this.findWithin(sql, softwareId, sql.dialect.forUpdate);
  }

  findProducts(sql: Sql, softwareIds: string[]): Promise<ProductRow[]> {
    const statement = (places: string) => `SELECT s.id, s.ordering_revision, ${ORDERING_COLUMNS},
        ${sql.dialect.now} AS now, lv.id AS latest_id, lv.version AS latest, lv.release_rank AS latest_rank, lv.version_key AS latest_key,
        EXISTS (SELECT 1 FROM favorite f WHERE f.software_id = s.id) AS is_tracked
      FROM software s LEFT JOIN version lv ON lv.id = s.latest_version_id WHERE s.id IN (${places})`;
    return queryIn(sql, softwareIds, statement);
  }

  /** How many products there are, or how many have sort keys of another revision. */
  count(only: 'all' | 'stale'): Promise<number> {
    return this.database.count({ text: `SELECT COUNT(*) AS total FROM software ${where(only)}`, parameters: [] });
  }

  /** The first of them after this id, by the primary key; null = that was the last. */
  async nextAfter(id: string, only: 'all' | 'stale'): Promise<string | null> {
    const [next] = await this.database.query<{ id: string }>(
      `SELECT id FROM software ${where(only)} AND id > ? ORDER BY id LIMIT 1`,
      [id],
    );
    return next?.id ?? null;
  }
}

const where = (only: 'all' | 'stale') =>
  only === 'stale' ? `WHERE ordering_revision <> ${ORDERING_REVISION}` : 'WHERE 1 = 1';
