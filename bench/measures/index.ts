import { asAsked } from './as-asked';
import { checkNews } from './check-news';
import { checkQuiet } from './check-quiet';
import { checkShared } from './check-shared';
import { delivery } from './delivery';
import { importing } from './import';
import { inventories } from './inventories';
import { like } from './like';
import type { Measure } from './measure';
import { paging } from './paging';
import { plans } from './plans';
import { reads } from './reads';
import { replica } from './replica';
import { search } from './search';
import { sources } from './sources';
import { writes } from './writes';

/** In the order of the table. A new measure is a file beside this one, and a line here. */
export const MEASURES: Measure[] = [
  reads,
  asAsked,
  paging,
  like,
  search,
  writes,
  checkQuiet,
  checkNews,
  checkShared,
  delivery,
  importing,
  inventories,
  replica,
  sources,
  plans,
];
