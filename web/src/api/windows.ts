import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { WINDOW } from './favorite-lists';

export { WINDOW };

export interface WindowPage<T> {
  data: T[];
  meta: { total?: number };
}

export interface Windows<T> {
  /** How many rows there are; undefined = not known yet. */
  total: number | undefined;
  /** The row at an index; undefined = not read yet. */
  at(index: number): T | undefined;
  /** Says which rows are seen: their windows are read. */
  show(first: number, last: number): void;
  error: unknown;
  /** No row is known, and none can be shown. */
  isLoading: boolean;
  /** What is shown is of the key before, since this one's rows have not arrived. */
  isBefore: boolean;
  refetch(): void;
}

/**
 * A long list that is read in windows of 200 rows by page number, never as a whole. Windows that were read stay for some minutes; those of
 * the key before are shown until the first of the new one has arrived.
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
  const [seen, setSeen] = useState<{ name: string; pages: readonly [number, number] }>({ name, pages: [1, 1] });
  // Another list begins at its first window.
  const [from, to] = seen.name === name ? seen.pages : [1, 1];
  const pages = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  const results = useQueries({
    queries: pages.map((page) => ({
      queryKey: [...key, page],
      queryFn: ({ signal }: { signal: AbortSignal }) => read(page, signal),
      ...(still ? { staleTime: Infinity, refetchOnWindowFocus: false } : {}),
    })),
  });
  const pageOf = (of: readonly unknown[], page: number) => client.getQueryData<WindowPage<T>>([...of, page]);
  // A key is turned into text each time that it is looked up: once for a window, not once for each of its rows.
  const held = new Map<number, WindowPage<T> | undefined>();
  const heldPage = (page: number) => {
    if (!held.has(page)) held.set(page, pageOf(shown, page));
    return held.get(page);
  };
  const own = results.find(({ data }) => data !== undefined)?.data?.meta.total ?? pageOf(key, 1)?.meta.total;
  const [last, setLast] = useState<{ name: string; key: readonly unknown[]; total: number } | null>(null);
  if (own !== undefined && (last?.name !== name || last.total !== own)) setLast({ name, key, total: own });
  const isBefore = own === undefined && last !== null && results.every(({ error }) => error === null);
  const shown = isBefore ? last.key : key;
  const total = isBefore ? last.total : own;

  const show = useCallback(
    (first: number, until: number) => {
      const next = [Math.floor(first / WINDOW) + 1, Math.max(1, Math.floor(until / WINDOW) + 1)] as const;
      setSeen((before) =>
        before.name === name && before.pages[0] === next[0] && before.pages[1] === next[1]
          ? before
          : { name, pages: next },
      );
    },
    [name],
  );
  const refetch = useCallback(
    () => void client.invalidateQueries({ queryKey: JSON.parse(name) as unknown[] }),
    [client, name],
  );
  return {
    total,
    at: (index) => heldPage(Math.floor(index / WINDOW) + 1)?.data[index % WINDOW],
    show,
    error: results.find(({ error }) => error !== null)?.error ?? null,
    isLoading: total === undefined && results.some(({ isPending }) => isPending),
    isBefore,
    refetch,
  };
}
