import { Text } from '../parts/ui';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { sessionQuery } from '../api/queries';
import { operator as words } from '../messages/en/operator';
import { Empty } from '../parts/empty';
import { Page } from '../parts/page';
import { AuditLog } from './audit-log';
import { Knowledge } from './knowledge';
import { Now } from './now';
import { type OperatorSearch, VIEWS } from './operator-search';
import classes from './operator.module.css';
import { Sources } from './sources';
import { Users } from './users';

/** For who runs the service: what fails, what waits, and who uses it. */
export function OperatorPage() {
  const { data: session } = useQuery(sessionQuery);
  const search: OperatorSearch = useSearch({ strict: false });
  if (!session) return <Page title={words.title}>{null}</Page>;
  if (!session.scopes.includes('admin'))
    return (
      <Page title={words.title}>
        <Empty title={words.forbidden.title}>{words.forbidden.text}</Empty>
      </Page>
    );
  return (
    <Page title={words.title} lead={<Text c="dimmed">{words.lead}</Text>}>
      <nav aria-label={words.title} className={classes.views}>
        {([undefined, ...VIEWS] as const).map((view) => (
          <Link
            key={view ?? 'now'}
            to="/operator"
            search={(view ? { view } : {}) as never}
            aria-current={search.view === view ? 'page' : undefined}
            className={classes.view}
            // Otherwise the router marks each of them.
            activeOptions={{ exact: true, includeSearch: true }}
          >
            {words.views[view ?? 'now']}
          </Link>
        ))}
      </nav>
      {search.view === undefined && <Now />}
      {search.view === 'sources' && <Sources search={search} scopes={session.scopes} />}
      {search.view === 'knowledge' && <Knowledge />}
      {search.view === 'users' && <Users search={search} />}
      {search.view === 'audit' && <AuditLog search={search} />}
    </Page>
  );
}
