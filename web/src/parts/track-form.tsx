import { Autocomplete, Button, Group, Select, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { api } from '../api/client';
import { useAwaySince } from '../api/connection';
import type { FavoriteResponse } from '../api/generated';
import { SHORTEST_SEARCH, useSoftwareSearch, useVersionLabels } from '../api/software';
import { messages } from '../messages';
import classes from './parts.module.css';
import { Name, visibleText } from './name';
import { ProblemNote, QueryNote } from './problem-note';
import { exactDate } from './relative-time';
import { say } from './say';

const words = messages.software.track;

export interface Product {
  id: string;
  name: string;
}

/** The content of the dialog in which somebody tracks a product, which is loaded when it opens. */
export default function TrackForm({
  given,
  onClose,
  onTracked,
}: {
  given: Product | undefined;
  onClose(): void;
  onTracked: ((favorite: FavoriteResponse) => void) | undefined;
}) {
  const [chosen, setChosen] = useState<Product | undefined>();
  const [version, setVersion] = useState('');
  const versionField = useRef<HTMLInputElement>(null);
  const isAway = useAwaySince() !== null;
  const client = useQueryClient();
  const software = given ?? chosen;
  const track = useMutation({
    mutationFn: (product: Product) => api.createFavorite({ software: product.id, version: version.trim() }),
    onSuccess: ({ data }, product) => {
      for (const resource of ['favorites', 'summary', 'software'])
        void client.invalidateQueries({ queryKey: [resource] });
      say(words.done(visibleText(product.name)));
      onClose();
      onTracked?.(data);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (software && version.trim()) track.mutate(software);
  };
  const choose = (product: Product | undefined) => {
    setChosen(product);
    setVersion('');
    track.reset();
    if (product) requestAnimationFrame(() => versionField.current?.focus());
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        {!given && <ProductField chosen={chosen} onChoose={choose} />}
        <VersionField ref={versionField} software={software?.id} value={version} onChange={setVersion} />
        {track.error && <ProblemNote error={track.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {messages.common.cancel}
          </Button>
          <Button type="submit" loading={track.isPending} disabled={!software || !version.trim() || isAway}>
            {words.submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Finds a product by its name. */
export function ProductField({
  chosen,
  onChoose,
  mayBeTracked = false,
  given = '',
}: {
  chosen: Product | undefined;
  onChoose(one: Product | undefined): void;
  /** Whether a favorite may be chosen, too. */
  mayBeTracked?: boolean;
  /** What is searched for at first. */
  given?: string;
}) {
  const [text, setText] = useState(given);
  // What was chosen is not searched for again.
  const search = useSoftwareSearch(text === chosen?.name ? '' : text, { per_page: 20 });
  const isTooShort = text.trim().length < SHORTEST_SEARCH;
  const found = isTooShort || text === chosen?.name ? [] : (search.data?.data ?? []);
  const options = chosen && !found.some(({ id }) => id === chosen.id) ? [chosen, ...found] : found;
  const details = new Map(found.map((one) => [one.id, one]));
  const choose = (id: string | null) => onChoose(options.find((one) => one.id === id));
  const nothing = isTooShort ? words.type : search.isFetching ? messages.common.loading : words.nothing(text.trim());
  return (
    <>
      <Select
        autoFocus // when the code of this form arrives after the dialog has opened
        data-autofocus
        label={words.product}
        placeholder={words.placeholder}
        searchable
        clearable
        data={options.map(({ id, name }) => ({
          value: id,
          label: name,
          disabled: !mayBeTracked && (details.get(id)?.is_favorite ?? false),
        }))}
        filter={({ options: all }) => all}
        value={chosen?.id ?? null}
        onChange={choose}
        searchValue={text}
        onSearchChange={setText}
        nothingFoundMessage={search.error ? messages.common.problem.unexpected : nothing}
        maxDropdownHeight={320}
        renderOption={({ option }) => {
          const one = details.get(option.value);
          return (
            <span className={classes.option}>
              <span className={classes.optionName}>
                <Name>{option.label}</Name>
              </span>
              <Text span size="xs" c="dimmed" className={classes.optionName}>
                {one?.is_favorite ? words.isTracked : one?.publisher && <Name>{one.publisher.name}</Name>}
              </Text>
            </span>
          );
        }}
      />
      <QueryNote of={search} />
    </>
  );
}

function VersionField({
  ref,
  software,
  value,
  onChange,
}: {
  ref: React.Ref<HTMLInputElement>;
  software: string | undefined;
  value: string;
  onChange(value: string): void;
}) {
  const versions = useVersionLabels(software, value);
  const known = new Map((versions.data ?? []).map((one) => [one.version, one]));
  const isOwn = value.trim() !== '' && versions.isSuccess && !versions.isFetching && !known.has(value.trim());
  return (
    <Autocomplete
      ref={ref}
      autoFocus // when the code of this form arrives after the dialog has opened
      data-autofocus
      label={words.version}
      description={isOwn ? words.ownVersion : words.versionHint}
      disabled={software === undefined}
      data={[...known.keys()]}
      filter={({ options }) => options}
      maxLength={255}
      spellCheck={false}
      value={value}
      onChange={onChange}
      maxDropdownHeight={240}
      renderOption={({ option }) => (
        <span className={classes.option}>
          <span className={`${classes.optionName} tabular`}>
            <Name>{option.value}</Name>
          </span>
          <Text span size="xs" c="dimmed">
            {known.has(option.value) && exactDate(known.get(option.value)!.created_at)}
          </Text>
        </span>
      )}
    />
  );
}
