import { lazy, type ReactNode, Suspense } from 'react';
import type { BulkOperation } from '../api/bulk';
import { Dialog } from './dialog';
import { SlowSkeleton } from './slow-skeleton';

const TagsForm = lazy(() => import('./tags-form'));
const BulkPolicy = lazy(() => import('./bulk-policy'));

/** What is changed of favorites in a dialog: the tags of one or many, or the policy of many. */
export interface Edited {
  kind: 'tags' | 'policy';
  title: ReactNode;
  /** The tags of one favorite; null = many. */
  tags: readonly string[] | null;
  /** undefined = not known. */
  count: number | undefined;
}

/** The forms are loaded when somebody opens it. */
export const EditDialog = ({
  edited,
  disabled,
  onClose,
  onSave,
}: {
  edited: Edited | null;
  disabled: boolean;
  onClose: () => void;
  onSave: (operations: BulkOperation[]) => void;
}) => (
  <Dialog opened={edited !== null} onClose={onClose} title={edited?.title} size="md">
    {edited && (
      <Suspense fallback={<SlowSkeleton rows={3} height={48} />}>
        {edited.kind === 'tags' ? (
          <TagsForm current={edited.tags} disabled={disabled} onSave={onSave} />
        ) : (
          <BulkPolicy count={edited.count} disabled={disabled} onSave={onSave} />
        )}
      </Suspense>
    )}
  </Dialog>
);
