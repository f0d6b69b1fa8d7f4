import { Initial1765000000000 } from './1765000000000-initial';
import { Probe1796000000030 } from './1796000000030-probe';

/** In the order in which they run. */
export const MIGRATIONS = [Initial1765000000000, Probe1796000000030];
