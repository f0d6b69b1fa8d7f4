import { useDebouncedCallback } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import classes from './listing.module.css';
import { QueryNote } from './problem-note';
import { Rows } from './rows';
import { useShortcuts } from './shortcuts';
import { type MorePages, ShowMore } from './show-more';
import { SlowSkeleton } from './slow-skeleton';
import { TextInput } from './ui';

interface Read<One> extends Partial<MorePages> {
  data: readonly One[] | { pages: readonly { data: readonly One[] }[] } | undefined;
  error: unknown;
  isPending: boolean;
  refetch(): unknown;
}

/** What was read so far, page by page or at once; undefined = nothing yet. */
export const rowsOf = <One,>({ data }: Pick<Read<One>, 'data'>): readonly One[] | undefined =>
  data && 'pages' in data ? data.pages.flatMap((page) => page.data) : data;

/** What the service lists, as rows: why they are not there, what they will be like, that there are none, or they and the way to more. */
export function Listing<One>({
  of,
  label,
  columns,
  bars = 4,
  empty,
  children,
}: {
  of: Read<One>;
  label: string;
  columns: string;
  /** Rows that are expected. */
  bars?: number;
  empty?: ReactNode;
  children(row: One): ReactNode;
}) {
  const rows = rowsOf(of);
  return (
    <>
      <QueryNote of={of} />
      {of.isPending && !of.error && <SlowSkeleton rows={bars} height={60} />}
      {rows?.length === 0 && empty}
      {rows && rows.length > 0 && (
        <Rows label={label} columns={columns}>
          {rows.map(children)}
        </Rows>
      )}
      {of.hasNextPage && <ShowMore list={of as MorePages} />}
    </>
  );
}

/** Changes what of a list is shown, which is in the address; '' takes a part of it away. */
export function useFilter() {
  const navigate = useNavigate();
  return (part: Record<string, string>) =>
    void navigate({ to: '.', search: ((before: object) => ({ ...before, ...part })) as never, replace: true });
}

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
