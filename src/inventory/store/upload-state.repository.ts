import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database';
import type { RowOf } from '../../database/row-of';
import { WAITS } from '../../favorite/deployment/deployment.repository';
import { CATALOGUE_REVISION } from '../../software/identifier/software-identifier.repository';
import { WRITTEN_AT } from '../../software/software.repository';
import type { Inventory } from './inventory.entity';

/** What the outcome of an upload depends on, beside what was uploaded. */
export interface UploadState extends Pick<
  RowOf<Inventory>,
  'id' | 'revision' | 'environment' | 'scope' | 'labels' | 'content_key' | 'outcome'
> {
  catalogue: number;
  /** Since 1970, by the database's clock. */
  seconds: number;
  decisions: { id: string }[];
  deployments: object[];
}

@Injectable()
export class UploadStateRepository {
  constructor(private readonly database: Database) {}

  /**
   * A deployment stands for what it has been compared with: its favorite, the version there, the one of the last upload, and whether it waits. Where its
   * label is no version of the catalogue, the next version of the product may be it. Indexes: inventory_user_name, deployment_once, inventory_decision_once.
   */
  async of(userId: string, name: string): Promise<UploadState | undefined> {
    const { now, unixSeconds } = this.database.dialect;
    const [row] = await this.database.query<Omit<UploadState, 'decisions' | 'deployments'>>(
      `SELECT i.id, i.revision, i.environment, i.scope, i.labels, i.content_key, i.outcome, ${CATALOGUE_REVISION} AS catalogue,
         ${unixSeconds(now)} AS seconds
       FROM inventory i WHERE i.user_id = ? AND i.name = ?`,
      [userId, name],
    );
    if (row === undefined) return undefined;
    const decisions = 'SELECT id FROM inventory_decision WHERE inventory_id = ? ORDER BY id';
    const deployments = `SELECT d.favorite_id, d.version_id, d.seen_version_id, f.version_id AS in_use, ${WAITS} AS waits,
        CASE WHEN v.hidden = 1 OR v.version <> d.label THEN ${WRITTEN_AT} END AS written
      FROM deployment d JOIN inventory i ON i.id = d.inventory_id JOIN favorite f ON f.id = d.favorite_id
        JOIN software s ON s.id = f.software_id JOIN version v ON v.id = d.version_id JOIN version fv ON fv.id = f.version_id
      WHERE d.inventory_id = ? ORDER BY d.id`;
    return {
      ...row,
      decisions: await this.database.query<{ id: string }>(decisions, [row.id]),
      deployments: await this.database.query<object>(deployments, [row.id]),
    };
  }

  /** Moves the time of the last upload, and nothing by which another one would be disturbed. @returns false when somebody has written since */
  async seeAgain({ id, revision, content_key: key }: UploadState): Promise<boolean> {
    const { now } = this.database.dialect;
    const text = `UPDATE inventory SET read_at = ${now} WHERE id = ? AND revision = ? AND content_key = ?`;
    return (await this.database.execute(text, [id, revision, key])) === 1;
  }
}
