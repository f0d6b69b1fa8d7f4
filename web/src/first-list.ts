import { keyOfList, queryOfList } from './api/favorite-lists';
import { favoritesSearch, listOfFavorites, listOfUpdates, updatesSearch } from './favorite/address';

/** The list that an address shows at first; null = it shows none. */
function listAt(path: string, search: string) {
  const given = Object.fromEntries(new URLSearchParams(search));
  if (path === '/updates') return listOfUpdates(updatesSearch(given));
  if (path === '/favorites') return listOfFavorites(favoritesSearch(given));
  return null;
}

/**
 * The query of `GET /favorite` for its first window. The build makes a module of Node of this file, with which the service reads what the page has in it:
 * so both mean the same list (src/http-server/web-app/asset-map.ts).
 */
export function listQuery(path: string, search: string): string | null {
  const list = listAt(path, search);
  if (!list) return null;
  const query = Object.entries(queryOfList(list, 1)).map(([name, value]) => [name, String(value)]);
  return new URLSearchParams(query).toString();
}

/** Where its first window is in the cache. */
export function firstWindowKey(path: string, search: string): readonly unknown[] | null {
  const list = listAt(path, search);
  return list && [...keyOfList(list), 1];
}
