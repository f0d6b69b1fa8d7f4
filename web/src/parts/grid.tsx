import {
  type FocusEvent,
  type KeyboardEvent,
  memo,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import { PAGE } from '../api/favorite-lists';
import { messages } from '../messages';
import classes from './grid.module.css';
import { Pagination, VisuallyHidden } from './ui';

/** Rows that no window is high enough for. */
const FIRST = 20;

interface GridSelection<T> {
  has(id: string): boolean;
  toggle(row: T): void;
}

export interface GridProps<T> {
  /** What the rows are, for readers of screens. */
  label: string;
  total: number;
  /** undefined = not read yet. */
  at(index: number): T | undefined;
  /** Which row is the first to be seen. */
  show?(first: number): void;
  idOf(row: T): string;
  /** The row's name, for its checkbox. */
  nameOf(row: T): string;
  /** The cells of a row: elements with the role `gridcell`. */
  cells(row: T, index: number): ReactNode;
  /** Cells of the heading, with the role `columnheader`; not shown on narrow screens. */
  head?: ReactNode;
  /** The group of a row: where it differs from that of the row above, its heading is shown, or that there is none. */
  groupOf?(row: T): { key: string; heading?: ReactNode } | undefined;
  selection?: GridSelection<T>;
  /** The row that keys act on. */
  active: number;
  onActive(index: number): void;
  /** Whether the active row takes the focus: it does once the focus is in the list. A screen whose keys move the active row says so here. */
  takesFocus?: RefObject<boolean>;
  onOpen?(row: T): void;
  /** `grid-template-columns` of the cells on wide screens. */
  columns: string;
}

/**
 * A list, also of many thousands of rows: a page of it, and their numbers. A grid of rows for readers of screens, with one row in the order of focus.
 * The browser draws only the rows that are seen (`content-visibility`).
 */
export function Grid<T>(props: GridProps<T>) {
  const own = useRef(false);
  const { takesFocus = own, label, total, at, idOf, show, active, onActive, head, selection, columns } = props;
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
  useEffect(() => show?.(first), [show, first]);
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
  // A row that leaves the list takes the focus with it, without this event: the next one gets it.
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) takesFocus.current = false;
  };
  return (
    <>
      <div
        role="grid"
        onFocus={() => (takesFocus.current = true)}
        onBlur={onBlur}
        aria-label={label}
        aria-rowcount={total + (head ? 1 : 0)}
        aria-multiselectable={selection ? true : undefined}
        className={`${classes.grid} surface`}
        data-selectable={selection ? true : undefined}
        style={{ '--grid-columns': columns } as React.CSSProperties}
      >
        {head && (
          <div role="rowgroup" className={classes.head}>
            <div role="row" aria-rowindex={1} className={classes.cells}>
              {selection && (
                <div role="columnheader" className={classes.box}>
                  <VisuallyHidden>{messages.common.selected}</VisuallyHidden>
                </div>
              )}
              {head}
            </div>
          </div>
        )}
        <div ref={list} role="rowgroup">
          {Array.from({ length: rendered }, (_, index) => (
            <GridRow key={keyOf(first + index)} {...props} takesFocus={takesFocus} index={first + index} />
          ))}
        </div>
      </div>
      {total > PAGE && (
        <Pagination value={page + 1} total={Math.ceil(total / PAGE)} onChange={(next) => onActive((next - 1) * PAGE)} />
      )}
    </>
  );
}

/** Whether the active row became so by a press on it: it must not move away under the finger, or the click misses. */
function isPressed(list: HTMLElement | null): boolean {
  const focused = document.activeElement;
  if (!focused || focused.matches(':focus-visible')) return false;
  return list?.querySelector('[data-active]')?.contains(focused) === true;
}

/** Once the rest of a page comes, what is there already is not rendered again. */
const GridRow = memo(GridRowOfAny) as typeof GridRowOfAny;

function GridRowOfAny<T>(props: GridProps<T> & { index: number }) {
  const { index, at, idOf, nameOf, cells, groupOf, selection, active, onActive, onOpen, head, takesFocus } = props;
  const element = useRef<HTMLDivElement>(null);
  const row = at(index);
  const isActive = index === active;
  const isRead = row !== undefined;
  // Focus follows the active row, but only if it is in the list already: loading must not take it from elsewhere.
  useEffect(() => {
    if (isActive && isRead && takesFocus?.current && !element.current?.contains(document.activeElement))
      element.current?.focus({ preventScroll: true });
  }, [isActive, isRead, takesFocus]);
  if (row === undefined) return <div role="row" aria-rowindex={index + 1} aria-busy="true" className="ghost-row" />;
  const id = idOf(row);
  const group = groupOf?.(row);
  const above = index > 0 ? at(index - 1) : undefined;
  const startsGroup = group !== undefined && (above === undefined ? index === 0 : groupOf?.(above)?.key !== group.key);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target === event.currentTarget && event.key === 'Enter' && onOpen) onOpen(row);
  };
  return (
    <>
      {startsGroup && group.heading && (
        <div role="row" className={classes.group}>
          <div role="gridcell">{group.heading}</div>
        </div>
      )}
      <div
        ref={element}
        role="row"
        aria-rowindex={index + (head ? 2 : 1)}
        aria-selected={selection?.has(id)}
        data-active={isActive || undefined}
        data-apart={(startsGroup && !group.heading && index > 0) || undefined}
        data-id={id}
        tabIndex={isActive ? 0 : -1}
        className={`${classes.row} ${classes.cells}`}
        onFocus={() => !isActive && onActive(index)}
        onKeyDown={onKeyDown}
      >
        {selection && (
          <div role="gridcell" className={classes.box}>
            <input
              type="checkbox"
              className={classes.check}
              tabIndex={isActive ? 0 : -1}
              aria-label={messages.common.select(nameOf(row))}
              checked={selection.has(id)}
              onChange={() => selection.toggle(row)}
            />
          </div>
        )}
        {cells(row, index)}
      </div>
    </>
  );
}
