/** Pixels from which a movement is meant to be one, and how much more to the side than up or down. */
const BEGIN = 12;
const SLOPE = 1.5;
/** How far it has to go, as a part of the width of the row. */
const ENOUGH = 0.3;

export interface Swipe {
  /** What it does to a row, in a word; null = nothing. */
  nameOf(id: string, side: 'left' | 'right'): string | null;
  run(id: string, side: 'left' | 'right', row: HTMLElement): void;
}

/**
 * Swipes of a finger on rows that have `data-id`. The browser scrolls what moves up or down and ends the pointer by itself, since rows have
 * `touch-action: pan-y`. Keys and the menu of a row do the same.
 * @returns ends it
 */
export function swipeRows(list: HTMLElement, swipe: Swipe): () => void {
  const end = new AbortController();
  let current: { row: HTMLElement; id: string; pointer: number; x: number; y: number; by: number } | null = null;

  const release = () => {
    if (!current) return;
    const { row } = current;
    current = null;
    for (const name of ['data-swipe', 'data-swipe-does', 'data-swipe-ready']) row.removeAttribute(name);
    row.style.removeProperty('--swipe');
  };
  const sideOf = (by: number) => (by > 0 ? 'right' : 'left');
  const isEnough = ({ row, by }: NonNullable<typeof current>) => Math.abs(by) >= row.offsetWidth * ENOUGH;

  const onDown = (event: PointerEvent) => {
    // A second finger means something else.
    if (current || !event.isPrimary) return release();
    if (event.pointerType !== 'touch' || !(event.target instanceof Element)) return;
    const row = event.target.closest<HTMLElement>('[role=row][data-id]');
    const isText = document.getSelection()?.isCollapsed === false;
    if (!row || isText || event.target.closest('button, input')) return;
    current = { row, id: row.dataset.id!, pointer: event.pointerId, x: event.clientX, y: event.clientY, by: 0 };
  };
  const onMove = (event: PointerEvent) => {
    if (!current || event.pointerId !== current.pointer) return;
    const [x, y] = [event.clientX - current.x, event.clientY - current.y];
    if (current.by === 0) {
      if (Math.max(Math.abs(x), Math.abs(y)) < BEGIN) return;
      if (Math.abs(x) < SLOPE * Math.abs(y)) return release();
    }
    const does = swipe.nameOf(current.id, sideOf(x));
    if (does === null) return release();
    current.by = x || 1;
    const { row } = current;
    row.dataset.swipe = sideOf(x);
    row.dataset.swipeDoes = does;
    row.toggleAttribute('data-swipe-ready', isEnough(current));
    row.style.setProperty('--swipe', `${x}px`);
  };
  const onUp = (event: PointerEvent) => {
    if (!current || event.pointerId !== current.pointer) return;
    const { row, id, by } = current;
    const isMeant = by !== 0 && isEnough(current);
    release();
    // It may click itself.
    if (isMeant) swipe.run(id, sideOf(by), row);
    if (by !== 0) suppressClick(list);
  };
  const { signal } = end;
  list.addEventListener('pointerdown', onDown, { signal });
  document.addEventListener('pointermove', onMove, { signal });
  document.addEventListener('pointerup', onUp, { signal });
  document.addEventListener('pointercancel', release, { signal });
  return () => {
    release();
    end.abort();
  };
}

/** The finger was on a link, which was not meant: a click that comes does so in the same turn. */
function suppressClick(list: HTMLElement): void {
  const prevent = (event: MouseEvent) => {
    event.preventDefault();
    event.stopPropagation();
  };
  list.addEventListener('click', prevent, { capture: true });
  setTimeout(() => list.removeEventListener('click', prevent, { capture: true }));
}
