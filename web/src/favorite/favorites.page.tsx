import { Button, Text } from '../parts/ui';
import { useQuery } from '@tanstack/react-query';
import { Link, getRouteApi } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { keyOfList } from '../api/favorite-lists';
import { readWindow } from '../api/favorites';
import { summaryQuery } from '../api/queries';
import { useWindows } from '../api/windows';
import { messages } from '../messages';
import { Empty } from '../parts/empty';
import { filterWords } from '../parts/filter-words';
import { HistoryLink } from '../parts/history-link';
import { Icon } from '../parts/icon';
import { later } from '../parts/later';
import { NetworkBar } from '../parts/network-bar';
import { Page } from '../parts/page';
import { usePreferences } from '../parts/preferences';
import { QueryNote } from '../parts/problem-note';
import { ShareMenu } from '../parts/share-menu';
import { SlowSkeleton } from '../parts/slow-skeleton';
import { favoritesSearch, type FavoritesSearch, listOfFavorites, orderShown } from './address';
import { FavoriteCells } from './cells';
import { FavoriteHead } from './favorite-head';
import classes from './favorite.module.css';
import { FavoriteGrid } from './favorite-grid';
import { FilterButton } from './filter-button';
import { rememberOrder, withOrder } from './orders';
import { useActive } from './use-active';
import { useListActions } from './use-list-actions';
import { useSelection } from './use-selection';

const words = messages.favorites;
const route = getRouteApi('/shell/favorites');
const SHARED = ['updates', 'calendar', 'badge'] as const;

const FindBox = later(() => import('../parts/find-box'), 'FindBox');
const CsvItem = later(() => import('./csv-item'), 'CsvItem');
const FavoritesFilters = later(() => import('./favorites-filters'), 'FavoritesFilters');

/** Everything that is tracked. */
export function FavoritesPage() {
  const given = route.useSearch();
  const search = useMemo(() => withOrder(favoritesSearch(given as Record<string, unknown>), document.cookie), [given]);
  const navigate = route.useNavigate();
  const { data: summary } = useQuery(summaryQuery);
  const [{ hiddenColumns = [] }] = usePreferences();
  const { sort = 'software' } = search;
  const shown = useMemo(() => listOfFavorites(search), [search]);
  const { filter } = shown;
  const read = (page: number, signal: AbortSignal) => readWindow(shown, page, signal);
  const list = useWindows(keyOfList(shown), read);
  const { total = 0, at } = list;
  const active = useActive(total, at);
  const selection = useSelection(JSON.stringify(filter), total);
  const actions = useListActions(active, selection, filter);
  const isFiltered = Object.keys(filter).length > 0;

  const set = useCallback(
    (change: Partial<FavoritesSearch>, replace = false) =>
      void navigate({ search: (before: FavoritesSearch) => favoritesSearch({ ...before, ...change }), replace }),
    [navigate],
  );
  const setSort = (next: string) => {
    rememberOrder({ favorites: next });
    set({ sort: next });
  };
  const clear = () => void navigate({ search: ({ sort: given }: FavoritesSearch) => favoritesSearch({ sort: given }) });
  const isEmpty = list.total === 0 && !list.isBefore;
  const order = sort === 'software' ? '' : words.list.orders[orderShown(sort)].toLowerCase();
  return (
    <Page
      title={messages.common.navigation.favorites}
      beside={
        <>
          {(!isEmpty || isFiltered) && (
            <FilterButton
              set={[filterWords(filter), order].filter(Boolean).join(', ')}
              tag={search.tag}
              onTag={(tag) => set({ tag })}
              panel={(panel) => (
                <FavoritesFilters
                  {...panel}
                  search={search}
                  onChange={set}
                  onSort={setSort}
                  onClear={isFiltered ? clear : undefined}
                />
              )}
            />
          )}
          {total > 0 && (
            <ShareMenu choices={SHARED.map((kind) => ({ kind, filter }))}>
              <CsvItem filter={filter} sort={sort} />
            </ShareMenu>
          )}
          <HistoryLink />
        </>
      }
    >
      <p className={`${classes.line} tabular`} role="status">
        {list.total === undefined ? '\u00a0' : words.list.total(total)}
      </p>
      <NetworkBar since={summary?.sources_unreachable_since} />
      <QueryNote of={{ ...list, data: list.total }} />
      {list.isLoading && <SlowSkeleton rows={10} />}
      {isEmpty && !isFiltered && (
        <Empty title={words.list.none}>
          <Text c="dimmed">{words.list.noneText}</Text>
          <FindBox />
          <Button component={Link} to="/import" variant="default" leftSection={<Icon name="import" size={16} />}>
            {messages.common.navigation.import}
          </Button>
        </Empty>
      )}
      {isEmpty && isFiltered && (
        <Empty title={words.noMatch(filterWords(filter))}>
          <Button variant="default" onClick={clear}>
            {words.clearFilter}
          </Button>
        </Empty>
      )}
      {total > 0 && (
        <FavoriteGrid
          className={classes.favorites}
          without={hiddenColumns}
          label={words.list.label}
          list={list}
          active={active}
          selection={selection}
          actions={actions}
          head={<FavoriteHead sort={sort} onSort={setSort} />}
          cells={(row) => <FavoriteCells row={row} actions={actions} />}
        />
      )}
    </Page>
  );
}
