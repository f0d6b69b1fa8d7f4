import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { PAGE } from './favorite-lists';

export { PAGE };
/** Rows of a request for what is no page of a list: the most that the API gives. */
export const WINDOW = 200;

export interface WindowPage<T> {
  data: T[];
  meta: { total?: number };
}

export interface Windows<T> {
  /** How many rows there are; undefined = not known yet. */
  total: number | undefined;
  /** The row at an index; undefined = not read yet. */
  at(index: number): T | undefined;
  /** Says which row is the first that is seen: its page is read. */
  show(first: number): void;
  error: unknown;
  /** No row is known, and none can be shown. */
  isLoading: boolean;
  /** What is shown is of the key before, since this one's rows have not arrived. */
  isBefore: boolean;
  refetch(): void;
}

/**
 * A long list of which a page is read, never the whole. Pages that were read stay for some minutes; the rows of the key before are shown until those of
 * the new one have arrived.
 * @param key begins with the resource; has everything that `read` depends on
 * @param still rows are read again only when somebody asks for it: they do not move while a person looks at them
 */
export function useWindows<T>(
  key: readonly unknown[],
  read: (page: number, signal: AbortSignal) => Promise<WindowPage<T>>,
  { still = false } = {},
): Windows<T> {
  const client = useQueryClient();
  const name = JSON.stringify(key);
  const [seen, setSeen] = useState({ name, page: 1 });
  // Another list begins at its first page.
  const page = seen.name === name ? seen.page : 1;
  const result = useQuery({
    queryKey: [...key, page],
    queryFn: ({ signal }) => read(page, signal),
    ...(still ? { staleTime: Infinity, refetchOnWindowFocus: false } : {}),
  });
  const held = (of: readonly unknown[], no: number) => client.getQueryData<WindowPage<T>>([...of, no]);
  const own = result.data?.meta.total ?? held(key, 1)?.meta.total;
  const [last, setLast] = useState<{ name: string; key: readonly unknown[]; total: number } | null>(null);
  if (own !== undefined && (last?.name !== name || last.total !== own)) setLast({ name, key, total: own });
  const isBefore = own === undefined && last !== null && result.error === null;
  const shown = isBefore ? last.key : key;
  const show = useCallback(
    (first: number) => {
      const next = Math.floor(first / PAGE) + 1;
      setSeen((before) => (before.name === name && before.page === next ? before : { name, page: next }));
    },
    [name],
  );
  const refetch = useCallback(
    () => void client.invalidateQueries({ queryKey: JSON.parse(name) as unknown[] }),
    [client, name],
  );
  return {
    total: isBefore ? last.total : own,
    at: (index) => held(shown, Math.floor(index / PAGE) + 1)?.data[index % PAGE],
    show,
    error: result.error,
    isLoading: own === undefined && !isBefore && result.isPending,
    isBefore,
    refetch,
  };
}

/** The rows of the first window, as far as they are read. */
export function rowsOf<T>({ at, total = 0 }: Windows<T>): T[] {
  const rows = Array.from({ length: Math.min(total, PAGE) }, (_, index) => at(index));
  return rows.filter((row) => row !== undefined);
}
