import { Anchor } from '../parts/ui';
import { Link } from '@tanstack/react-router';
import type { FavoriteRow } from '../api/favorites';
import type { SummaryResponse } from '../api/generated';
import { messages } from '../messages';
import { exactDate, relativeTime } from '../parts/relative-time';
import classes from './favorite.module.css';

const words = messages.favorites.updates;

/** `3 of 14 need attention. Versions as of 21 August; checking now`: once, and not in each row. */
export function UpdatesLine({ summary, rows }: { summary: SummaryResponse | undefined; rows: readonly FavoriteRow[] }) {
  if (!summary || summary.outdated === 0) return null;
  const failing = rows.filter(({ freshness }) => freshness?.state === 'failing').length;
  return (
    <p className={classes.line} role="status">
      {words.attention(summary.matters.today, summary.outdated)} {asOf(summary, rows)}
      {failing > 0 && (
        <>
          {' '}
          <Anchor
            component={Link}
            to="/favorites"
            search={{ freshness: 'failing' } as never}
            inherit
            underline="always"
          >
            {words.fail(failing)}
          </Anchor>
        </>
      )}
    </p>
  );
}

/** The oldest state of what was never checked; else when something was checked last. */
function asOf({ last_check_at: last }: SummaryResponse, rows: readonly FavoriteRow[]): string {
  const days = rows.flatMap(({ freshness }) => (freshness?.checked_at ? [] : (freshness?.catalogued_as_of ?? [])));
  const [oldest] = days.sort();
  if (oldest === undefined) return last ? words.checked(relativeTime(last)) : '';
  const isWaiting = rows.some(({ freshness }) => freshness?.state === 'snapshot');
  // Sources that answer while others wait: these are next.
  const isChecking = isWaiting && rows.some(({ freshness }) => freshness?.state === 'live');
  return words.asOf(exactDate(oldest), isChecking);
}
