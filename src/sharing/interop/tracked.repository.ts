import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database';
import { pagesOf, placeholders } from '../../database/rows';
import type { KnownVersions } from '../../software/dto/freshness.response';
import { KNOWN } from '../../software/freshness.sql';

/** A favorite as monitoring shows it. */
export interface TrackedRow {
  id: string;
  software: string;
  update_available: number;
  known: KnownVersions;
  available_step: number | null;
  /** `YYYY-MM-DD` */
  eol_on: string | null;
}

/** An environment in which a favorite is in use. */
export interface PlaceRow {
  favorite_id: string;
  environment: string;
  /** Whether the lowest version there is below the available one. */
  is_outdated: number;
}

/** How many inventories with a value of a label have a version. */
export interface GroupRow {
  favorite_id: string;
  software: string;
  version: string;
  value: string;
  inventories: number | string;
}

@Injectable()
export class TrackedRepository {
  constructor(private readonly database: Database) {}

  /** A user's favorites, the oldest first. Index: favorite_user_created. */
  favorites(userId: string, limit: number): Promise<TrackedRow[]> {
    // A left join keeps the order of the driving index.
    return this.database.query(
      `SELECT f.id, s.name AS software, f.update_available, f.available_step, ${KNOWN} AS known, f.eol_on
       FROM favorite f ${this.database.dialect.byIndex('favorite_user_created')}
         LEFT JOIN software s ON s.id = f.software_id
       WHERE f.user_id = ? ORDER BY f.created_at, f.id LIMIT ${limit}`,
      [userId],
    );
  }

  /** Index: deployment_in_use. @param label its name @param limit of all rows */
  groups(userId: string, label: string, limit: number): Promise<GroupRow[]> {
    const { thenJoin, byIndex } = this.database.dialect;
    return this.database.query(
      `SELECT g.favorite_id, s.name AS software, v.version, g.value, g.inventories FROM (
         SELECT d.favorite_id, d.version_id, l.value, COUNT(DISTINCT d.inventory_id) AS inventories
         FROM favorite f ${thenJoin} deployment d ${byIndex('deployment_in_use')} ON d.favorite_id = f.id
           ${thenJoin} inventory_label l ${byIndex('PRIMARY')} ON l.inventory_id = d.inventory_id AND l.name = ?
         WHERE f.user_id = ? GROUP BY d.favorite_id, d.version_id, l.value
       ) g JOIN version v ON v.id = g.version_id JOIN software s ON s.id = v.software_id
       ORDER BY g.favorite_id, v.version, g.value LIMIT ${limit}`,
      [label, userId],
    );
  }

  /** Where favorites are in use, as far as inventories say. Index: deployment_in_use. @param limit of all rows */
  async places(favoriteIds: string[], limit: number): Promise<PlaceRow[]> {
    const rows: PlaceRow[] = [];
    for (const page of pagesOf(favoriteIds)) {
      if (rows.length >= limit) break;
      const found = await this.database.query<PlaceRow>(
        `SELECT d.favorite_id, COALESCE(i.environment, i.name) AS environment,
           CASE WHEN MIN(v.version_key) < MAX(av.version_key) THEN 1 ELSE 0 END AS is_outdated
         FROM deployment d JOIN inventory i ON i.id = d.inventory_id JOIN version v ON v.id = d.version_id
           JOIN favorite f ON f.id = d.favorite_id LEFT JOIN version av ON av.id = f.available_version_id
         WHERE d.favorite_id IN (${placeholders(page.length)})
         GROUP BY d.favorite_id, COALESCE(i.environment, i.name) ORDER BY d.favorite_id, environment LIMIT ${limit - rows.length}`,
        page,
      );
      rows.push(...found);
    }
    return rows;
  }
}
