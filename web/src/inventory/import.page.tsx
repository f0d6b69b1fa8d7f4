import { Alert } from '../parts/ui';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { inventoriesQuery, mayUpload } from '../api/inventories';
import { sessionQuery } from '../api/queries';
import { messages } from '../messages';
import { Page } from '../parts/page';
import { QueryNote } from '../parts/problem-note';
import { SlowSkeleton } from '../parts/slow-skeleton';
import { Importer } from './importer';

const words = messages.inventory;

/** A file says what is installed somewhere. */
export function ImportPage() {
  const session = useQuery(sessionQuery).data;
  const inventories = useQuery(inventoriesQuery);
  const navigate = useNavigate();
  const { name }: { name?: string } = useSearch({ strict: false });
  const isReadOnly = session !== undefined && !mayUpload(session.scopes);
  return (
    <Page title={words.importTitle}>
      {isReadOnly && (
        <Alert color="yellow" title={words.form.readOnly}>
          {words.form.readOnlyText}
        </Alert>
      )}
      <QueryNote of={inventories} />
      {inventories.isPending && !inventories.error && <SlowSkeleton rows={6} />}
      {session && !isReadOnly && inventories.data && (
        <Importer
          name={name ?? ''}
          inventories={inventories.data}
          onDone={(done) => void navigate({ to: '/inventories/$name', params: { name: done } })}
        />
      )}
    </Page>
  );
}
