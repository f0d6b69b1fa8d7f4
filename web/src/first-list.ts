import { keyOfList, queryOfList } from './api/favorite-lists';
import { favoritesSearch, listOfFavorites, listOfUpdates, updatesSearch } from './favorite/address';
import { withGroup, withOrder } from './favorite/orders';

/** The list that an address shows at first, to a browser with these cookies; null = it shows none. */
function listAt(path: string, search: string, cookies: string) {
  const given = Object.fromEntries(new URLSearchParams(search));
  if (path === '/updates') return listOfUpdates(withGroup(updatesSearch(given), cookies));
  if (path === '/favorites') return listOfFavorites(withOrder(favoritesSearch(given), cookies));
  return null;
}

/**
 * The query of `GET /favorite` for its first window. The build makes a module of Node of this file, with which the service reads what the page has in it:
 * so both mean the same list (src/api/web-app/asset-map.ts).
 */
export function listQuery(path: string, search: string, cookies: string): string | null {
  const list = listAt(path, search, cookies);
  if (!list) return null;
  const query = Object.entries(queryOfList(list, 1)).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one) => [name, String(one)]),
  );
  return new URLSearchParams(query).toString();
}

/** Where its first window is in the cache. */
export function firstWindowKey(path: string, search: string, cookies: string): readonly unknown[] | null {
  const list = listAt(path, search, cookies);
  return list && [...keyOfList(list), 1];
}
