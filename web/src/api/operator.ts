import { api } from './client';
import { AGAIN_AFTER, answerQuery, pagesQuery } from './queries';

const ROWS = 50;

export const overviewQuery = answerQuery(['operator', 'overview'], (options) => api.getOverview(options), {
  refetchInterval: AGAIN_AFTER * 6,
});

export const knowledgeQuery = answerQuery(['operator', 'knowledge'], (options) => api.listKnowledge(options));

type SourceQuery = NonNullable<Parameters<typeof api.listSources>[0]>;
type AuditQuery = NonNullable<Parameters<typeof api.listAuditEntries>[0]>;

/** With the first page comes how many there are. */
const rowsOf = (page: { cursor?: string }) => ({ per_page: ROWS, ...(page.cursor ? page : { includeTotal: true }) });

/** Sources by state, type and host; those that fail are in the order in which they began to. */
export const sourcesQuery = (filter: Pick<SourceQuery, 'state' | 'type' | 'host'>) =>
  pagesQuery(['operator', 'sources', filter], (page, options) =>
    api.listSources(
      { ...filter, ...(filter.state === 'failing' ? { sort: 'failing_since' } : {}), ...rowsOf(page) },
      options,
    ),
  );

/** By name. */
export const usersQuery = (name: string) =>
  pagesQuery(['operator', 'users', name], (page, options) =>
    api.listUsers({ ...(name ? { 'name[like]': name } : {}), ...rowsOf(page) }, options),
  );

/** The newest first. */
export const auditQuery = (filter: Pick<AuditQuery, 'user' | 'action' | 'resource' | 'created_at[gte]'>) =>
  pagesQuery(['operator', 'audit', filter], (page, options) =>
    api.listAuditEntries({ ...filter, per_page: ROWS, ...page }, options),
  );
