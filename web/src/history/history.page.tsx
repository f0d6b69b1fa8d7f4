import { Button, Group, Text } from '../parts/ui';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { now } from '../api/clock';
import { useAwaySince } from '../api/connection';
import type { HistoryResponse } from '../api/generated';
import { historyQuery, undoChange } from '../api/history';
import { messages } from '../messages';
import { history as words } from '../messages/en/history';
import { Empty } from '../parts/empty';
import { Name, visibleText } from '../parts/name';
import { Page } from '../parts/page';
import { QueryNote } from '../parts/problem-note';
import { clockTime, exactTime } from '../parts/relative-time';
import { Row, Rows } from '../parts/rows';
import { sayRefused } from '../parts/say';
import { ShowMore } from '../parts/show-more';
import { SlowSkeleton } from '../parts/slow-skeleton';
import { toast } from '../parts/toast';
import { refreshFavorites, untilUndone } from '../parts/undo';
import classes from './history.module.css';

/** What somebody changed, each with the way back as long as there is one. */
export function HistoryPage() {
  const list = useInfiniteQuery(historyQuery);
  const entries = list.data?.pages.flatMap(({ data }) => data);
  const days = daysOf(entries ?? []);
  return (
    <Page title={words.title} lead={<Text c="dimmed">{words.lead}</Text>}>
      <QueryNote of={list} />
      {list.isPending && !list.error && <SlowSkeleton rows={6} height={60} />}
      {entries?.length === 0 && (
        <Empty title={words.empty}>
          <Text c="dimmed">{words.emptyText}</Text>
          <Button component={Link} to="/favorites" variant="default">
            {messages.common.navigation.favorites}
          </Button>
        </Empty>
      )}
      {[...days].map(([day, ofDay]) => (
        <section key={day} aria-label={dayName(ofDay[0]!.created_at)}>
          <h2 className={classes.day}>{dayName(ofDay[0]!.created_at)}</h2>
          <Rows label={dayName(ofDay[0]!.created_at)} columns="minmax(0, 1fr) auto">
            {ofDay.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </Rows>
        </section>
      ))}
      <ShowMore list={list} />
    </Page>
  );
}

/** In their order, by the day of this browser's time zone. */
function daysOf(entries: readonly HistoryResponse[]): Map<string, HistoryResponse[]> {
  const days = new Map<string, HistoryResponse[]>();
  for (const entry of entries) {
    const day = new Date(entry.created_at).toDateString();
    const entriesOfDay = days.get(day);
    if (entriesOfDay) entriesOfDay.push(entry);
    else days.set(day, [entry]);
  }
  return days;
}

function Entry({ entry }: { entry: HistoryResponse }) {
  const { action, changed, products, from, to, until, inventory, fields, tags, by, created_at: time, undo } = entry;
  const names = products.map(({ name }) => name);
  const what = visibleText(words.told(action, { names, count: changed, from, to, until, inventory, tags }));
  const more = changed - products.length;
  // Of a single product the sentence leads to it.
  const [only] = changed === 1 && action !== 'import' ? products : [];
  return (
    <Row>
      <div>
        <Text fw={600}>
          {only ? (
            <Link to="/software/$id" params={{ id: only.id }} className="quiet-link">
              <bdi>{what}</bdi>
            </Link>
          ) : (
            <bdi>{what}</bdi>
          )}
        </Text>
        <Text size="sm" c="dimmed" component={Group} gap="0 0.75rem">
          <time className="tabular" dateTime={time} title={exactTime(time)}>
            {clockTime(new Date(time))}
          </time>
          {by && (
            <span>
              <Name>{words.by(by.kind, by.name)}</Name>
            </span>
          )}
          {fields.length > 0 && <span>{fields.join(', ').replaceAll('_', ' ')}</span>}
          {!only &&
            products.map(({ id, name }) => (
              <Link key={id} to="/software/$id" params={{ id }}>
                <Name>{name}</Name>
              </Link>
            ))}
          {more > 0 && products.length > 0 && <span>{words.others(more)}</span>}
        </Text>
      </div>
      <div className={classes.action}>
        {undo === 'possible' ? (
          <UndoButton id={entry.id} what={what} />
        ) : (
          <Text size="sm" c="dimmed">
            {words.states[undo] ?? undo}
          </Text>
        )}
      </div>
    </Row>
  );
}

function UndoButton({ id, what }: { id: string; what: string }) {
  const client = useQueryClient();
  const isAway = useAwaySince() !== null;
  const undoing = useMutation({
    mutationFn: async () => untilUndone(await undoChange(id)),
    onSuccess: ({ restored, skipped_total: skipped }) =>
      toast('undone', {
        color: skipped > 0 ? 'yellow' : 'gray',
        message: [words.undone(restored), ...(skipped > 0 ? [words.notUndone(skipped)] : [])].join('. '),
      }),
    onError: sayRefused,
    onSettled: () =>
      Promise.all([
        refreshFavorites(client),
        ...['history', 'inventories'].map((name) => client.invalidateQueries({ queryKey: [name] })),
      ]),
  });
  return (
    <Button
      size="xs"
      variant="default"
      disabled={isAway}
      loading={undoing.isPending}
      aria-label={words.undoOf(what)}
      onClick={() => undoing.mutate()}
    >
      {messages.common.undo}
    </Button>
  );
}

const DAY = 86_400_000;
const whole = new Intl.DateTimeFormat('en', { dateStyle: 'full' });

/** The day in this browser's time zone. */
function dayName(time: string): string {
  const isDay = (other: number) => new Date(time).toDateString() === new Date(other).toDateString();
  if (isDay(now())) return words.today;
  return isDay(now() - DAY) ? words.yesterday : whole.format(new Date(time));
}
