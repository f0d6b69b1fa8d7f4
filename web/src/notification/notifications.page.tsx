import { Button, Text } from '../parts/ui';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useRef, useState } from 'react';
import { api } from '../api/client';
import { now } from '../api/clock';
import type { NotificationResponse } from '../api/generated';
import { useWindows, PAGE } from '../api/windows';
import { messages } from '../messages';
import { Empty } from '../parts/empty';
import { Grid } from '../parts/grid';
import { Name } from '../parts/name';
import { Page } from '../parts/page';
import { QueryNote } from '../parts/problem-note';
import { clockTime, exactTime } from '../parts/relative-time';
import { useShortcuts } from '../parts/shortcuts';
import { SlowSkeleton } from '../parts/slow-skeleton';
import { ChannelTabs } from './channel-tabs';
import { Delivery } from './delivery-state';
import { LogFilters } from './log-filters';
import type { LogSearch } from '../parts/searches';
import classes from './notification.module.css';
import { Resend } from './resend';
import { dateFormat } from '../messages/locale';

const words = messages.log;

/** What was sent, through which channels, and whether it arrived; the newest first. */
export function NotificationsPage() {
  const search: LogSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const rows = useLog(search);
  const [active, setActive] = useState(0);
  const takesFocus = useRef(false);
  const isFiltered = Object.keys(search).length > 0;
  const total = rows.total ?? 0;
  const setSearch = (next: LogSearch) => {
    setActive(0);
    void navigate({ to: '.', search: next as never, replace: true });
  };
  const open = ({ id }: NotificationResponse) => void navigate({ to: '/notifications/$id', params: { id } });
  const move = (step: number) => {
    takesFocus.current = true;
    setActive((before) => Math.max(0, Math.min(total - 1, before + step)));
  };
  useShortcuts({
    j: () => move(1),
    k: () => move(-1),
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
  });
  return (
    <Page title={words.title}>
      <ChannelTabs of="notifications" />
      {(isFiltered || total > 0) && <LogFilters search={search} onChange={setSearch} />}
      <QueryNote of={{ ...rows, data: rows.total }} />
      {rows.isLoading && <SlowSkeleton rows={8} />}
      {rows.total === 0 && !isFiltered && (
        <Empty title={words.empty}>
          <Text c="dimmed">{words.emptyText}</Text>
        </Empty>
      )}
      {rows.total === 0 && isFiltered && (
        <Empty title={words.noMatch}>
          {search.since && <Text c="dimmed">{words.kept}</Text>}
          <Button variant="default" onClick={() => setSearch({})}>
            {words.filters.clear}
          </Button>
        </Empty>
      )}
      {total > 0 && (
        <Grid
          label={words.title}
          total={total}
          at={rows.at}
          show={rows.show}
          idOf={({ id }) => id}
          nameOf={nameOf}
          active={active}
          onActive={setActive}
          takesFocus={takesFocus}
          onOpen={open}
          columns="5.5rem minmax(0, 1.1fr) minmax(0, 1.6fr) 7rem"
          groupOf={({ created_at: time }) => ({ key: dayOf(time), heading: dayName(time) })}
          cells={(row, index) => <Cells row={row} isActive={index === active} />}
          head={
            <>
              <span role="columnheader">{words.columns.time}</span>
              <span role="columnheader">{words.columns.what}</span>
              <span role="columnheader">{words.columns.deliveries}</span>
              <span role="columnheader" className={classes.actionHead}>
                {words.columns.actions}
              </span>
            </>
          }
        />
      )}
    </Page>
  );
}

function useLog({ state, channel, q, since }: LogSearch) {
  const read = useCallback(
    (page: number, signal: AbortSignal) =>
      api.listNotifications(
        {
          page,
          per_page: PAGE,
          includeTotal: true,
          includeChannel: true,
          ...(state ? { state } : {}),
          ...(channel ? { channel } : {}),
          ...(q ? { 'software[like]': q } : {}),
          ...(since ? { 'created_at[gte]': new Date(`${since}T00:00`).toISOString() } : {}),
        },
        { signal },
      ),
    [state, channel, q, since],
  );
  return useWindows<NotificationResponse>(['notifications', 'list', { state, channel, q, since }], read);
}

function Cells({ row, isActive }: { row: NotificationResponse; isActive: boolean }) {
  const { id, created_at: time, deliveries, has_more_deliveries: hasMore } = row;
  return (
    <>
      <time role="gridcell" className={`tabular ${classes.timeCell}`} dateTime={time} title={exactTime(time)}>
        {clockTime(new Date(time))}
      </time>
      <div role="gridcell" className={classes.whatCell}>
        <Link
          to="/notifications/$id"
          params={{ id }}
          className={classes.name}
          tabIndex={isActive ? 0 : -1}
          title={nameOf(row)}
        >
          <Name>{row.software}</Name>{' '}
          <Text span inherit fw={400} className="tabular">
            <Name>{row.version.version}</Name>
          </Text>
        </Link>
      </div>
      <div role="gridcell" className={`${classes.deliveries} ${classes.deliveriesCell}`}>
        {deliveries.map((delivery) => (
          <Delivery key={delivery.id} delivery={delivery} />
        ))}
        {hasMore && <span>{words.moreDeliveries}</span>}
      </div>
      <div role="gridcell" className={classes.actionCell}>
        <Resend notification={row} />
      </div>
    </>
  );
}

const nameOf = ({ software, version }: NotificationResponse) => `${software} ${version.version}`;

/** The day in this browser's time zone. */
const dayOf = (time: string | number) => new Date(time).toDateString();
const DAY = 86_400_000;

function dayName(time: string): string {
  if (dayOf(time) === dayOf(now())) return words.today;
  if (dayOf(time) === dayOf(now() - DAY)) return words.yesterday;
  return dateFormat({ dateStyle: 'full' }).format(new Date(time));
}
