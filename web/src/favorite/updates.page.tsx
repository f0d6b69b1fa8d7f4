import { Button, SegmentedControl, Text } from '../parts/ui';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { keyOfList } from '../api/favorite-lists';
import { readWindow } from '../api/favorites';
import { summaryQuery } from '../api/queries';
import type { SupportCounts } from '../api/support';
import { useWindows, WINDOW } from '../api/windows';
import { messages } from '../messages';
import { Empty } from '../parts/empty';
import { filterWords } from '../parts/filter-words';
import { later } from '../parts/later';
import { NetworkBar } from '../parts/network-bar';
import { Page } from '../parts/page';
import { QueryNote } from '../parts/problem-note';
import { ShareMenu } from '../parts/share-menu';
import { SlowSkeleton } from '../parts/slow-skeleton';
import { type Group, GROUPS, listOfUpdates, type UpdatesSearch, updatesSearch } from './address';
import { UpdateCells, UpdateHead } from './cells';
import { ChannelBar } from './channel-bar';
import classes from './favorite.module.css';
import { FavoriteGrid } from './favorite-grid';
import { FilterField } from './filter-field';
import { GroupHead, grouping } from './groups';
import { MattersLine } from './matters-line';
import { rememberOrder, withGroup } from './orders';
import { StepChips } from './step-chips';
import { TagField } from './tag-field';
import { SupportBar } from './support-bar';
import { useActive } from './use-active';
import { useListActions } from './use-list-actions';
import { useNews } from './use-news';
import { useSelection } from './use-selection';

const words = messages.favorites.updates;
const route = getRouteApi('/shell/updates');
const SHARED = ['updates', 'calendar'] as const;

const NothingTracked = later(() => import('./updates-empty'), 'NothingTracked');
const UpToDate = later(() => import('./updates-empty'), 'UpToDate');

/** What is outdated, and what to do about it. */
export function UpdatesPage() {
  const search = withGroup(updatesSearch(route.useSearch()), document.cookie);
  const navigate = route.useNavigate();
  const { data: summary } = useQuery(summaryQuery);
  const { group = 'matters', kind, q = '', tag, vulnerable } = search;
  const shown = useMemo(() => listOfUpdates({ group, kind, q, tag, vulnerable }), [group, kind, q, tag, vulnerable]);
  const { filter } = shown;
  // Not only what is outdated now: in a feed, an update stays after it was made.
  const { update_available: _outdated, ...shared } = filter;
  const groups = useMemo(() => grouping(group), [group]);
  const read = (page: number, signal: AbortSignal) => readWindow(shown, page, signal);
  const list = useWindows(keyOfList(shown), read, { still: true });
  const { total = 0, at } = list;
  const active = useActive(total, at);
  const selection = useSelection(JSON.stringify(filter), total);
  const actions = useListActions(active, selection, filter);
  const news = useNews(filter, list);
  const isFiltered = kind !== undefined || q !== '' || tag !== undefined || vulnerable !== undefined;

  const set = (change: Partial<UpdatesSearch>, replace = false) =>
    void navigate({ search: (before: UpdatesSearch) => ({ ...before, ...change }), replace });
  const setGroup = (next: Group) => {
    rememberOrder({ updates: next });
    set({ group: next });
  };
  const setName = useCallback(
    (text: string) =>
      void navigate({ search: (before: UpdatesSearch) => ({ ...before, q: text || undefined }), replace: true }),
    [navigate],
  );

  // Of a list that is one window, all rows of a group are known.
  const known = total <= WINDOW ? Array.from({ length: total }, (_, index) => at(index)) : undefined;
  const groupOf = (row: Parameters<typeof groups.of>[0]) => {
    const found = groups.of(row);
    if (!found) return undefined;
    const rows = known?.filter((one) => one && groups.of(one)?.key === found.key) as (typeof row)[] | undefined;
    const counts = group === 'step' ? summary?.by_kind : group === 'matters' && !kind ? summary?.matters.by_group : {};
    const counted =
      q === '' && !tag && !vulnerable ? (counts as Record<string, number> | undefined)?.[found.key] : undefined;
    const head = (
      <GroupHead group={found} count={rows?.length ?? counted} rows={rows} filter={filter} actions={actions} />
    );
    return { key: found.key, heading: head };
  };

  const isEmpty = list.total === 0 && !list.isBefore;
  if (isEmpty && !isFiltered && summary?.tracked === 0)
    return (
      <Page title={messages.common.navigation.updates}>
        <NothingTracked />
      </Page>
    );
  return (
    <Page
      title={messages.common.navigation.updates}
      lead={<MattersLine summary={summary} />}
      beside={
        <>
          {total > 0 && <Grouping group={group} onChange={setGroup} />}
          {list.total !== undefined && <ShareMenu choices={SHARED.map((kind) => ({ kind, filter: shared }))} />}
        </>
      }
    >
      <NetworkBar since={summary?.sources_unreachable_since} />
      <ChannelBar failing={summary?.channels?.failing ?? 0} />
      <SupportBar counts={(summary as { support?: SupportCounts } | undefined)?.support} />
      {(total > 0 || isFiltered) && (
        <div className={classes.tools}>
          <StepChips summary={summary} kind={kind} vulnerable={vulnerable} onChange={set} />
          <div className={classes.fields}>
            <TagField value={tag} onChange={(next) => set({ tag: next })} />
            <FilterField value={q} onChange={setName} />
          </div>
        </div>
      )}
      {news && (
        <div className={classes.news} role="status">
          <Button size="compact-md" radius="xl" onClick={news.show}>
            {news.count > 0 ? words.news(news.count) : words.moved} · {words.show}
          </Button>
        </div>
      )}
      <QueryNote of={{ ...list, data: list.total }} />
      {list.isLoading && <SlowSkeleton rows={8} />}
      {isEmpty && !isFiltered && <UpToDate />}
      {isEmpty && isFiltered && (
        <Empty title={messages.favorites.noMatch(filterWords(shared))}>
          <Button
            variant="default"
            onClick={() => set({ kind: undefined, q: undefined, tag: undefined, vulnerable: undefined })}
          >
            {messages.favorites.clearFilter}
          </Button>
        </Empty>
      )}
      {total > 0 && (
        <FavoriteGrid
          className={classes.updates}
          label={words.label}
          list={list}
          active={active}
          selection={selection}
          actions={actions}
          head={<UpdateHead />}
          cells={(row) => <UpdateCells row={row} actions={actions} />}
          groupOf={groupOf}
        />
      )}
    </Page>
  );
}

const Grouping = ({ group, onChange }: { group: Group; onChange: (group: Group) => void }) => (
  <>
    <Text size="sm" c="dimmed" visibleFrom="sm">
      {words.group}
    </Text>
    <SegmentedControl
      size="xs"
      aria-label={words.group}
      value={group}
      data={GROUPS.map((value) => ({ value, label: words.groups[value] }))}
      onChange={(value) => onChange(value as Group)}
    />
  </>
);
