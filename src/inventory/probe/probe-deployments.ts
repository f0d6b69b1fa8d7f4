import { Injectable } from '@nestjs/common';
import { audit } from '../../access/audit/audit.repository';
import { SERVICE } from '../../api/identity/actor';
import { idsOf, newId } from '../../common/ids';
import type { Transaction } from '../../database/database';
import { DatabaseClock } from '../../database/database-clock';
import { DeploymentRepository } from '../../favorite/deployment/deployment.repository';
import { EvaluationService } from '../../favorite/store/evaluation.service';
import { type FavoriteState, FavoriteStateRepository } from '../../favorite/store/favorite-state.repository';
import { FavoriteWriter } from '../../favorite/store/favorite-writer';
import { InventoryRepository } from '../store/inventory.repository';
import type { ProbeRow } from './probe.repository';

/** In the catalogue, or the owner's own. */
export interface FoundVersion {
  versionId: string;
  label: string;
}

/** The versions that programs have answered as deployments, in transactions that locked the favorite. */
@Injectable()
export class ProbeDeployments {
  constructor(
    private readonly inventories: InventoryRepository,
    private readonly deployments: DeploymentRepository,
    private readonly favorites: FavoriteStateRepository,
    private readonly writer: FavoriteWriter,
    private readonly evaluation: EvaluationService,
    private readonly clock: DatabaseClock,
  ) {}

  /** Removes what a probe has answered. */
  async withdraw(sql: Transaction, probe: ProbeRow, favorite: FavoriteState): Promise<void> {
    const inventoryId = await this.inventories.ofProbes(sql, probe.user_id, probe.environment);
    const stored = await this.deployments.ofPlace(sql, inventoryId, probe.favorite_id);
    if (stored.length === 0) return;
    await this.deployments.remove(sql, idsOf(stored));
    await this.settle(sql, probe, favorite, stored);
  }

  async deploy(
    sql: Transaction,
    probe: ProbeRow,
    favorite: FavoriteState,
    { versionId, label }: FoundVersion,
  ): Promise<void> {
    const inventoryId = await this.inventories.ofProbes(sql, probe.user_id, probe.environment);
    const stored = await this.deployments.ofPlace(sql, inventoryId, favorite.id);
    if (stored.length === 1 && stored[0]!.version_id === versionId) return;
    await this.deployments.remove(sql, idsOf(stored));
    const name = probe.host.split('#', 1)[0]!;
    const row = { id: newId(), inventoryId, favoriteId: favorite.id, versionId, label, name, tag: null };
    await this.deployments.insert(sql, [row], await this.clock.now(sql));
    await this.settle(sql, probe, favorite, stored);
  }

  /** The favorite gets the lowest of its versions. It is no news: it notifies of nothing, as setting a version by hand does not. */
  private async settle(
    sql: Transaction,
    probe: ProbeRow,
    { id, versionId: before }: FavoriteState,
    gone: { version_id: string }[],
  ): Promise<void> {
    // What the program answers is so, also where it is lower; and without it, what files say of the environment.
    const ofPlace = ({ environment }: { environment: string | null }) => environment === probe.environment;
    const versionId = (await this.deployments.lowest(sql, [id], '', ofPlace)).get(id) ?? before;
    if (versionId !== before) {
      await this.favorites.write(sql, ['versionId'], [{ id, versionId }]);
      const details = { fields: ['version'], version: versionId, environment: probe.environment };
      await audit(sql, { ...SERVICE, userId: probe.user_id }, 'favorite.updated', id, details);
    }
    await this.writer.removeUnused(sql, [...gone.map(({ version_id }) => version_id), before]);
    if (versionId !== before) await this.evaluation.evaluateWritten(sql, id, 'unless-new', await this.clock.now(sql));
  }
}
