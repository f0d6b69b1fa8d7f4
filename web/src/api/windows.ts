import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';

/** Rows of one request, which is also the most that the API gives. */
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
  /** Says which rows are seen: their windows are read. */
  show(first: number, last: number): void;
  error: unknown;
  /** No row is known, and none can be shown. */
  isLoading: boolean;
  refetch(): void;
}

/**
 * A long list that is read in windows of 200 rows by page number, never as a whole. Windows that were read stay for some minutes.
 * @param key begins with the resource; has everything that `read` depends on
 */
export function useWindows<T>(
  key: readonly unknown[],
  read: (page: number, signal: AbortSignal) => Promise<WindowPage<T>>,
): Windows<T> {
  const client = useQueryClient();
  const [seen, setSeen] = useState<readonly [number, number]>([1, 1]);
  const pages = Array.from({ length: seen[1] - seen[0] + 1 }, (_, index) => seen[0] + index);
  const results = useQueries({
    queries: pages.map((page) => ({
      queryKey: [...key, page],
      queryFn: ({ signal }: { signal: AbortSignal }) => read(page, signal),
    })),
  });
  const known = (page: number) => client.getQueryData<WindowPage<T>>([...key, page]);
  const total = results.find(({ data }) => data !== undefined)?.data?.meta.total ?? known(1)?.meta.total;
  const show = useCallback((first: number, last: number) => {
    const next = [Math.floor(first / WINDOW) + 1, Math.max(1, Math.floor(last / WINDOW) + 1)] as const;
    setSeen((before) => (before[0] === next[0] && before[1] === next[1] ? before : next));
  }, []);
  return {
    total,
    at: (index) => known(Math.floor(index / WINDOW) + 1)?.data[index % WINDOW],
    show,
    error: results.find(({ error }) => error !== null)?.error ?? null,
    isLoading: total === undefined && results.some(({ isPending }) => isPending),
    refetch: () => void client.invalidateQueries({ queryKey: [...key] }),
  };
}
