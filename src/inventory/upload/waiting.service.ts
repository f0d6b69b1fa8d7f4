import { Injectable } from '@nestjs/common';
import type { UserActor } from '../../api/identity/actor';
import { newId } from '../../common/ids';
import { Problem } from '../../api/problem/problem';
import { Database } from '../../database/database';
import { DeploymentRepository } from '../../favorite/deployment/deployment.repository';
import type { AcceptDto } from './dto/decision.dto';
import type { AcceptedDeployments } from './dto/decision.response';
import { InventoryService } from './inventory.service';
import { InventoryWriter, type Run } from './inventory-writer';
import { InventoryRepository } from '../store/inventory.repository';

/** Deployments of lower versions than their favorites show. */
@Injectable()
export class WaitingService {
  constructor(
    private readonly database: Database,
    private readonly inventories: InventoryRepository,
    private readonly service: InventoryService,
    private readonly deployments: DeploymentRepository,
    private readonly writer: InventoryWriter,
  ) {}

  /** Their favorites show them from now on. */
  async accept(caller: UserActor, name: string, { software }: AcceptDto): Promise<AcceptedDeployments> {
    const { id, revision } = await this.service.find(caller, name);
    const wanted = software && new Set(software.map((one) => one.toLowerCase()));
    const stored = await this.deployments.ofInventory(this.database, id);
    const waiting = stored.filter((row) => row.waits && (wanted?.has(row.software_id) ?? true));
    if (waiting.length === 0) return { lowered: 0 };
    const run: Run = { id: newId(), inventoryId: id, caller, mayLower: () => true };
    if (!(await this.database.transaction((sql) => this.inventories.begin(sql, id, run.id, revision))))
      throw new Problem('conflict', 'An upload of this inventory is under way.');
    await this.writer.write(run, { added: [], moved: [], removed: [], accepted: waiting });
    return { lowered: new Set(waiting.map((row) => row.software_id)).size };
  }
}
