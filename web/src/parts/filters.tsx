import { useDebouncedCallback } from '@mantine/hooks';
import { type ReactNode, useEffect, useRef } from 'react';
import classes from './filters.module.css';
import { useShortcuts } from './shortcuts';
import { TextInput } from './ui';

/** What of a list is shown. */
export const Filters = ({ label, children }: { label: string; children: ReactNode }) => (
  <search className={classes.filters} aria-label={label}>
    {children}
  </search>
);

/** A part of a name. The service is asked when somebody stops typing. */
export function TextFilter({
  label,
  value = '',
  onChange,
}: {
  label: string;
  value?: string | undefined;
  onChange(value: string): void;
}) {
  const input = useRef<HTMLInputElement>(null);
  useShortcuts({ '/': () => input.current?.focus() });
  const ask = useDebouncedCallback(onChange, 250);
  // Back, or the filter that was cleared.
  useEffect(() => {
    if (document.activeElement !== input.current) input.current!.value = value;
  }, [value]);
  return (
    <TextInput
      ref={input}
      type="search"
      label={label}
      defaultValue={value}
      maxLength={100}
      onChange={(event) => ask(event.currentTarget.value.trim())}
    />
  );
}
