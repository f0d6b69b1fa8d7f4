import { type FavoritesSearch, type Group, GROUPS, orderOf, type UpdatesSearch } from './address';

/** How a person groups *Updates* and orders *Favorites* in this browser, where the address does not say it. */
export interface Orders {
  updates?: Group | undefined;
  favorites?: string | undefined;
}

const NAME = 'tracker-order';
const YEAR = 365 * 86_400;

/**
 * A cookie, since the service has the first list in the page, and must know which one it is.
 * @param cookies as the header `Cookie` and `document.cookie` have them; whatever else is in them is dropped
 */
export function ordersIn(cookies: string): Orders {
  const start = `${NAME}=`;
  const value = cookies.split(';').find((one) => one.trimStart().startsWith(start));
  const given = new URLSearchParams(value?.trim().slice(start.length));
  return {
    updates: GROUPS.find((group) => group === given.get('updates')),
    favorites: orderOf(given.get('favorites')),
  };
}

/** Keeps what is chosen, for a year. */
export function rememberOrder(change: Orders): void {
  const kept = Object.entries({ ...ordersIn(document.cookie), ...change }).filter(([, value]) => value !== undefined);
  const secure = window.location.protocol === 'https:' ? '; Secure' : '';
  const value = new URLSearchParams(kept as [string, string][]).toString();
  document.cookie = `${NAME}=${value}; Path=/; Max-Age=${YEAR}; SameSite=Strict${secure}`;
}

export const withGroup = (search: UpdatesSearch, cookies: string): UpdatesSearch => ({
  ...search,
  group: search.group ?? ordersIn(cookies).updates,
});

export const withOrder = (search: FavoritesSearch, cookies: string): FavoritesSearch => ({
  ...search,
  sort: search.sort ?? ordersIn(cookies).favorites,
});
