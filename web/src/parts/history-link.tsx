import { Link } from '@tanstack/react-router';
import { messages } from '../messages';
import { Icon } from './icon';
import { ActionIcon } from './ui';

/** The clock: what was changed, with the way back. */
export const HistoryLink = () => (
  <ActionIcon
    component={Link}
    to="/history"
    variant="default"
    aria-label={messages.common.navigation.history}
    title={messages.common.navigation.history}
  >
    <Icon name="history" />
  </ActionIcon>
);
