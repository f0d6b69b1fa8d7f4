import { Initial1765000000000 } from './1765000000000-initial';
import { InventoryDecisions1796000000040 } from './1796000000040-inventory-decisions';

/** In the order in which they run. */
export const MIGRATIONS = [Initial1765000000000, InventoryDecisions1796000000040];
