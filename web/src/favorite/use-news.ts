import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type FavoriteFilter, readFavorites } from '../api/favorites';
import { summaryQuery } from '../api/queries';
import type { Windows } from '../api/windows';
import { ownOperations } from '../parts/actions';

export interface News {
  /** Rows that wait to be shown; 0 = there are fewer by now. */
  count: number;
  show(): void;
}

/**
 * Notices that the list which a person looks at is no longer what the service has: the revision of the summary, asked every 30 seconds,
 * is another one. Rows that came meanwhile wait until the person wants to see them.
 */
export function useNews(filter: FavoriteFilter, { total, isBefore, refetch }: Windows<unknown>): News | null {
  const client = useQueryClient();
  const { data: summary } = useQuery(summaryQuery);
  const [seen, setSeen] = useState<{ revision: string; own: number } | null>(null);
  const revision = summary && String(summary.revision);
  const isRead = total !== undefined && !isBefore;
  const isOther = isRead && revision !== undefined && seen !== null && seen.revision !== revision;
  const { data: count } = useQuery({
    queryKey: ['summary', 'count', filter, revision],
    queryFn: ({ signal }) =>
      readFavorites(filter, { page: 1, per_page: 1 }, signal).then(({ meta }) => meta.total ?? 0),
    enabled: isOther,
  });
  useEffect(() => {
    if (!isRead || revision === undefined) return;
    if (seen === null) return setSeen({ revision, own: ownOperations() });
    if (!isOther || count !== total) return;
    // As many as before: it was done here, or rows that are in the list have another version on offer.
    if (ownOperations() === seen.own) refetch();
    setSeen({ revision, own: ownOperations() });
  }, [isRead, isOther, revision, seen, count, total, refetch]);
  if (!isOther || count === undefined || count === total) return null;
  const show = () => {
    setSeen({ revision, own: ownOperations() });
    void client.invalidateQueries({ queryKey: ['favorites'] });
  };
  return { count: Math.max(0, count - total), show };
}
