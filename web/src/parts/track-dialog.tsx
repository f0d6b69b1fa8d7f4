import { Modal } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { FavoriteResponse } from '../api/generated';
import { messages } from '../messages';
import { visibleText } from './name';
import { SlowSkeleton } from './slow-skeleton';
import type { Product } from './track-form';

const words = messages.software.track;
const TrackForm = lazy(() => import('./track-form'));

export interface TrackDialogProps {
  opened: boolean;
  onClose(): void;
  /** The product, when it is known already: then only the version is asked for. */
  software?: Product | undefined;
  onTracked?(favorite: FavoriteResponse): void;
}

/** Asks for a product and the version in use, and makes it a favorite. */
export function TrackDialog({ opened, onClose, software, onTracked }: TrackDialogProps) {
  const title = software ? words.titleOf(visibleText(software.name)) : words.title;
  return (
    <Modal opened={opened} onClose={onClose} title={<bdi>{title}</bdi>}>
      <Suspense fallback={<SlowSkeleton rows={3} />}>
        <TrackForm given={software} onClose={onClose} onTracked={onTracked} />
      </Suspense>
    </Modal>
  );
}
