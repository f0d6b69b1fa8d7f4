import { Alert, Anchor, Button } from '../parts/ui';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type ComponentType, useMemo } from 'react';
import type { FavoriteRow } from '../api/favorites';
import { summaryQuery } from '../api/queries';
import { EXAMPLE, examplesQuery } from '../api/tags';
import { PAGE } from '../api/windows';
import { messages } from '../messages';
import { filterWords } from '../parts/filter-words';
import { HistoryLink } from '../parts/history-link';
import { later } from '../parts/later';
import { NetworkBar } from '../parts/network-bar';
import { Page } from '../parts/page';
import { ShareMenu } from '../parts/share-menu';
import { listOfUpdates, type ListSearch, type UpdatesSearch, updatesSearch } from './address';
import { UpdateCells } from './cells';
import classes from './favorite.module.css';
import { FavoriteGrid, useFavorites } from './favorite-grid';
import { FilterButton } from './filter-button';
import { GroupHead, grouping } from './groups';
import { rememberOrder, withGroup } from './orders';
import { useNews } from './use-news';
import { VersionsLine } from './versions-line';

const words = messages.favorites.updates;
const route = getRouteApi('/shell/updates');
const SHARED = ['updates', 'calendar'] as const;
/** A heading for fewer rows would cost more than it says. */
const HEADED_FROM = 3;

/** Who tracks more than this does not look at examples. */
const FEW = 20;
const UpToDate = later(() => import('./updates-empty'), 'UpToDate');

/** What is outdated, and what to do about it. */
export function UpdatesPage({ FirstMinute }: { FirstMinute: ComponentType<{ examples: number; isFirst: boolean }> }) {
  const search = withGroup(updatesSearch(route.useSearch()), document.cookie);
  const navigate = route.useNavigate();
  const { data: summary } = useQuery(summaryQuery);
  const { tracked = 0, channels: { failing } = { failing: 0 } } = summary ?? {};
  const { group = 'matters', kind, q = '', tag, vulnerable } = search;
  const shown = useMemo(() => listOfUpdates({ group, kind, q, tag, vulnerable }), [group, kind, q, tag, vulnerable]);
  const { filter } = shown;
  // Not only what is outdated now: in a feed, an update stays after it was made.
  const { update_available: _outdated, ...shared } = filter;
  const groupOfRow = useMemo(() => grouping(group), [group]);
  const favorites = useFavorites(shown, { still: true });
  const { list, total, first, actions } = favorites;
  const news = useNews(filter, list);
  const filtered = filterWords(shared);

  const set = (change: ListSearch, replace = false) => {
    if (change.group) rememberOrder({ updates: change.group });
    // Parameters keep their order in the address.
    const next = (before: UpdatesSearch) => ({ ...before, ...change }) as ReturnType<typeof updatesSearch>;
    void navigate({ search: next, replace });
  };
  const clear = () => set({ kind: undefined, q: undefined, tag: undefined, vulnerable: undefined });

  // Who has no example is not asked about.
  const hasExamples =
    first.some(({ tags }) => tags?.includes(EXAMPLE)) || (total === 0 && tracked > 0 && tracked <= FEW);
  const { data: examples = 0 } = useQuery({ ...examplesQuery, enabled: hasExamples });
  const groupOf = (row: FavoriteRow) => {
    const found = groupOfRow(row);
    if (!found) return undefined;
    // Of a list that is one window, all rows of a group are known.
    const rows = total <= PAGE ? first.filter((one) => groupOfRow(one)?.key === found.key) : undefined;
    const counts = group === 'step' ? summary?.by_kind : group === 'matters' ? summary?.matters.by_group : {};
    const counted = filtered ? undefined : (counts as Record<string, number> | undefined)?.[found.key];
    const count = rows?.length ?? counted;
    if (count !== undefined && count < HEADED_FROM) return { key: found.key };
    const heading = <GroupHead group={found} count={count} rows={rows} filter={filter} actions={actions} />;
    return { key: found.key, heading };
  };

  const isEmpty = list.total === 0 && !list.isBefore;
  const isFirst = summary?.tracked === examples;
  const firstMinute = (isFirst || examples > 0) && <FirstMinute examples={examples} isFirst={isFirst} />;
  if (isEmpty && !filtered && summary?.tracked === 0)
    return (
      <Page title={messages.common.navigation.updates}>
        {firstMinute}
        {/* Two, as below: it stays when the examples go. */ null}
      </Page>
    );
  const grouped = group === 'matters' ? '' : words.by(words.groups[group].toLowerCase());
  return (
    <Page
      title={messages.common.navigation.updates}
      beside={
        <>
          {(total > 0 || filtered) && (
            <FilterButton
              of="updates"
              set={[filtered, grouped].filter(Boolean).join(', ')}
              search={search}
              onChange={set}
              onClear={filtered ? clear : undefined}
            />
          )}
          {list.total !== undefined && <ShareMenu choices={SHARED.map((kind) => ({ kind, filter: shared }))} />}
          <HistoryLink />
        </>
      }
    >
      {firstMinute}
      {summary !== undefined && summary.outdated > 0 && (
        <VersionsLine summary={summary} rows={first}>
          {words.attention(summary.matters.today, summary.outdated)}
        </VersionsLine>
      )}
      <NetworkBar since={summary?.sources_unreachable_since} />
      {failing > 0 && (
        <Alert color="orange" mb="md" role="status">
          {words.channelsFail(failing)}{' '}
          <Anchor component={Link} to="/channels" underline="always">
            {words.seeChannels}
          </Anchor>
        </Alert>
      )}
      {news && (
        <div className={classes.news} role="status">
          <Button size="xs" style={{ borderRadius: 99 }} onClick={news.show}>
            {news.count > 0 ? words.news(news.count) : words.moved} · {words.show}
          </Button>
        </div>
      )}
      <FavoriteGrid
        of={favorites}
        label={words.label}
        last={messages.favorites.columns.reasons}
        cells={UpdateCells}
        groupOf={groupOf}
        filtered={filtered}
        onClear={clear}
        none={<UpToDate />}
      />
    </Page>
  );
}
