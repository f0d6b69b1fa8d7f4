import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import classes from './grid.module.css';
import { Frame, type GridProps, GridRow, isPressed } from './grid-frame';

/** Only rows that are seen are in the page, and the scrollbar is as long as the whole. */
export function LongGrid<T>(props: GridProps<T>) {
  const { total, show, active, at, idOf } = props;
  const list = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  // As long as it is the same function, what was measured of thousands of rows is not gone through again.
  const keyOf = useCallback(
    (index: number) => {
      const row = at(index);
      return row === undefined ? `row ${index}` : idOf(row);
    },
    [at, idOf],
  );

  const virtualizer = useWindowVirtualizer({
    count: total,
    estimateSize: () => (window.innerWidth < 768 ? 96 : 52),
    overscan: 12,
    scrollMargin: top,
    getItemKey: keyOf,
  });
  const { isScrolling } = virtualizer;
  // What is above the list may grow and shrink; not in each frame of scrolling.
  useLayoutEffect(() => {
    const measured = (list.current?.getBoundingClientRect().top ?? 0) + window.scrollY;
    if (Math.abs(measured - top) > 1) setTop(measured);
  }, [props, top, isScrolling]);
  const items = virtualizer.getVirtualItems();
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0];
  useEffect(() => show(first, last), [show, first, last]);
  const moved = useRef(active);
  useEffect(() => {
    if (moved.current === active) return;
    moved.current = active;
    if (!isPressed(list.current)) virtualizer.scrollToIndex(active, { align: 'auto' });
  }, [active, virtualizer]);
  return (
    <Frame {...props}>
      <div ref={list} role="rowgroup" className={classes.rows} style={{ height: virtualizer.getTotalSize() }}>
        {items.map((item) => (
          <div
            key={item.key}
            ref={virtualizer.measureElement}
            data-index={item.index}
            role="presentation"
            className={classes.place}
            style={{ transform: `translateY(${item.start - virtualizer.options.scrollMargin}px)` }}
          >
            <GridRow {...props} index={item.index} />
          </div>
        ))}
      </div>
    </Frame>
  );
}
