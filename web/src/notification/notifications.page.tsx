import { Button, NativeSelect, Text, TextInput } from '../parts/ui';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { channelsQuery, logQuery } from '../api/channels';
import type { NotificationResponse } from '../api/generated';
import { messages } from '../messages';
import { Empty } from '../parts/empty';
import { Filters, Listing, rowsOf, TextFilter, useFilter } from '../parts/listing';
import { Name, visibleText } from '../parts/name';
import { Page } from '../parts/page';
import { exactTime } from '../parts/relative-time';
import { Row, RowActs } from '../parts/rows';
import { ChannelTabs } from './channel-tabs';
import { Delivery, Resend } from './delivery-state';
import { type LogSearch, NOTIFICATION_STATES } from '../parts/searches';
import classes from './notification.module.css';

const words = messages.log;
/** Without a filter. */
const ALL = { state: '', channel: '', q: '', since: '' };
const ANY = { value: '', label: words.filters.any };
const STATES = NOTIFICATION_STATES.map((value) => ({ value, label: words.states[value] ?? value }));

/** What was sent, through which channels, and whether it arrived; the newest first. */
export function NotificationsPage() {
  const search: LogSearch = useSearch({ strict: false });
  const set = useFilter();
  const { state, channel, q, since } = search;
  const filter = {
    ...(state ? { state } : {}),
    ...(channel ? { channel } : {}),
    ...(q ? { 'software[like]': q } : {}),
    ...(since ? { 'created_at[gte]': new Date(`${since}T00:00`).toISOString() } : {}),
  };
  const list = useInfiniteQuery({ ...logQuery(filter), placeholderData: keepPreviousData });
  const isFiltered = Object.keys(search).length > 0;
  return (
    <Page title={words.title}>
      <ChannelTabs of="notifications" />
      {(isFiltered || rowsOf(list)?.length !== 0) && <LogFilters search={search} />}
      <Listing
        of={list}
        label={words.title}
        columns="11rem minmax(0, 1.1fr) minmax(0, 1.6fr) auto"
        bars={8}
        empty={
          isFiltered ? (
            <Empty title={words.noMatch}>
              {since && <Text c="dimmed">{words.kept}</Text>}
              <Button variant="default" onClick={() => set(ALL)}>
                {words.filters.clear}
              </Button>
            </Empty>
          ) : (
            <Empty title={words.empty}>{words.emptyText}</Empty>
          )
        }
      >
        {(notification) => <Sent key={notification.id} notification={notification} />}
      </Listing>
    </Page>
  );
}

/** What of the log is shown. Each change goes into the address. */
function LogFilters({ search }: { search: LogSearch }) {
  const set = useFilter();
  const channels = rowsOf(useInfiniteQuery(channelsQuery)) ?? [];
  const isKnown = channels.some(({ id }) => id === search.channel);
  return (
    <Filters label={words.filters.label}>
      <TextFilter label={words.filters.q} value={search.q} onChange={(q) => set({ q })} />
      <NativeSelect
        label={words.filters.state}
        value={search.state ?? ''}
        onChange={(event) => set({ state: event.currentTarget.value })}
        data={[ANY, ...STATES]}
      />
      <NativeSelect
        label={words.filters.channel}
        value={search.channel ?? ''}
        onChange={(event) => set({ channel: event.currentTarget.value })}
        data={[
          ANY,
          ...channels.map(({ id, name }) => ({ value: id, label: visibleText(name) })),
          ...(search.channel && !isKnown ? [{ value: search.channel, label: words.deletedChannel }] : []),
        ]}
      />
      <TextInput
        type="date"
        label={words.filters.since}
        value={search.since ?? ''}
        onChange={(event) => set({ since: event.currentTarget.value })}
      />
      {Object.keys(search).length > 0 && (
        <Button variant="default" onClick={() => set(ALL)}>
          {words.filters.clear}
        </Button>
      )}
    </Filters>
  );
}

function Sent({ notification }: { notification: NotificationResponse }) {
  const { id, software, version, created_at: time, deliveries, has_more_deliveries: hasMore } = notification;
  return (
    <Row>
      <Text size="sm" c="dimmed" component="time" dateTime={time} className="tabular">
        {exactTime(time)}
      </Text>
      <Link to="/notifications/$id" params={{ id }} className={classes.name} title={`${software} ${version.version}`}>
        <Name>{software}</Name>{' '}
        <Text span inherit fw={400} className="tabular">
          <Name>{version.version}</Name>
        </Text>
      </Link>
      <div className={classes.deliveries}>
        {deliveries.map((delivery) => (
          <Delivery key={delivery.id} delivery={delivery} />
        ))}
        {hasMore && <span>{words.moreDeliveries}</span>}
      </div>
      <RowActs>
        <Resend notification={notification} />
      </RowActs>
    </Row>
  );
}
