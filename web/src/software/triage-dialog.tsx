import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import type { Finding } from '../api/risk';
import { vulnerabilities } from '../messages/en/vulnerabilities';
import { Dialog } from '../parts/dialog';
import { SlowSkeleton } from '../parts/slow-skeleton';

const words = vulnerabilities;
const TriageForm = lazy(() => import('./triage-form'));

/** Asks what to do about a vulnerability; null = nobody decides about one. */
export function TriageDialog({
  favorite,
  finding,
  onClose,
  onClosed,
}: {
  favorite: string;
  finding: Finding | null;
  onClose: () => void;
  /** It is gone from the screen. */
  onClosed: () => void;
}) {
  // While it closes it still shows what it was about.
  const [last, setLast] = useState(finding);
  if (finding !== null && finding !== last) setLast(finding);
  const closed = useEffectEvent(onClosed);
  useEffect(() => (finding === null ? undefined : () => closed()), [finding]);
  return (
    <Dialog
      opened={finding !== null}
      onClose={onClose}
      title={last && (last.triage ? words.changeOf(last.id) : words.decideOn(last.id))}
    >
      <Suspense fallback={<SlowSkeleton rows={4} />}>
        {last && <TriageForm key={last.id} favorite={favorite} finding={last} onClose={onClose} />}
      </Suspense>
    </Dialog>
  );
}
