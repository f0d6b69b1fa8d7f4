import { Initial1765000000000 } from './1765000000000-initial';

/** In the order in which they run. */
export const MIGRATIONS = [Initial1765000000000];
