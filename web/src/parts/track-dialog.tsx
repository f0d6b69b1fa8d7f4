import type { FavoriteResponse } from '../api/generated';
import { later } from './later';
import type { Product } from './track-form';

const Opened = later(() => import('./track-form'), 'TrackDialogOpen');

export interface TrackDialogProps {
  opened: boolean;
  onClose(): void;
  /** The product, when it is known already: then only the version is asked for. */
  software?: Product | undefined;
  onTracked?(favorite: FavoriteResponse): void;
}

/** Asks for a product and the version in use, and makes it a favorite. */
export const TrackDialog = (props: TrackDialogProps) => props.opened && <Opened {...props} />;
