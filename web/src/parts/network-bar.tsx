import { Alert } from './ui';
import { messages } from '../messages';
import { shortTime } from './relative-time';

/** Says that the service reaches no source at all: what is newer than what it knows cannot be known. */
export const NetworkBar = ({ since }: { since: string | null | undefined }) =>
  since && (
    <Alert color="orange" mb="md" role="status">
      {messages.common.unreachable(shortTime(new Date(since)))}
    </Alert>
  );
