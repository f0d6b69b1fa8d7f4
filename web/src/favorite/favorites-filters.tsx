import { NativeSelect, optionsOf, TextInput } from '../parts/ui';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client';
import { messages } from '../messages';
import { type FavoritesSearch, orderShown } from './address';
import type { PanelProps } from './filter-button';
import { Box, Choice, Fields, STEPS } from './filter-fields';

const words = messages.favorites;
const { list } = words;

/** Which favorites are listed, and how; all of it but the columns is in the address. */
export function FavoritesFilters({
  search,
  onChange,
  onSort,
  ...panel
}: PanelProps & {
  search: FavoritesSearch;
  onChange: (change: Partial<FavoritesSearch>, replace?: boolean) => void;
  onSort: (sort: string) => void;
  onClear: (() => void) | undefined;
}) {
  const { sort = 'software' } = search;
  /** One of the parameters of the address. */
  const one = (name: 'state' | 'freshness' | 'known' | 'support', label: string, labels: Record<string, string>) => (
    <Choice
      label={label}
      data={optionsOf(labels)}
      value={search[name]}
      onChange={(value) => onChange({ [name]: value })}
    />
  );
  return (
    <Fields search={search} onChange={onChange} {...panel}>
      <NativeSelect
        label={list.order}
        data={optionsOf(list.orders)}
        value={orderShown(sort)}
        onChange={(event) => onSort(event.currentTarget.value)}
      />
      <Box
        checked={sort !== orderShown(sort)}
        onChange={() => onSort(sort.startsWith('-') ? sort.slice(1) : `-${sort}`)}
      >
        {list.reversed}
      </Box>
      <PublisherField
        key={search.publisher}
        value={search.publisher ?? ''}
        onChange={(publisher) => onChange({ publisher })}
      />
      <Choice
        // One choice of two parameters: whether there is an update, and how large its step is.
        label={list.step}
        data={[{ value: 'true', label: list.outdated }, { value: 'false', label: list.current }, ...STEPS]}
        value={search.kind ?? search.update}
        onChange={(value) =>
          onChange(
            value === 'true' || value === 'false'
              ? { update: value, kind: undefined }
              : { kind: value as FavoritesSearch['kind'], update: undefined },
          )
        }
      />
      {one('state', list.state, list.states)}
      {one('freshness', list.source, list.freshness)}
      {one('known', list.versions, list.known)}
      {one('support', messages.support.column, messages.support.states)}
      <Choice
        // One choice of two parameters: exploited ones are vulnerable.
        label={messages.risk.column}
        data={optionsOf(messages.risk.choices)}
        value={search.exploited ? 'exploited' : search.vulnerable ? 'vulnerable' : undefined}
        onChange={(risk) =>
          onChange({
            vulnerable: risk === 'vulnerable' ? 'true' : undefined,
            exploited: risk === 'exploited' ? 'true' : undefined,
          })
        }
      />
    </Fields>
  );
}

/** Publishers by a part of their name. One of the list is chosen at once; what is typed, when the field is left. */
function PublisherField({ value, onChange }: { value: string; onChange: (name: string | undefined) => void }) {
  const [text, setText] = useState(value);
  const [like] = useDebouncedValue(text.trim().replaceAll('%', ''), 100);
  const { data: names = [] } = useQuery<string[]>({
    queryKey: ['publishers', 'names', like],
    queryFn: ({ signal }) =>
      api
        .listPublishers({ 'name[like]': like, per_page: 10, sort: 'name' }, { signal })
        .then(({ data }) => [...new Set(data.map(({ name }) => name))]),
    enabled: like.length >= 2 && like !== value,
    placeholderData: keepPreviousData,
  });
  const choose = (name: string) => onChange(name.trim() || undefined);
  return (
    <TextInput
      label={list.publisher}
      data={names}
      value={text}
      maxLength={255}
      onChange={({ currentTarget: { value: next } }) => {
        setText(next);
        if (next === '' || names.includes(next)) choose(next);
      }}
      onBlur={() => choose(text)}
    />
  );
}
