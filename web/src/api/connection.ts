import { followed } from './followed';

/** Milliseconds until somebody is asked whether the service answers again; doubled each time. */
const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 15_000;
/** Whoever answers that, whatever the answer is, is there. */
const ASKED = '/api/v1/summary';
/** What a proxy says when nothing is behind it. */
export const NOBODY_THERE = [502, 504];

/** Since when nothing answers; null = the last request was answered. */
const awaySince = followed<Date | null>(null);
let lastAnswer = new Date();
let pause = FIRST_PAUSE;
let timer: ReturnType<typeof setTimeout> | undefined;

export function noteAnswer(): void {
  lastAnswer = new Date();
  if (awaySince.get() === null) return;
  clearTimeout(timer);
  pause = FIRST_PAUSE;
  awaySince.set(null);
}

export function noteSilence(): void {
  if (awaySince.get() !== null) return;
  askLater();
  awaySince.set(lastAnswer);
}

/** What is shown was kept since then: nothing answers, or not in time. */
export function noteKept(since: Date): void {
  askLater();
  awaySince.set(since);
}

/** While nothing answers this alone asks: all that is shown waits for `onceAnswered`. */
function askLater(): void {
  clearTimeout(timer);
  timer = setTimeout(() => void ask(), pause * (0.75 + Math.random() / 2));
  pause = Math.min(LONGEST_PAUSE, pause * 2);
}

async function ask(): Promise<void> {
  if (awaySince.get() === null) return;
  const answer =
    document.visibilityState === 'visible' && (await fetch(ASKED, { cache: 'no-store' }).catch(() => null));
  if (!answer || NOBODY_THERE.includes(answer.status)) askLater();
  else noteAnswer();
}

/** Somebody looks, or there is a network again. */
function askNow(): void {
  if (awaySince.get() === null) return;
  pause = FIRST_PAUSE;
  void ask();
}

window.addEventListener('online', askNow);
document.addEventListener('visibilitychange', askNow);

/** Runs each time that something answers again. */
export function whenAnswered(then: () => void): () => void {
  let wasAway = awaySince.get() !== null;
  return awaySince.subscribe(() => {
    const isBack = wasAway && awaySince.get() === null;
    wasAway = awaySince.get() !== null;
    if (isBack) then();
  });
}

/** Runs once, when something answers again. @returns gives it up */
export function onceAnswered(then: () => void): () => void {
  const stop = whenAnswered(() => {
    stop();
    then();
  });
  return stop;
}

export const isAway = () => awaySince.get() !== null;

/** When the service answered last, while it does not answer; otherwise null. Writes are disabled meanwhile. */
export const useAwaySince = awaySince.use;
