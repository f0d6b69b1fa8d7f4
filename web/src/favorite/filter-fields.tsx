import { Button, CloseButton, NativeSelect, TextInput } from '../parts/ui';
import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { hasTag, isSameTag, withoutTags } from '../api/tag-names';
import { tagNamesQuery } from '../api/tags';
import { messages } from '../messages';
import { Name } from '../parts/name';
import { tagsIn, tagsText } from './address';
import classes from './favorite.module.css';
import type { PanelProps } from './filter-button';

const words = messages.favorites;
const { list } = words;

type Option = { value: string; label: string };
export const STEPS = ['major', 'minor', 'patch', 'other'].map((value) => ({
  value,
  label: messages.common.steps[value]!,
}));

export const Choice = ({
  label,
  data,
  value,
  onChange,
}: {
  label: string;
  data: Option[];
  value: string | undefined;
  /** undefined = any. */
  onChange: (value: string | undefined) => void;
}) => (
  <NativeSelect
    label={label}
    data={[{ value: '', label: list.any }, ...data]}
    value={value ?? ''}
    onChange={(event) => onChange(event.currentTarget.value || undefined)}
  />
);

/** The fields that both lists have, around those of one. */
export function Fields({
  search: { q = '', tag },
  takesFocus,
  onChange,
  onEditTags,
  onClear,
  children,
}: PanelProps & {
  search: { q?: string | undefined; tag?: string | undefined };
  onChange: (change: { q?: string | undefined; tag?: string | undefined }, replace?: boolean) => void;
  /** undefined = nothing is set. */
  onClear: (() => void) | undefined;
  children: ReactNode;
}) {
  return (
    <div className={classes.fields}>
      <NameField value={q} takesFocus={takesFocus} onChange={(text) => onChange({ q: text || undefined }, true)} />
      {children}
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
  const [typed, setTyped] = useState<{ text: string; of: string }>({ text: value, of: value });
  // The address may change by the back button, too.
  const text = typed.of === value ? typed.text : value;
  const tell = useDebouncedCallback((next: string) => {
    setTyped({ text: next, of: next.trim() });
    onChange(next.trim());
  }, 200);
  const change = (next: string) => {
    setTyped({ text: next, of: value });
    tell(next);
  };
  return (
    <TextInput
      ref={input}
      label={words.filter}
      maxLength={255}
      value={text}
      rightSection={text && <CloseButton aria-label={messages.common.clear} onClick={() => change('')} tabIndex={-1} />}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}

export const Box = ({
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
