import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { FavoriteRow } from '../api/favorites';
import type { SummaryResponse } from '../api/generated';
import { messages } from '../messages';
import { exactDate, relativeTime } from '../parts/relative-time';
import classes from './favorite.module.css';

const words = messages.favorites.versions;

/** How many there are, and `Versions as of 21 August; checking now`: once, and not in each row. */
export function VersionsLine({
  summary,
  rows,
  children,
}: {
  summary: SummaryResponse | undefined;
  rows: readonly FavoriteRow[];
  children: ReactNode;
}) {
  const failing = rows.filter(({ freshness }) => freshness?.state === 'failing').length;
  return (
    <p className={`${classes.line} tabular`} role="status">
      <span>{children}</span> <span>{asOf(summary?.last_check_at, rows)}</span>{' '}
      {failing > 0 && (
        <Link to="/favorites" search={{ freshness: 'failing' } as never}>
          {words.fail(failing)}
        </Link>
      )}
    </p>
  );
}

/** The oldest state of what was never checked; else when something was checked last. */
function asOf(last: string | null | undefined, rows: readonly FavoriteRow[]): string {
  const days = rows.flatMap(({ freshness }) => (freshness?.checked_at ? [] : (freshness?.catalogued_as_of ?? [])));
  const [oldest] = days.sort();
  if (oldest === undefined) return last && rows.length > 0 ? words.checked(relativeTime(last)) : '';
  const is = (state: string) => rows.some(({ freshness }) => freshness?.state === state);
  // Sources that answer while others wait: these are next.
  return words.asOf(exactDate(oldest), is('snapshot') && is('live'));
}
