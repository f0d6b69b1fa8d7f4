import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { noteSilence, onceAnswered } from '../api/connection';
import { NoConnection } from '../api/problem';
import { CodeMissing } from '../parts/later';
import { ProblemNote } from '../parts/problem-note';

const RELOADED = 'reloaded-for-code';

/** In place of a screen that could not be shown. While nothing answers it asks again by itself, as it says. */
export function FailedPage({ error, reset }: { error: unknown; reset: () => void }) {
  const router = useRouter();
  const isCode = error instanceof CodeMissing;
  const tryAgain = () => {
    if (isCode) return void reloadOnceAnswered(true);
    reset();
    void router.invalidate();
  };
  const asksAgain = isCode || error instanceof NoConnection;
  useEffect(() => {
    if (!asksAgain) return;
    noteSilence();
    return onceAnswered(() => (isCode ? void reloadOnceAnswered(false) : tryAgain()));
  });
  return <ProblemNote error={isCode ? new NoConnection() : error} onRetry={tryAgain} />;
}

/**
 * The page is loaded anew, at the address where it was going, as soon as something answers: it may be another build. By itself only once for an
 * address, or a file that stays missing would have it loaded without end.
 */
async function reloadOnceAnswered(isAsked: boolean): Promise<void> {
  const here = window.location.href;
  if (!isAsked && sessionStorage.getItem(RELOADED) === here) return;
  const response = await fetch('/health/live', { cache: 'no-store' }).catch(() => null);
  if (!response?.ok) return;
  sessionStorage.setItem(RELOADED, here);
  window.location.reload();
}
