import { Link } from '@tanstack/react-router';
import { messages } from '../messages';
import { Icon } from './icon';
import { Button } from './ui';

/** The clock: what was changed, with the way back. */
export const HistoryLink = () => (
  <Button
    component={Link}
    to="/history"
    variant="default"
    px="xs"
    aria-label={messages.common.navigation.history}
    title={messages.common.navigation.history}
  >
    <Icon name="history" />
  </Button>
);
