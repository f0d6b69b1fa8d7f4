import type { Measure } from './measure';
import { reads } from './reads';
import { sources } from './sources';

/** In the order of the table. A new measure is a file beside this one, and a line here. */
export const MEASURES: Measure[] = [reads, sources];
