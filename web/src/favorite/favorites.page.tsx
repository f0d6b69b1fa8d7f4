import { Button, Text } from '../parts/ui';
import { useQuery } from '@tanstack/react-query';
import { Link, getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { summaryQuery } from '../api/queries';
import { messages } from '../messages';
import { Empty } from '../parts/empty';
import { filterWords } from '../parts/filter-words';
import { HistoryLink } from '../parts/history-link';
import { Icon } from '../parts/icon';
import { later } from '../parts/later';
import { NetworkBar } from '../parts/network-bar';
import { Page } from '../parts/page';
import { ShareMenu } from '../parts/share-menu';
import { favoritesSearch, type FavoritesSearch, listOfFavorites, type ListSearch, orderShown } from './address';
import { FavoriteCells } from './cells';
import { FavoriteGrid, useFavorites } from './favorite-grid';
import { FilterButton } from './filter-button';
import { rememberOrder, withOrder } from './orders';
import { VersionsLine } from './versions-line';

const words = messages.favorites;
const route = getRouteApi('/shell/favorites');
const SHARED = ['updates', 'calendar', 'badge'] as const;

const FindBox = later<'FindBox', object>(() => import('../parts/address-form'), 'FindBox');
const CsvItem = later(() => import('./csv-item'), 'CsvItem');

/** Everything that is tracked. */
export function FavoritesPage() {
  const given = route.useSearch();
  const search = useMemo(() => withOrder(favoritesSearch(given as Record<string, unknown>), document.cookie), [given]);
  const navigate = route.useNavigate();
  const { data: summary } = useQuery(summaryQuery);
  const { sort = 'software' } = search;
  const shown = useMemo(() => listOfFavorites(search), [search]);
  const { filter } = shown;
  const favorites = useFavorites(shown);
  const { list, total, first } = favorites;
  const filtered = filterWords(filter);

  const set = (change: ListSearch, replace = false) => {
    if (change.sort) rememberOrder({ favorites: change.sort });
    void navigate({ search: (before: FavoritesSearch) => favoritesSearch({ ...before, ...change }), replace });
  };
  const clear = () => void navigate({ search: ({ sort: given }: FavoritesSearch) => favoritesSearch({ sort: given }) });
  const shownOrder = orderShown(sort);
  const order = sort === 'software' ? '' : words.list.orders[shownOrder].toLowerCase();
  const reversed = sort === shownOrder ? '' : words.list.reversed.toLowerCase();
  return (
    <Page
      title={messages.common.navigation.favorites}
      beside={
        <>
          {(total > 0 || filtered) && (
            <FilterButton
              of="favorites"
              set={[filtered, order, reversed].filter(Boolean).join(', ')}
              search={search}
              onChange={set}
              onClear={filtered ? clear : undefined}
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
      <VersionsLine summary={summary} rows={first}>
        {list.total === undefined ? '\u00a0' : words.list.total(total)}
      </VersionsLine>
      <NetworkBar since={summary?.sources_unreachable_since} />
      <FavoriteGrid
        of={favorites}
        label={words.list.label}
        last={words.columns.state}
        cells={FavoriteCells}
        filtered={filtered}
        onClear={clear}
        none={
          <Empty title={words.list.none}>
            <Text c="dimmed">{words.list.noneText}</Text>
            <FindBox />
            <Button component={Link} to="/import" variant="default" leftSection={<Icon name="import" size={16} />}>
              {messages.common.navigation.import}
            </Button>
          </Empty>
        }
      />
    </Page>
  );
}
