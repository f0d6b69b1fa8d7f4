import { lazy, Suspense } from 'react';
import { messages } from '../messages';
import { Dialog } from './dialog';
import { visibleText } from './name';
import { SlowSkeleton } from './slow-skeleton';
import type { TrackDialogProps } from './track-dialog';

const words = messages.software.track;
const TrackForm = lazy(() => import('./track-form'));

/** The dialog itself. */
export function TrackDialogOpen({ opened, onClose, software, onTracked }: TrackDialogProps) {
  const title = software ? words.titleOf(visibleText(software.name)) : words.title;
  return (
    <Dialog opened={opened} onClose={onClose} title={<bdi>{title}</bdi>}>
      <Suspense fallback={<SlowSkeleton rows={3} />}>
        <TrackForm given={software} onClose={onClose} onTracked={onTracked} />
      </Suspense>
    </Dialog>
  );
}
