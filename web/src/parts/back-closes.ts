import { useEffect, useEffectEvent } from 'react';

/** Where there is a button or a gesture that goes back, people close with it what lies over a screen. */
const TOUCHED = '(max-width: 47.99em), (pointer: coarse)';

/** What is open, the last one on top. Each has an entry of the history with its number, which going back takes away. */
const open: { no: number; close(): void }[] = [];
let isOwnStep = false;

const noHere = () => (window.history.state as { over?: number } | null)?.over ?? 0;

/** Not the router's own `pushState`: for it nothing happens. */
const push = (no: number) =>
  History.prototype.pushState.call(window.history, { ...window.history.state, over: no }, '');

function enter(close: () => void): number {
  const no = Math.max(Date.now(), (open.at(-1)?.no ?? 0) + 1);
  open.push({ no, close });
  push(no);
  return no;
}

/** After what else happens at the same time, such as going to another screen, which leaves the entry below its own. */
function leave(no: number): void {
  const at = open.findIndex((one) => one.no === no);
  if (at >= 0) open.splice(at, 1);
  setTimeout(() => {
    if (noHere() === no) stepBack();
  });
}

function stepBack(): void {
  isOwnStep = true;
  window.history.back();
}

function onPop(event: PopStateEvent): void {
  const here = noHere();
  const above = open.filter(({ no }) => no > here);
  const isOwn = isOwnStep;
  isOwnStep = false;
  if (isOwn || above.length > 0) event.stopImmediatePropagation();
  // What was opened while the step was under way has lost its entry by it.
  if (isOwn && above.length > 0) return above.forEach(({ no }) => push(no));
  for (const { close } of above.reverse()) close();
  if (here === 0 || open.some(({ no }) => no === here)) return;
  // The entry of something that is closed already.
  event.stopImmediatePropagation();
  if (isOwn || above.length > 0) stepBack();
  else window.history.back();
}

// Before the router hears of it.
window.addEventListener('popstate', onPop, { capture: true });

/** On a phone, going back closes what is open instead of leaving the screen. */
export function useBackCloses(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!isOpen || !window.matchMedia(TOUCHED).matches) return undefined;
    const no = enter(() => close());
    return () => leave(no);
  }, [isOpen]);
}
