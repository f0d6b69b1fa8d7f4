import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { sessionQuery } from '../api/queries';
import { operator as words } from '../messages/en/operator';
import { Empty } from '../parts/empty';
import { Page } from '../parts/page';
import { Tabs } from '../parts/tabs';
import { AuditLog } from './audit-log';
import { Knowledge } from './knowledge';
import { Now } from './now';
import { type OperatorSearch, VIEWS } from '../parts/searches';
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
    <Page title={words.title}>
      <Tabs
        label={words.title}
        tabs={([undefined, ...VIEWS] as const).map((view) => ({
          name: words.views[view ?? 'now'],
          to: '/operator',
          search: view ? { view } : {},
          isCurrent: search.view === view,
        }))}
      />
      {search.view === undefined && <Now />}
      {search.view === 'sources' && <Sources search={search} scopes={session.scopes} />}
      {search.view === 'knowledge' && <Knowledge />}
      {search.view === 'users' && <Users search={search} />}
      {search.view === 'audit' && <AuditLog search={search} />}
    </Page>
  );
}
