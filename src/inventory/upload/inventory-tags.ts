import { Injectable } from '@nestjs/common';
import { auditAll } from '../../access/audit/audit.repository';
import type { UserActor } from '../../api/identity/actor';
import { idsOf } from '../../common/ids';
import { Database } from '../../database/database';
import { pagesOf } from '../../database/rows';
import { DeploymentRepository } from '../../favorite/deployment/deployment.repository';
import { FavoriteStateRepository } from '../../favorite/store/favorite-state.repository';
import { TagService } from '../../favorite/tag/tag.service';
import type { Run } from './inventory-plan';
import { InventoryWriter } from './inventory-writer';

/** The tags that an upload gives to the favorites of all that it brings, page by page. */
@Injectable()
export class InventoryTags {
  constructor(
    private readonly database: Database,
    private readonly deployments: DeploymentRepository,
    private readonly favorites: FavoriteStateRepository,
    private readonly writer: InventoryWriter,
    private readonly tags: TagService,
  ) {}

  /** Before anything of the upload is written. @throws Problem invalid-body, limit-reached */
  async make(caller: UserActor, names: string[]): Promise<void> {
    if (names.length > 0) await this.database.transaction((sql) => this.tags.make(sql, caller, names));
  }

  /** @returns how many favorites would have too many, and got none */
  async give(run: Run, names: string[]): Promise<number> {
    if (names.length === 0) return 0;
    const deployed = await this.deployments.ofInventory(this.database, run.inventoryId);
    const ids = [...new Set(deployed.map(({ favorite_id }) => favorite_id))].sort();
    let full = 0;
    for (const page of pagesOf(ids)) full += await this.givePage(run, names, page);
    return full;
  }

  private givePage(run: Run, names: string[], ids: string[]): Promise<number> {
    const { caller, inventoryId } = run;
    return this.database.transaction(async (sql) => {
      await this.writer.assertOurs(sql, run);
      const tags = await this.tags.make(sql, caller, names);
      const there = await this.favorites.lock(sql, caller.userId, ids);
      const { changed, full } = await this.tags.give(sql, idsOf(there), tags);
      const written = [...changed.keys()].map((id) => ({ id }));
      if (written.length > 0) await this.favorites.write(sql, [], written);
      const details = { fields: ['tags'], inventory: inventoryId };
      if (written.length > 0) await auditAll(sql, caller, 'favorite.updated', written, () => details);
      return full.length;
    });
  }
}
