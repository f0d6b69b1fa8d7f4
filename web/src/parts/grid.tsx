import { useEffect, useRef } from 'react';
import { Frame, type GridProps, GridRow, isPressed } from './grid-frame';
import { later } from './later';
import { usePreferences } from './preferences';

export type { GridProps, GridSelection } from './grid-frame';

const Pages = later(() => import('./pages'), 'Pages');
const LongGrid = later<'LongGrid', GridProps<never>>(() => import('./long-grid'), 'LongGrid');

/** Rows that are in the page at once: of a list that is scrolled as a whole, and of a page, for those who would rather not scroll. */
const ROWS_AT_ONCE = 40;
const ROWS_OF_PAGE = 50;

/** Before a list of so many rows is shown: its code is there the sooner. */
export const expectRows = (total: number) => void (total > ROWS_AT_ONCE && LongGrid.preload());

/**
 * A list, also of many thousands of rows. A grid of rows for readers of screens, with one row in the order of focus. With the preference for pages,
 * fifty rows and their numbers.
 */
export function Grid<T>(props: GridProps<T>) {
  const [{ lists }] = usePreferences();
  const own = useRef(false);
  const all = { takesFocus: own, ...props };
  if (lists === 'pages') return <PagedGrid {...all} />;
  if (props.total <= ROWS_AT_ONCE) return <PagedGrid {...all} rows={ROWS_AT_ONCE} />;
  // The rows of the window do not wait for the code of the others.
  const beginning = <PagedGrid {...all} total={ROWS_AT_ONCE} rows={ROWS_AT_ONCE} />;
  return <LongGrid {...(all as unknown as GridProps<never>)} fallback={beginning} />;
}

function PagedGrid<T>(props: GridProps<T> & { rows?: number }) {
  const { total, at, idOf, show, active, onActive, rows = ROWS_OF_PAGE } = props;
  const page = Math.floor(active / rows);
  const first = page * rows;
  const count = Math.max(0, Math.min(rows, total - first));
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => show(first, first + Math.max(0, count - 1)), [show, first, count]);
  const moved = useRef(active);
  useEffect(() => {
    if (moved.current === active) return;
    moved.current = active;
    if (isPressed(list.current)) return;
    list.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  const keyOf = (index: number) => {
    const row = at(index);
    return row === undefined ? index : idOf(row);
  };
  return (
    <>
      <Frame {...props}>
        <div ref={list} role="rowgroup">
          {Array.from({ length: count }, (_, index) => (
            <GridRow key={keyOf(first + index)} {...props} index={first + index} />
          ))}
        </div>
      </Frame>
      {total > rows && (
        <Pages value={page + 1} total={Math.ceil(total / rows)} onChange={(next) => onActive((next - 1) * rows)} />
      )}
    </>
  );
}
