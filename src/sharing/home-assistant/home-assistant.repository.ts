import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database';
import type { KnownVersions } from '../../software/dto/freshness.response';
import { KNOWN } from '../../software/freshness.sql';
import type { HomeAssistantEntity } from './home-assistant.entity';

export interface HomeUser {
  id: string;
  name: string;
  /** Favorites with an update. */
  updates: number;
}

export interface HomeFavorite {
  id: string;
  software_id: string;
  software: string;
  version: string;
  available_id: string | null;
  available_version: string | null;
  known: KnownVersions;
  /** Of the available version, or else of the one in use. */
  notes_url: string | null;
}

export type PublishedRow = Pick<HomeAssistantEntity, 'id' | 'kind' | 'digest'>;

const LEASE = 'mqtt';

/** All statements on `home_assistant_entity` and `home_assistant_lease`. */
@Injectable()
export class HomeAssistantRepository {
  constructor(private readonly database: Database) {}

  /**
   * Takes or renews the lease.
   * @param instance of the row if there is none yet
   * @returns the instance; null = another replica has the lease
   */
  async take(holder: string, seconds: number, instance: string): Promise<string | null> {
    const { nowPlus, now, keepExisting } = this.database.dialect;
    await this.database.execute(
      `INSERT INTO home_assistant_lease (id, instance, holder, held_until) VALUES (?, ?, ?, ${now}) ${keepExisting('home_assistant_lease')}`,
      [LEASE, instance, holder],
    );
    await this.database.execute(
      `UPDATE home_assistant_lease SET holder = ?, held_until = ${nowPlus} WHERE id = ? AND (holder = ? OR held_until <= ${now})`,
      [holder, seconds, LEASE, holder],
    );
    const [row] = await this.database.query<{ instance: string }>(
      'SELECT instance FROM home_assistant_lease WHERE id = ? AND holder = ?',
      [LEASE, holder],
    );
    return row?.instance ?? null;
  }

  async release(holder: string): Promise<void> {
    const { now } = this.database.dialect;
    await this.database.execute(`UPDATE home_assistant_lease SET held_until = ${now} WHERE id = ? AND holder = ?`, [
      LEASE,
      holder,
    ]);
  }

  /** Users who want their favorites there, who switched it on first come first. Index: user_home_assistant. */
  async users(limit: number): Promise<HomeUser[]> {
    const rows = await this.database.query<HomeUser>(
      `SELECT u.id, u.name,
         (SELECT COUNT(*) FROM favorite f WHERE f.user_id = u.id AND f.update_available = 1) AS updates
       FROM user u WHERE u.home_assistant_at IS NOT NULL AND u.disabled_at IS NULL
       ORDER BY u.home_assistant_at, u.id LIMIT ${limit}`,
    );
    return rows.map((row) => ({ ...row, updates: Number(row.updates) }));
  }

  /** Users of whom something was published. Index: home_assistant_entity_user. */
  async publishedUsers(): Promise<string[]> {
    const rows = await this.database.query<{ user_id: string }>('SELECT DISTINCT user_id FROM home_assistant_entity');
    return rows.map(({ user_id }) => user_id);
  }

  /** The oldest first. Index: favorite_user_created. */
  favorites(userId: string, limit: number): Promise<HomeFavorite[]> {
    return this.database.query(
      `SELECT f.id, f.software_id, s.name AS software, v.version, av.id AS available_id, av.version AS available_version, ${KNOWN} AS known,
         CASE WHEN av.id IS NULL THEN v.notes_url ELSE av.notes_url END AS notes_url
       FROM favorite f ${this.database.dialect.byIndex('favorite_user_created')}
         LEFT JOIN software s ON s.id = f.software_id
         LEFT JOIN version v ON v.id = f.version_id
         LEFT JOIN version av ON av.id = f.available_version_id AND f.update_available = 1
       WHERE f.user_id = ? ORDER BY f.created_at, f.id LIMIT ${limit}`,
      [userId],
    );
  }

  /** The owner of a favorite, if they want it there. */
  async owner(favoriteId: string): Promise<string | null> {
    const [row] = await this.database.query<{ id: string }>(
      `SELECT u.id FROM favorite f JOIN user u ON u.id = f.user_id
       WHERE f.id = ? AND u.home_assistant_at IS NOT NULL AND u.disabled_at IS NULL`,
      [favoriteId],
    );
    return row?.id ?? null;
  }

  published(userId: string): Promise<PublishedRow[]> {
    return this.database.query('SELECT id, kind, digest FROM home_assistant_entity WHERE user_id = ?', [userId]);
  }

  /** Before anything is published: what a process that dies leaves at the broker is then known, and can be removed. */
  async announce(userId: string, id: string, kind: PublishedRow['kind']): Promise<void> {
    await this.database.execute(
      `INSERT INTO home_assistant_entity (id, user_id, kind, digest) VALUES (?, ?, ?, '')
       ${this.database.dialect.keepExisting('home_assistant_entity')}`,
      [id, userId, kind],
    );
  }

  async record(id: string, digest: string): Promise<void> {
    await this.database.execute('UPDATE home_assistant_entity SET digest = ? WHERE id = ?', [digest, id]);
  }

  async forget(id: string): Promise<void> {
    await this.database.execute('DELETE FROM home_assistant_entity WHERE id = ?', [id]);
  }
}
