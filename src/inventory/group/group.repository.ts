import { Injectable } from '@nestjs/common';
import type { Listed } from '../../api/list/list-page';
import type { ListRequest } from '../../api/list/list-request';
import { momentText, type UtcTimestamp } from '../../common/time/utc-timestamp';
import { Database } from '../../database/database';
import { placeholders } from '../../database/rows';
import { PROBED } from '../../favorite/deployment/deployment.repository';
import { IS_DEPLOYED } from '../../favorite/deployment/deployment.sql';
import { type Labels, labelledAs } from '../../favorite/deployment/labels.sql';
import { groupProductList } from '../store/inventory.list';

/** The inventories that have a value of a label. */
export interface GroupRow {
  name: string;
  value: string;
  inventories: number | string;
  oldest: UtcTimestamp | null;
}

export interface GroupProductRow {
  favorite_id: string;
  software_id: string;
  software: string;
  available: string | null;
}

/** How many inventories of a group have a version of a favorite; null = any. */
export interface GroupVersionRow {
  favorite_id: string;
  version: string | null;
  inventories: number | string;
}

const UPLOADED = `(i.format IS NULL OR i.format <> '${PROBED}')`;
const COUNTED = 'COUNT(DISTINCT d.inventory_id) AS inventories';

/** Inventories by their labels. */
@Injectable()
export class GroupRepository {
  constructor(private readonly database: Database) {}

  /** Index: inventory_user_name. */
  groups(userId: string, atMost: number): Promise<GroupRow[]> {
    return this.database.query(
      `SELECT l.name, l.value, COUNT(*) AS inventories, ${momentText('MIN(i.read_at)')} AS oldest
       FROM inventory i JOIN inventory_label l ON l.inventory_id = i.id
       WHERE i.user_id = ? GROUP BY l.name, l.value ORDER BY l.name, l.value LIMIT ${atMost}`,
      [userId],
    );
  }

  size(userId: string, labels: Labels): Promise<number> {
    const { condition, parameters } = labelledAs(labels);
    const text = `SELECT COUNT(*) AS total FROM inventory i WHERE i.user_id = ? AND ${UPLOADED} AND ${condition}`;
    return this.database.count({ text, parameters: [userId, ...parameters] });
  }

  /** Favorites that are deployed. Index: deployment_in_use. */
  products(userId: string, request: ListRequest): Promise<Listed<GroupProductRow>> {
    return this.database.list(groupProductList, request, {
      select: `f.id AS favorite_id, f.software_id, s.name AS software, CASE WHEN f.update_available = 1 THEN av.version END AS available`,
      from: 'favorite f JOIN software s ON s.id = f.software_id LEFT JOIN version av ON av.id = f.available_version_id',
      where: ['f.user_id = ?', IS_DEPLOYED],
      whereParameters: [userId],
    });
  }

  /** The newest version first. Indexes: deployment_once, as a favorite may have many more inventories than the group; of all, deployment_in_use. */
  async versions(userId: string, favoriteIds: string[], labels: Labels): Promise<GroupVersionRow[]> {
    if (favoriteIds.length === 0) return [];
    const { thenJoin, byIndex } = this.database.dialect;
    const { condition, parameters } = labelledAs(labels);
    const tables =
      parameters.length === 0
        ? `deployment d ${byIndex('deployment_in_use')} ${thenJoin} inventory i ${byIndex('PRIMARY')} ON i.id = d.inventory_id`
        : `inventory i ${byIndex('inventory_user_name')} ${thenJoin} deployment d ${byIndex('deployment_once')} ON d.inventory_id = i.id`;
    const from = `FROM ${tables} ${thenJoin} version v ${byIndex('PRIMARY')} ON v.id = d.version_id
       WHERE i.user_id = ? AND ${UPLOADED} AND ${condition} AND d.favorite_id IN (${placeholders(favoriteIds.length)})
       GROUP BY d.favorite_id`;
    const given = [userId, ...parameters, ...favoriteIds];
    return this.database.query(
      `SELECT d.favorite_id, v.version, v.version_key, ${COUNTED} ${from}, v.id, v.version, v.version_key
       UNION ALL SELECT d.favorite_id, NULL, '', ${COUNTED} ${from} ORDER BY version_key DESC`,
      [...given, ...given],
    );
  }
}
