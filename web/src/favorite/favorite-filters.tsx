import { Button, NativeSelect, TextInput } from '../parts/ui';
import { useDebouncedCallback, useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useId, useState } from 'react';
import { api } from '../api/client';
import { messages } from '../messages';
import type { FavoritesSearch } from './address';
import classes from './favorite.module.css';
import { FilterField } from './filter-field';
import { TagField } from './tag-field';

const words = messages.favorites.list;

const STEPS = ['major', 'minor', 'patch', 'other'].map((value) => ({ value, label: messages.common.steps[value]! }));
// One choice of two parameters: exploited ones are vulnerable.
const riskOf = ({ vulnerable, exploited }: FavoritesSearch) =>
  exploited ? 'exploited' : vulnerable ? 'vulnerable' : null;
const optionsOf = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

/** Which favorites are listed; all of it is in the address. */
export function FavoriteFilters({
  search,
  onChange,
  onSort,
  onClear,
  beside,
}: {
  search: FavoritesSearch;
  onChange: (change: Partial<FavoritesSearch>, replace?: boolean) => void;
  onSort: (sort: string) => void;
  onClear: () => void;
  beside: ReactNode;
}) {
  const { sort = 'software', ...filters } = search;
  // On a phone, where they would stand before the first row.
  const [isOpen, setOpen] = useState(false);
  const inFold = Object.entries(filters).filter(([name, value]) => name !== 'q' && value !== undefined).length;
  // One choice of two parameters: whether there is an update, and how large its step is.
  const step = search.kind ?? search.update ?? null;
  const setStep = (value: string | null) =>
    onChange(
      value === 'true' || value === 'false'
        ? { update: value, kind: undefined }
        : { kind: (value ?? undefined) as FavoritesSearch['kind'], update: undefined },
    );
  const setName = useCallback((q: string) => onChange({ q: q || undefined }, true), [onChange]);
  const choice = (
    label: string,
    data: { value: string; label: string }[],
    value: string | null,
    set: (value: string | null) => void,
  ) => (
    <NativeSelect
      className={classes.select}
      aria-label={label}
      data={[{ value: '', label }, ...data]}
      value={value ?? ''}
      onChange={(event) => set(event.currentTarget.value || null)}
    />
  );
  return (
    <div className={classes.tools}>
      <div className={classes.fields}>
        <FilterField value={search.q ?? ''} onChange={setName} />
        <Button
          className={classes.select}
          variant="default"
          hiddenFrom="sm"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {words.filters(inFold)}
        </Button>
        <div className={classes.fold} data-open={isOpen || undefined}>
          <PublisherField value={search.publisher ?? ''} onChange={(publisher) => onChange({ publisher })} />
          {choice(
            words.step,
            [{ value: 'true', label: words.outdated }, { value: 'false', label: words.current }, ...STEPS],
            step,
            setStep,
          )}
          {choice(words.state, optionsOf(words.states), search.state ?? null, (state) =>
            onChange({ state: (state ?? undefined) as FavoritesSearch['state'] }),
          )}
          {choice(words.source, optionsOf(words.freshness), search.freshness ?? null, (freshness) =>
            onChange({ freshness: (freshness ?? undefined) as FavoritesSearch['freshness'] }),
          )}
          {choice(words.versions, optionsOf(words.known), search.known ?? null, (known) =>
            onChange({ known: (known ?? undefined) as FavoritesSearch['known'] }),
          )}
          {choice(messages.support.column, optionsOf(messages.support.states), search.support ?? null, (support) =>
            onChange({ support: (support ?? undefined) as FavoritesSearch['support'] }),
          )}
          {choice(messages.risk.column, optionsOf(messages.risk.choices), riskOf(search), (risk) =>
            onChange({
              vulnerable: risk === 'vulnerable' ? 'true' : undefined,
              exploited: risk === 'exploited' ? 'true' : undefined,
            }),
          )}
          <TagField value={search.tag} onChange={(tag) => onChange({ tag })} />
        </div>
        <NativeSelect
          className={classes.select}
          aria-label={words.order}
          data={optionsOf(words.orders)}
          // The headings of columns can turn an order round.
          value={Object.keys(words.orders).find((one) => one.endsWith(sort.replace('-', ''))) ?? 'software'}
          onChange={(event) => onSort(event.currentTarget.value)}
        />
        {Object.values(filters).some((value) => value !== undefined) && (
          <Button variant="subtle" size="compact-sm" onClick={onClear}>
            {messages.favorites.clearFilter}
          </Button>
        )}
      </div>
      {beside}
    </div>
  );
}

/** Publishers by a part of their name; one that is chosen, or typed whole, is the filter. */
function PublisherField({ value, onChange }: { value: string; onChange: (name: string | undefined) => void }) {
  const list = useId();
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
        className={classes.select}
        aria-label={words.publisher}
        placeholder={words.publisher}
        list={list}
        value={text}
        maxLength={255}
        onChange={(event) => change(event.currentTarget.value)}
      />
      <datalist id={list}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}
