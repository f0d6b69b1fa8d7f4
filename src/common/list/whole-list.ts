import { Problem } from '../problem/problem';
import { type ListRequest, queryPairs, readListRequest } from './list-request';
import type { ListSpec } from './list-spec';

/** Parameters that choose a part of a list. */
const OF_PAGES = ['page', 'per_page', 'cursor', 'includeTotal'];

/**
 * Reads the query of an address that answers a whole list with all that its entries can have.
 * @throws Problem 400 that names every parameter which is unknown or has a bad value
 */
export function readWholeListRequest(spec: ListSpec, url: string): ListRequest {
  const chosen = queryPairs(url).find(([name]) => OF_PAGES.includes(name));
  if (chosen) throw Problem.parameter(chosen[0], 'is not a parameter of this address');
  return readListRequest({ ...spec, includes: [] }, url);
}
