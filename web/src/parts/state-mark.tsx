import { VisuallyHidden } from './ui';
import type { ReactNode } from 'react';
import classes from './state-mark.module.css';

/** How something fares: a sign of its own shape, its colour and a word, so that no one of the three is needed. */
export type Fare = 'good' | 'late' | 'waiting' | 'bad' | 'off';

const SIGNS: Record<Fare, ReactNode> = {
  good: (
    <path
      d="M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13m3.1 4.9-3.8 4.2-2.2-2.2 1-1 1.2 1.2 2.8-3.2z"
      fillRule="evenodd"
    />
  ),
  late: (
    <path d="M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13m-.7 3h1.4v3.3l2.4 1.4-.7 1.2-3.1-1.8z" fillRule="evenodd" />
  ),
  waiting: (
    <path
      d="M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13m0 1.6a4.9 4.9 0 1 1 0 9.8 4.9 4.9 0 0 1 0-9.8M8 4.2V8h3.8A3.8 3.8 0 0 0 8 4.2"
      fillRule="evenodd"
    />
  ),
  bad: <path d="M8 1.4 15.3 14H.7zm-.8 4.2v4.2h1.6V5.6zm0 5.3v1.6h1.6v-1.6z" fillRule="evenodd" />,
  off: (
    <path
      d="M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13m0 1.6a4.9 4.9 0 1 1 0 9.8 4.9 4.9 0 0 1 0-9.8M5 7.2h6v1.6H5z"
      fillRule="evenodd"
    />
  ),
};

/** @param isQuiet the sign alone is shown; readers of screens hear the word */
export function StateMark({ fare, children, isQuiet = false }: { fare: Fare; children: ReactNode; isQuiet?: boolean }) {
  return (
    <span className={classes.mark} data-fare={fare}>
      <svg width={16} height={16} viewBox="0 0 16 16" fill="currentColor" aria-hidden="true">
        {SIGNS[fare]}
      </svg>
      {isQuiet ? <VisuallyHidden>{children}</VisuallyHidden> : <span>{children}</span>}
    </span>
  );
}
