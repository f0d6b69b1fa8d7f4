import { Link } from '@tanstack/react-router';
import { messages } from '../messages';
import { Icon } from './icon';
import classes from './parts.module.css';

/** The clock: what was changed, with the way back. */
export const HistoryLink = () => (
  <Link
    to="/history"
    className={classes.iconButton}
    aria-label={messages.common.navigation.history}
    title={messages.common.navigation.history}
  >
    <Icon name="history" />
  </Link>
);
