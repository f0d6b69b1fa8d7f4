import { Initial1765000000000 } from './1765000000000-initial';
import { Popularity1796000000010 } from './1796000000010-popularity';

/** In the order in which they run. */
export const MIGRATIONS = [Initial1765000000000, Popularity1796000000010];
