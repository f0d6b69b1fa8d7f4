import { Button, NativeSelect, Text } from '../parts/ui';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../api/client';
import type { ListedSourceResponse } from '../api/generated';
import { overviewQuery, sourcesQuery } from '../api/operator';
import { sourceTypesQuery } from '../api/sources';
import { operator } from '../messages/en/operator';
import { ActButton } from '../parts/act';
import { ByPlugin } from '../parts/by-plugin';
import { Empty } from '../parts/empty';
import { Filters, Listing, TextFilter, useFilter } from '../parts/listing';
import { Name, visibleText } from '../parts/name';
import { NetworkBar } from '../parts/network-bar';
import { exactTime } from '../parts/relative-time';
import { Row, RowActs, When } from '../parts/rows';
import { StateMark } from '../parts/state-mark';
import type { OperatorSearch } from '../parts/searches';
import classes from './operator.module.css';

const words = operator.sources;

/** Sources, by default those that fail, the longest first. */
export function Sources({ search, scopes }: { search: OperatorSearch; scopes: readonly string[] }) {
  const { state, host } = search;
  const filter = {
    ...(state === 'any' ? {} : { state: state === 'ok' ? ('ok' as const) : ('failing' as const) }),
    ...(host ? { host } : {}),
  };
  const list = useInfiniteQuery(sourcesQuery(filter));
  const { data: overview } = useQuery(overviewQuery);
  const set = useFilter();
  const since = overview?.sources.unreachable_since;
  const mayChange = scopes.includes('catalogue:write');
  const isFiltered = Boolean(state ?? host);
  return (
    <>
      <NetworkBar since={since} />
      <Filters label={words.filters}>
        <NativeSelect
          label={words.state}
          value={state ?? ''}
          onChange={(event) => set({ state: event.currentTarget.value })}
          data={Object.entries(words.states).map(([value, label]) => ({ value, label }))}
        />
        <TextFilter label={words.host} value={host} onChange={(next) => set({ host: next })} />
      </Filters>
      {overview && (
        <Text size="sm" c="dimmed" mb="sm">
          {words.polled[overview.sources.polled]} {!mayChange && words.mayNot}
        </Text>
      )}
      <Listing
        of={list}
        label={operator.views.sources}
        columns="minmax(0, 1.2fr) minmax(0, 2fr) auto"
        bars={6}
        empty={
          <Empty title={isFiltered ? words.noMatch : since ? words.noneAsked : words.none}>
            {!isFiltered && <Text c="dimmed">{since ? words.noneReached : words.noneText}</Text>}
            {(state !== 'any' || host) && (
              <Button
                component={Link}
                to="/operator"
                search={{ view: 'sources', state: 'any' } as never}
                variant="default"
              >
                {words.showAll}
              </Button>
            )}
          </Empty>
        }
      >
        {(source) => <SourceRow key={source.software.id} source={source} mayChange={mayChange} />}
      </Listing>
    </>
  );
}

function SourceRow({ source, mayChange }: { source: ListedSourceResponse; mayChange: boolean }) {
  const { software, type, host, last_error: error, host_rests_until: rests, next_attempt: next } = source;
  const { failing_since: since, failures, last_success: success } = source;
  const name = visibleText(software.name);
  const { data: types } = useQuery(sourceTypesQuery);
  return (
    <Row>
      <div>
        <Link to="/software/$id" params={{ id: software.id }} className={classes.name}>
          <Name>{software.name}</Name>
        </Link>
        <Text size="sm" c="dimmed">
          {type} · <Name>{host}</Name>
          <ByPlugin of={types?.find((one) => one.type === type)} />
        </Text>
      </div>
      <div>
        {since ? (
          <StateMark fare="bad">
            <When word={words.since} time={since} /> ({words.failures(failures)})
          </StateMark>
        ) : (
          <StateMark fare={success ? 'good' : 'waiting'}>
            <When word={words.ok} time={success} never={words.never} />
          </StateMark>
        )}
        {error !== null && (
          <Text size="sm">
            <Name>{error}</Name>
          </Text>
        )}
        <Text size="sm" c="dimmed">
          {rests ? `${words.rests} ${exactTime(rests)}` : <When word={words.next} time={next} />}
        </Text>
      </div>
      {mayChange && (
        <RowActs>
          <ActButton
            act={() => api.pollSoftwareSource(software.id)}
            said={words.asked(name)}
            refresh={['operator']}
            aria-label={words.askOf(name)}
          >
            {words.ask}
          </ActButton>
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
        </RowActs>
      )}
    </Row>
  );
}
