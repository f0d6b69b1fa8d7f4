import { Button, NativeSelect, TextInput } from '../parts/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { channelsQuery } from '../api/channels';
import { messages } from '../messages';
import { Filters, TextFilter } from '../parts/filters';
import { rowsOf } from '../parts/listing';
import { visibleText } from '../parts/name';
import { type LogSearch, NOTIFICATION_STATES } from './log-search';

const words = messages.log.filters;
const ANY = { value: '', label: words.any };
const STATES = NOTIFICATION_STATES.map((value) => ({ value, label: messages.log.states[value] ?? value }));

/** What of the log is shown. Each change goes into the address. */
export function LogFilters({ search, onChange }: { search: LogSearch; onChange(search: LogSearch): void }) {
  const channels = rowsOf(useInfiniteQuery(channelsQuery)) ?? [];
  const isKnown = channels.some(({ id }) => id === search.channel);
  /** An empty value is no filter. */
  const set = (part: { [Key in keyof LogSearch]?: string }) =>
    onChange(Object.fromEntries(Object.entries({ ...search, ...part }).filter(([, value]) => value)) as LogSearch);
  return (
    <Filters label={words.label}>
      <TextFilter label={words.q} value={search.q} onChange={(q) => set({ q })} />
      <NativeSelect
        label={words.state}
        value={search.state ?? ''}
        onChange={(event) => set({ state: event.currentTarget.value })}
        data={[ANY, ...STATES]}
      />
      <NativeSelect
        label={words.channel}
        value={search.channel ?? ''}
        onChange={(event) => set({ channel: event.currentTarget.value })}
        data={[
          ANY,
          ...channels.map(({ id, name }) => ({ value: id, label: visibleText(name) })),
          ...(search.channel && !isKnown ? [{ value: search.channel, label: messages.log.deletedChannel }] : []),
        ]}
      />
      <TextInput
        type="date"
        label={words.since}
        value={search.since ?? ''}
        onChange={(event) => set({ since: event.currentTarget.value })}
      />
      {Object.keys(search).length > 0 && (
        <Button variant="default" onClick={() => onChange({})}>
          {words.clear}
        </Button>
      )}
    </Filters>
  );
}
