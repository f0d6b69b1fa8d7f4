import { useEffect, useRef, useState } from 'react';
import { PAGE } from '../api/favorite-lists';
import { Frame, type GridProps, GridRow, isPressed } from './grid-frame';
import { Pagination } from './ui';

export type { GridProps, GridSelection } from './grid-frame';

/** Rows that no window is high enough for. */
const FIRST = 20;

/**
 * A list, also of many thousands of rows: a page of it, and their numbers. A grid of rows for readers of screens, with one row in the order of focus.
 * The browser draws only the rows that are seen (`content-visibility`).
 */
export function Grid<T>(props: GridProps<T>) {
  const own = useRef(false);
  const all = { takesFocus: own, ...props };
  const { total, at, idOf, show, active, onActive } = all;
  const page = Math.floor(active / PAGE);
  const first = page * PAGE;
  const count = Math.max(0, Math.min(PAGE, total - first));
  const list = useRef<HTMLDivElement>(null);
  // What a window shows comes first, the rows below it once that is painted.
  const [isWhole, setWhole] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setWhole(true), 50);
    return () => clearTimeout(timer);
  }, []);
  const rendered = isWhole || active >= FIRST ? count : Math.min(FIRST, count);
  useEffect(() => show(first), [show, first]);
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
      <Frame {...all}>
        <div ref={list} role="rowgroup">
          {Array.from({ length: rendered }, (_, index) => (
            <GridRow key={keyOf(first + index)} {...all} index={first + index} />
          ))}
        </div>
      </Frame>
      {total > PAGE && (
        <Pagination value={page + 1} total={Math.ceil(total / PAGE)} onChange={(next) => onActive((next - 1) * PAGE)} />
      )}
    </>
  );
}
