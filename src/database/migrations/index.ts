import { Initial1763700000000 } from './1763700000000-initial';
import { ConfirmationMail1763800000000 } from './1763800000000-confirmation-mail';

/** In the order in which they run. */
export const MIGRATIONS = [Initial1763700000000, ConfirmationMail1763800000000];
