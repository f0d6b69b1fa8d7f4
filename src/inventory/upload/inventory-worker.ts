import { type Inventory, InventoryError, readInventory } from 'inventory-reader';
import { answerTasks } from '../../common/concurrency/task-thread';

export interface ReadTask {
  bytes: Uint8Array;
  format: string | undefined;
  path: string | undefined;
}

export type ReadOutcome = { inventory: Inventory } | { fault: string };

/** The content of the file, or the reason why it is not an inventory. */
export function readOutcome({ bytes, format, path }: ReadTask): ReadOutcome {
  try {
    return { inventory: readInventory(bytes, { format, path }) };
  } catch (error) {
    if (error instanceof InventoryError) return { fault: error.message };
    throw error;
  }
}

answerTasks(readOutcome);
