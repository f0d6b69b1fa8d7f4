import { Button, NativeSelect, TextInput } from '../parts/ui';
import { useDebouncedCallback } from '@mantine/hooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { channelsQuery } from '../api/channels';
import { messages } from '../messages';
import { visibleText } from '../parts/name';
import { useShortcuts } from '../parts/shortcuts';
import { type LogSearch, NOTIFICATION_STATES } from '../parts/searches';
import classes from './notification.module.css';

const words = messages.log.filters;

/** What of the log is shown. Each change goes into the address. */
export function LogFilters({ search, onChange }: { search: LogSearch; onChange(search: LogSearch): void }) {
  const channels = useInfiniteQuery(channelsQuery).data?.pages.flatMap(({ data }) => data) ?? [];
  const isFiltered = Object.keys(search).length > 0;
  /** An empty value is no filter. */
  const set = (part: { [Key in keyof LogSearch]?: string }) =>
    onChange(Object.fromEntries(Object.entries({ ...search, ...part }).filter(([, value]) => value)) as LogSearch);
  const known = channels.some(({ id }) => id === search.channel);
  return (
    <search className={classes.filters} aria-label={words.label}>
      <NameFilter value={search.q ?? ''} onChange={(q) => set({ q })} />
      <NativeSelect
        label={words.state}
        value={search.state ?? ''}
        onChange={(event) => set({ state: event.currentTarget.value })}
        data={[
          { value: '', label: words.any },
          ...NOTIFICATION_STATES.map((state) => ({ value: state, label: messages.log.states[state] ?? state })),
        ]}
      />
      <NativeSelect
        label={words.channel}
        value={search.channel ?? ''}
        onChange={(event) => set({ channel: event.currentTarget.value })}
        data={[
          { value: '', label: words.any },
          ...channels.map(({ id, name }) => ({ value: id, label: visibleText(name) })),
          ...(search.channel && !known ? [{ value: search.channel, label: messages.log.deletedChannel }] : []),
        ]}
      />
      <TextInput
        type="date"
        label={words.since}
        value={search.since ?? ''}
        onChange={(event) => set({ since: event.currentTarget.value })}
      />
      {isFiltered && (
        <Button variant="default" onClick={() => onChange({})}>
          {words.clear}
        </Button>
      )}
    </search>
  );
}

/** The service is asked when somebody stops typing. */
function NameFilter({ value, onChange }: { value: string; onChange(value: string): void }) {
  const [text, setText] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  useShortcuts({ '/': () => input.current?.focus() });
  const ask = useDebouncedCallback(onChange, 250);
  // Back, or the filter that was cleared.
  useEffect(() => {
    if (document.activeElement !== input.current) setText(value);
  }, [value]);
  return (
    <TextInput
      ref={input}
      type="search"
      label={words.q}
      value={text}
      maxLength={100}
      onChange={(event) => {
        setText(event.currentTarget.value);
        ask(event.currentTarget.value.trim());
      }}
    />
  );
}
