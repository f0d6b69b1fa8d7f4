import { Initial1763700000000 } from './1763700000000-initial';

/** In the order in which they run. */
export const MIGRATIONS = [Initial1763700000000];
