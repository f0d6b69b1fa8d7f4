import { Initial1797000000000 } from './1797000000000-initial';

/** In the order in which they run. */
export const MIGRATIONS = [Initial1797000000000];
