import { CloseButton, TextInput } from '../parts/ui';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { messages } from '../messages';
import { Icon } from '../parts/icon';
import classes from './favorite.module.css';

const words = messages.favorites;

/** A part of the name; the address follows 200 ms after the last key. `/` goes to it, Escape back to the list. */
export function FilterField({ value, onChange }: { value: string; onChange: (text: string) => void }) {
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
      data-filter
      className={classes.search}
      placeholder={words.filter}
      aria-label={words.filter}
      maxLength={255}
      value={text}
      leftSection={<Icon name="filter" size={16} />}
      rightSection={
        text && <CloseButton size="sm" aria-label={words.clearFilter} onClick={() => change('')} tabIndex={-1} />
      }
      onChange={(event) => change(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
    />
  );
}
