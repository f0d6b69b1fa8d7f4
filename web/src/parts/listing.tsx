import type { ReactNode } from 'react';
import { QueryNote } from './problem-note';
import { Rows } from './rows';
import { type MorePages, ShowMore } from './show-more';
import { SlowSkeleton } from './slow-skeleton';

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
