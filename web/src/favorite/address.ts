import { type FavoriteFilter, type FavoriteList, nameLike, OUTDATED } from '../api/favorite-lists';
import { hasTag, TAG_LENGTH } from '../api/tag-names';

/** What the addresses of both screens may say. Anything else in them is dropped. */
type Search = Record<string, unknown>;

const STEPS = ['major', 'minor', 'patch', 'other'] as const;
const STATES = ['snoozed', 'muted', 'policy'] as const;
const KNOWN = ['stable', 'prereleases', 'nothing'] as const;
const FRESHNESS = ['live', 'stale', 'snapshot', 'no-source', 'failing'] as const;
export const SUPPORT_STATES = ['ended', 'ending', 'extended', 'supported', 'unknown'] as const;
export const GROUPS = ['matters', 'step', 'publisher', 'age'] as const;
const SORTS = ['software', 'publisher', 'kind', 'available_at', 'updated_at', 'created_at', 'eol', 'risk'] as const;

const oneOf = <T extends string>(given: unknown, allowed: readonly T[]) => allowed.find((one) => one === given);
const textOf = (given: unknown) => (typeof given === 'string' && given.trim() !== '' ? given.slice(0, 255) : undefined);

/** Tags of one filter. */
const TAGS_AT_MOST = 10;

/** Tags as an address has them: none has a comma in it. */
export const tagsIn = (text: string | undefined): string[] => text?.split(',') ?? [];

/** @returns undefined for none */
export function tagsText(tags: readonly string[]): string | undefined {
  const found: string[] = [];
  for (const tag of tags.map((one) => one.trim().slice(0, TAG_LENGTH)))
    if (tag !== '' && found.length < TAGS_AT_MOST && !hasTag(found, tag)) found.push(tag);
  return found.length > 0 ? found.join(',') : undefined;
}

const tagsOf = (given: unknown) => (typeof given === 'string' ? tagsText(given.split(',')) : undefined);

/** For the API: one, or a list. */
const tagFilter = (text: string | undefined) => (text?.includes(',') ? tagsIn(text) : text);

/** Without what is not set. */
const given = (search: object) =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as FavoriteFilter;

export type Group = (typeof GROUPS)[number];

export const updatesSearch = (search: Search) => ({
  /** Else what this browser remembers, as `sort` of the favorites. */
  group: oneOf(search.group, GROUPS),
  kind: oneOf(search.kind, STEPS),
  q: textOf(search.q),
  /** Those that it must have, with commas between them. */
  tag: tagsOf(search.tag),
  /** Only those with a known vulnerability. */
  vulnerable: oneOf(search.vulnerable, ['true']),
});
export type UpdatesSearch = Partial<ReturnType<typeof updatesSearch>>;

/** @returns undefined for what is no order of favorites */
export const orderOf = (given: unknown): string | undefined =>
  typeof given === 'string' && oneOf(given.replace(/^-/, ''), SORTS) ? given : undefined;

const ORDERS = ['software', '-risk', 'kind', '-available_at', 'eol', 'publisher'] as const;

/** The order to choose that this one is: the headings of columns can turn it round. */
export const orderShown = (sort: string) =>
  ORDERS.find((order) => order.replace('-', '') === sort.replace('-', '')) ?? 'software';

export const favoritesSearch = (search: Search) => ({
  q: textOf(search.q),
  publisher: textOf(search.publisher),
  update: oneOf(search.update, ['true', 'false']),
  kind: oneOf(search.kind, STEPS),
  state: oneOf(search.state, STATES),
  freshness: oneOf(search.freshness, FRESHNESS),
  known: oneOf(search.known, KNOWN),
  support: oneOf(search.support, SUPPORT_STATES),
  vulnerable: oneOf(search.vulnerable, ['true']),
  exploited: oneOf(search.exploited, ['true']),
  tag: tagsOf(search.tag),
  sort: orderOf(search.sort),
});
export type FavoritesSearch = Partial<ReturnType<typeof favoritesSearch>>;

/** Of one list or the other. */
export type ListSearch = UpdatesSearch & FavoritesSearch;

/** The same as the API filters. */
export const filterOfUpdates = ({ kind, q = '', tag, vulnerable }: UpdatesSearch): FavoriteFilter => ({
  update_available: 'true',
  ...given({ kind, tag: tagFilter(tag), vulnerable }),
  ...nameLike(q),
});

export const filterOfFavorites = ({ q = '', update, sort: _sort, tag, ...rest }: FavoritesSearch): FavoriteFilter => ({
  ...nameLike(q),
  ...(update ? { update_available: update } : {}),
  ...given({ ...rest, tag: tagFilter(tag) }),
});

/** The order that puts the rows of a group together. */
export const SORT_OF_GROUP: Record<Group, string> = {
  matters: 'matters',
  step: 'kind',
  publisher: 'publisher',
  age: '-available_at',
};

const SHOWN = [
  'includeAvailableVersion',
  'includeProduct',
  'includePolicy',
  'includeFreshness',
  'includeSupport',
  'includeRisk',
  'includeTags',
];

/** The list of *Updates*. The service reads it for the page, too: see first-list.ts. */
export const listOfUpdates = ({ group = 'matters', ...search }: UpdatesSearch): FavoriteList => ({
  name: OUTDATED,
  filter: filterOfUpdates(search),
  sort: SORT_OF_GROUP[group],
  include: [...SHOWN, 'includeHighlights', 'includeMatters'],
});

/** The list of *Favorites*, likewise. */
export const listOfFavorites = (search: FavoritesSearch): FavoriteList => ({
  name: 'list',
  filter: filterOfFavorites(search),
  sort: search.sort ?? 'software',
  include: SHOWN,
});
