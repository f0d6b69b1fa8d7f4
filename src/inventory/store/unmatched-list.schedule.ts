import { Injectable } from '@nestjs/common';
import { WorkerSchedule } from '../../database/worker-schedule';
import { InventoryRepository } from './inventory.repository';

/** Removes the lists of unknown components that no inventory has any more. */
@Injectable()
export class UnmatchedListSchedule extends WorkerSchedule {
  protected readonly everyMs = 3_600_000;
  protected readonly failure = { msg: 'old rows were not removed' };

  constructor(private readonly inventories: InventoryRepository) {
    super();
  }

  protected pass(): Promise<number> {
    return this.inventories.removeUnmatchedLists();
  }
}
