import { Button, NativeSelect, Text, TextInput } from '../parts/ui';
import { useDebouncedCallback } from '@mantine/hooks';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { api } from '../api/client';
import { useAwaySince } from '../api/connection';
import type { ListedSourceResponse } from '../api/generated';
import { overviewQuery, sourcesQuery } from '../api/operator';
import { sourceTypesQuery } from '../api/sources';
import { operator } from '../messages/en/operator';
import { ByPlugin } from '../parts/by-plugin';
import { Empty } from '../parts/empty';
import { Name, visibleText } from '../parts/name';
import { NetworkBar } from '../parts/network-bar';
import { QueryNote } from '../parts/problem-note';
import { exactTime, RelativeTime } from '../parts/relative-time';
import { Row, Rows } from '../parts/rows';
import { say, sayRefused } from '../parts/say';
import { ShowMore } from '../parts/show-more';
import { SlowSkeleton } from '../parts/slow-skeleton';
import { StateMark } from '../parts/state-mark';
import type { OperatorSearch } from '../parts/searches';
import classes from './operator.module.css';

const words = operator.sources;

const ShowAll = () => (
  <Button component={Link} to="/operator" search={{ view: 'sources', state: 'any' } as never} variant="default">
    {words.showAll}
  </Button>
);

/** Sources, by default those that fail, the longest first. */
export function Sources({ search, scopes }: { search: OperatorSearch; scopes: readonly string[] }) {
  const { state, type, host } = search;
  const list = useInfiniteQuery(
    sourcesQuery({
      ...(state === 'any' ? {} : { state: state ?? 'failing' }),
      ...(type ? { type } : {}),
      ...(host ? { host } : {}),
    }),
  );
  const { data: overview } = useQuery(overviewQuery);
  const since = overview?.sources.unreachable_since;
  const rows = list.data?.pages.flatMap(({ data }) => data);
  const mayChange = scopes.includes('catalogue:write');
  const isFiltered = Boolean(state ?? type ?? host);
  return (
    <>
      <NetworkBar since={since} />
      <Filters search={search} />
      {overview && (
        <Text size="sm" c="dimmed" mb="sm">
          {words.polled[overview.sources.polled]} {!mayChange && words.mayNot}
        </Text>
      )}
      <QueryNote of={list} />
      {list.isPending && !list.error && <SlowSkeleton rows={6} height={60} />}
      {rows?.length === 0 && (
        <Empty title={isFiltered ? words.noMatch : since ? words.noneAsked : words.none}>
          {!isFiltered && <Text c="dimmed">{since ? words.noneReached : words.noneText}</Text>}
          {(state !== 'any' || type || host) && <ShowAll />}
        </Empty>
      )}
      {rows && rows.length > 0 && (
        <Rows label={operator.views.sources} columns="minmax(0, 1.2fr) minmax(0, 2fr) auto">
          {rows.map((source) => (
            <SourceRow key={source.software.id} source={source} mayChange={mayChange} />
          ))}
        </Rows>
      )}
      <ShowMore list={list} />
    </>
  );
}

function Filters({ search }: { search: OperatorSearch }) {
  const navigate = useNavigate();
  const types = useQuery(sourceTypesQuery).data ?? [];
  const set = (part: { [Key in keyof OperatorSearch]?: string }) =>
    void navigate({ to: '/operator', search: { ...search, ...part } as never, replace: true });
  const setLater = useDebouncedCallback((host: string) => set({ host }), 250);
  return (
    <search className={classes.filters} aria-label={words.filters}>
      <NativeSelect
        label={words.state}
        value={search.state ?? ''}
        onChange={(event) => set({ state: event.currentTarget.value })}
        data={[
          { value: '', label: words.states.failing! },
          { value: 'ok', label: words.states.ok! },
          { value: 'any', label: words.any },
        ]}
      />
      <NativeSelect
        label={words.type}
        value={search.type ?? ''}
        onChange={(event) => set({ type: event.currentTarget.value })}
        data={[
          { value: '', label: words.any },
          ...types.map(({ type, title }) => ({ value: type, label: title })),
          ...(search.type && !types.some(({ type }) => type === search.type) ? [search.type] : []),
        ]}
      />
      <TextInput
        type="search"
        label={words.host}
        defaultValue={search.host ?? ''}
        maxLength={255}
        onChange={(event) => setLater(event.currentTarget.value.trim())}
      />
    </search>
  );
}

function SourceRow({ source, mayChange }: { source: ListedSourceResponse; mayChange: boolean }) {
  const { software, type, host, last_error: error, host_rests_until: rests, next_attempt: next } = source;
  const name = visibleText(software.name);
  const { data: types } = useQuery(sourceTypesQuery);
  const client = useQueryClient();
  const isAway = useAwaySince() !== null;
  const ask = useMutation({
    mutationFn: () => api.pollSoftwareSource(software.id),
    onSuccess: () => say(words.asked(name)),
    onError: sayRefused,
    onSettled: () => client.invalidateQueries({ queryKey: ['operator', 'sources'] }),
  });
  return (
    <Row>
      <div>
        <Link to="/software/$id" params={{ id: software.id }} className={classes.name}>
          <Name>{software.name}</Name>
        </Link>
        <Text size="sm" c="dimmed" className={classes.wrapping}>
          {type} · <Name>{host}</Name>
          <ByPlugin of={types?.find((one) => one.type === type)} />
        </Text>
      </div>
      <div className={classes.wrapping}>
        <State source={source} />
        {error !== null && (
          <Text size="sm">
            <Name>{error}</Name>
          </Text>
        )}
        <Text size="sm" c="dimmed">
          {rests ? (
            <>
              {words.rests} {exactTime(rests)}
            </>
          ) : (
            next && (
              <>
                {words.next} <RelativeTime time={next} />
              </>
            )
          )}
        </Text>
      </div>
      <div className={classes.actions}>
        {mayChange && (
          <>
            <Button
              size="xs"
              variant="default"
              disabled={isAway}
              loading={ask.isPending}
              aria-label={words.askOf(name)}
              onClick={() => ask.mutate()}
            >
              {words.ask}
            </Button>
            <Button
              size="xs"
              variant="default"
              component={Link}
              to="/software/$id"
              params={{ id: software.id } as never}
              hash="source"
              aria-label={words.editOf(name)}
            >
              {words.edit}
            </Button>
          </>
        )}
      </div>
    </Row>
  );
}

function State({ source }: { source: ListedSourceResponse }) {
  const { failing_since: since, failures, last_success: success } = source;
  if (since)
    return (
      <StateMark fare="bad">
        {words.since} <RelativeTime time={since} /> ({words.failures(failures)})
      </StateMark>
    );
  return (
    <StateMark fare={success ? 'good' : 'waiting'}>
      {success ? (
        <>
          {words.ok} <RelativeTime time={success} />
        </>
      ) : (
        words.never
      )}
    </StateMark>
  );
}
