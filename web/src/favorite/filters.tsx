import { Button, CloseButton, NativeSelect, TextInput } from '../parts/ui';
import { useDebouncedCallback, useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { api } from '../api/client';
import { hasTag, isSameTag, withoutTags } from '../api/tag-names';
import { tagNamesQuery } from '../api/tags';
import { messages } from '../messages';
import { Name } from '../parts/name';
import { type ListSearch, orderShown, tagsIn, tagsText } from './address';
import classes from './favorite.module.css';

const { favorites: words, risk, support, common } = messages;
const { list } = words;

type Choice = [name: string, label: string, options: Record<string, string>];

/** The order first, which is always one of them; of each of the others there may be none. */
const CHOICES: Record<'updates' | 'favorites', [Choice, ...Choice[]]> = {
  updates: [
    ['group', words.updates.group, words.updates.groups],
    ['step', list.step, common.steps],
    ['risk', risk.column, { vulnerable: risk.vulnerable }],
  ],
  favorites: [
    ['sort', list.order, list.orders],
    ['step', list.step, { true: list.outdated, false: list.current, ...common.steps }],
    ['state', list.state, list.states],
    ['freshness', list.source, list.freshness],
    ['known', list.versions, list.known],
    ['support', support.column, support.states],
    ['risk', risk.column, risk.choices],
  ],
};

/** Choices by the names of parameters, but for two that are one choice of two parameters: exploited ones are vulnerable. */
const chosenIn = (search: ListSearch): Record<string, string | undefined> => ({
  ...search,
  sort: orderShown(search.sort ?? 'software'),
  step: search.kind ?? search.update,
  risk: search.exploited ? 'exploited' : search.vulnerable && 'vulnerable',
});

function changeOf(name: string, value: string): ListSearch {
  const is = (...those: string[]) => (those.includes(value) ? value : undefined);
  const pairs: Record<string, Record<string, unknown>> = {
    step: { update: is('true', 'false'), kind: is(...Object.keys(common.steps)) },
    risk: { vulnerable: is('vulnerable') && 'true', exploited: is('exploited') && 'true' },
  };
  return pairs[name] ?? { [name]: value || undefined };
}

export interface FiltersProps {
  of: keyof typeof CHOICES;
  search: ListSearch;
  onChange: (change: ListSearch, replace?: boolean) => void;
  /** undefined = nothing is set. */
  onClear: (() => void) | undefined;
}

/** Which favorites are listed, and how; all of it is in the address. */
export function Filters({
  of,
  search,
  takesFocus,
  onChange,
  onEditTags,
  onClear,
}: FiltersProps & {
  /** It was opened by the key `/`, to type a name. */
  takesFocus: boolean;
  onEditTags: () => void;
}) {
  const { q = '', publisher, sort = 'software', tag } = search;
  const [order, ...choices] = CHOICES[of];
  const chosen = chosenIn(search);
  const choice = ([name, label, options]: Choice, none: Record<string, string> = {}) => (
    <NativeSelect
      key={name}
      label={label}
      data={Object.entries({ ...none, ...options }).map(([value, label]) => ({ value, label }))}
      value={chosen[name] ?? ''}
      onChange={(event) => onChange(changeOf(name, event.currentTarget.value))}
    />
  );
  return (
    <div className={classes.fields}>
      <NameField value={q} takesFocus={takesFocus} onChange={(text) => onChange({ q: text || undefined }, true)} />
      {choice(order)}
      {of === 'favorites' && (
        <>
          <Box
            checked={sort !== orderShown(sort)}
            onChange={() => onChange({ sort: sort.startsWith('-') ? sort.slice(1) : `-${sort}` })}
          >
            {list.reversed}
          </Box>
          <PublisherField
            key={publisher}
            value={publisher ?? ''}
            onChange={(name) => onChange({ publisher: name || undefined })}
          />
        </>
      )}
      {choices.map((one) => choice(one, { '': list.any }))}
      <Tags value={tag} onChange={(next) => onChange({ tag: next })} onEdit={onEditTags} />
      {onClear && (
        <Button variant="default" onClick={onClear}>
          {words.clearFilter}
        </Button>
      )}
    </div>
  );
}

/** A part of the name; the address follows 200 ms after the last key. */
function NameField({
  value,
  takesFocus,
  onChange,
}: {
  value: string;
  takesFocus: boolean;
  onChange: (text: string) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takesFocus) input.current?.focus();
  }, [takesFocus]);
  const [typed, setTyped] = useState({ text: value, of: value });
  const tell = useDebouncedCallback((next: string) => {
    setTyped({ text: next, of: next.trim() });
    onChange(next.trim());
  }, 200);
  const change = (text: string) => {
    setTyped({ text, of: value });
    tell(text);
  };
  // The address may change by the back button, too.
  const text = typed.of === value ? typed.text : value;
  return (
    <TextInput
      ref={input}
      label={words.filter}
      maxLength={255}
      value={text}
      // Not the browser's own: in a field for searches, Escape takes away what was typed before it closes the panel.
      rightSection={text && <CloseButton aria-label={common.clear} onClick={() => change('')} tabIndex={-1} />}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}

/** Publishers by a part of their name. One of the list is chosen at once; what is typed, when the field is left. */
function PublisherField({ value, onChange }: { value: string; onChange: (name: string) => void }) {
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
  return (
    <TextInput
      label={list.publisher}
      data={names}
      value={text}
      maxLength={255}
      onChange={({ currentTarget: { value: next } }) => {
        setText(next);
        if (next === '' || names.includes(next)) onChange(next.trim());
      }}
      onBlur={() => onChange(text.trim())}
    />
  );
}

const Box = ({
  checked,
  onChange,
  children,
}: {
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
}) => (
  <label className={classes.boxed}>
    <input type="checkbox" checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />
    {children}
  </label>
);

/** The tags that a list is filtered by, each of which its favorites have; for those who have any. */
function Tags({
  value,
  onChange,
  onEdit,
}: {
  /** As the address has them. */
  value: string | undefined;
  onChange: (tags: string | undefined) => void;
  onEdit: () => void;
}) {
  const { data: tags = [] } = useQuery(tagNamesQuery);
  // An address may have one in another case, or one that was deleted since.
  const chosen = tagsIn(value).map((one) => tags.find((tag) => isSameTag(tag, one)) ?? one);
  const shown = [...withoutTags(chosen, tags), ...tags];
  if (shown.length === 0) return null;
  return (
    <fieldset className={classes.boxes}>
      <legend>{words.tags}</legend>
      {shown.map((tag) => (
        <Box
          key={tag}
          checked={hasTag(chosen, tag)}
          onChange={(isOn) => onChange(tagsText(isOn ? [...chosen, tag] : withoutTags(chosen, [tag])))}
        >
          <Name>{tag}</Name>
        </Box>
      ))}
      <Button variant="subtle" size="compact-sm" onClick={onEdit}>
        {words.editTags}
      </Button>
    </fieldset>
  );
}
