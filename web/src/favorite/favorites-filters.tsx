import { NativeSelect, TextInput } from '../parts/ui';
import { useDebouncedCallback, useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { api } from '../api/client';
import { messages } from '../messages';
import { usePreferences } from '../parts/preferences';
import { type FavoritesSearch, orderShown } from './address';
import classes from './favorite.module.css';
import type { PanelProps } from './filter-button';
import { Box, Choice, Fields, optionsOf, STEPS } from './filter-fields';

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
      <PublisherField value={search.publisher ?? ''} onChange={(publisher) => onChange({ publisher })} />
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
      <Columns />
    </Fields>
  );
}

/** Publishers by a part of their name; one that is chosen, or typed whole, is the filter. */
function PublisherField({ value, onChange }: { value: string; onChange: (name: string | undefined) => void }) {
  const id = useId();
  const [typed, setTyped] = useState({ text: value, of: value });
  const text = typed.of === value ? typed.text : value;
  const [like] = useDebouncedValue(text.trim().replaceAll('%', ''), 100);
  const { data: publishers } = useQuery<string[]>({
    queryKey: ['publishers', 'names', like],
    queryFn: ({ signal }) =>
      api
        .listPublishers({ 'name[like]': like, per_page: 10, sort: 'name' }, { signal })
        .then(({ data }) => [...new Set(data.map(({ name }) => name))]),
    enabled: like.length >= 2 && like !== value,
    placeholderData: keepPreviousData,
  });
  const choose = (name: string) => {
    setTyped({ text: name, of: name });
    onChange(name || undefined);
  };
  const settle = useDebouncedCallback((name: string) => {
    if (publishers?.some((one) => one.toLowerCase() === name.toLowerCase())) choose(name);
  }, 400);
  const names = like.length >= 2 ? (publishers ?? []) : [];
  const change = (next: string) => {
    setTyped({ text: next, of: value });
    // One of the list, or nothing, is chosen at once; what is typed may be the beginning of more.
    if (next === '' || names.includes(next)) choose(next);
    else settle(next);
  };
  return (
    <>
      <TextInput
        label={list.publisher}
        list={id}
        value={text}
        maxLength={255}
        onChange={(event) => change(event.currentTarget.value)}
      />
      <datalist id={id}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}

/** Columns that can be hidden, as cells name them in `data-column`. */
const COLUMNS: Record<string, string> = {
  publisher: words.columns.publisher,
  inUse: words.columns.inUse,
  step: words.columns.step,
  age: words.columns.age,
  support: messages.support.column,
  policy: words.columns.policy,
};

/** Which columns the list of favorites has, in this browser. Narrow screens have none. */
function Columns() {
  const [preferences, setPreferences] = usePreferences();
  const { hiddenColumns = [] } = preferences;
  const show = (column: string, isOn: boolean) => {
    const others = hiddenColumns.filter((one) => one !== column);
    setPreferences({ ...preferences, hiddenColumns: isOn ? others : [...others, column] });
  };
  return (
    <fieldset className={`${classes.boxes} ${classes.wide}`}>
      <legend>{list.columns}</legend>
      {Object.entries(COLUMNS).map(([column, name]) => (
        <Box key={column} checked={!hiddenColumns.includes(column)} onChange={(isOn) => show(column, isOn)}>
          {name}
        </Box>
      ))}
    </fieldset>
  );
}
