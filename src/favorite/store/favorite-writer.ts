import { Injectable } from '@nestjs/common';
import type { Sql, Transaction } from '../../database/database';
import { OwnVersionRepository } from '../../version/versions/own-version.repository';
import { DeploymentRepository } from '../deployment/deployment.repository';
import { FavoriteStateRepository } from './favorite-state.repository';
import { TriageRepository } from './triage.repository';
import { type FavoriteChanges, FavoriteRepository } from './favorite.repository';

type DeletionListener = (sql: Sql, favoriteIds: string[]) => Promise<void>;

/** A favorite, and a version: the new one, or the one in use. */
interface VersionOf {
  id: string;
  versionId: string;
}

/**
 * Writes of favorites that concern other tables as well: a new version is that of all deployments, and own versions that neither a favorite
 * nor a deployment has any more are deleted.
 */
@Injectable()
export class FavoriteWriter {
  private readonly deletionListeners: DeletionListener[] = [];

  constructor(
    private readonly favorites: FavoriteRepository,
    private readonly states: FavoriteStateRepository,
    private readonly deployments: DeploymentRepository,
    private readonly ownVersions: OwnVersionRepository,
    private readonly triages: TriageRepository,
  ) {}

  /** Called in the transaction that deletes favorites, before they are deleted. */
  beforeDelete(listener: DeletionListener): void {
    this.deletionListeners.push(listener);
  }

  /** Another product has none of the deployments, and nothing was decided about its vulnerabilities. @param former the version in use until now @param entry of the journal */
  async update(sql: Transaction, id: string, changes: FavoriteChanges, former: string, entry: string): Promise<void> {
    const { softwareId, versionId } = changes;
    const left = versionId === undefined ? [] : [former, ...(await this.deployments.versionsOf(sql, [id]))];
    if (softwareId !== undefined) {
      await this.deployments.removeOfFavorite(sql, id);
      await this.triages.removeOfFavorite(sql, id);
    } else if (versionId !== undefined) await this.deployments.moveAll(sql, [{ id, versionId }], entry);
    await this.favorites.update(sql, id, changes);
    await this.removeUnused(sql, left);
  }

  /** Moves favorites with all their deployments. @param former the versions in use until now */
  async moveAll(sql: Sql, versions: VersionOf[], former: string[], bulkId: string): Promise<void> {
    const ids = versions.map(({ id }) => id);
    const deployed = await this.deployments.versionsOf(sql, ids);
    await this.deployments.moveAll(sql, versions, bulkId);
    await this.states.write(sql, ['versionId'], versions);
    await this.removeUnused(sql, [...former, ...deployed]);
  }

  /** Deletes favorites with their policies and notifications, in a transaction that locked them. @returns how many */
  async delete(sql: Sql, favorites: VersionOf[]): Promise<number> {
    const ids = favorites.map(({ id }) => id);
    if (ids.length === 0) return 0;
    for (const listener of this.deletionListeners) await listener(sql, ids);
    const deployed = await this.deployments.versionsOf(sql, ids);
    const deleted = await this.favorites.delete(sql, ids);
    await this.removeUnused(sql, [...favorites.map(({ versionId }) => versionId), ...deployed]);
    return deleted;
  }

  /** The same for up to `size` favorites of a user. */
  async deletePage(sql: Sql, userId: string, size: number): Promise<number> {
    return this.delete(sql, await this.favorites.lockPage(sql, userId, size));
  }

  /** Own versions among these that neither a favorite nor a deployment has any more. */
  async removeUnused(sql: Sql, versionIds: string[]): Promise<void> {
    if (versionIds.length > 0) await this.ownVersions.removeUnused(sql, [...new Set(versionIds)]);
  }
}
