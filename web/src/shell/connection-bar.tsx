import { Alert } from '@mantine/core';
import { useAwaySince } from '../api/connection';
import { messages } from '../messages';
import { clockTime } from '../parts/relative-time';

/** Says that nothing answers and how old what is shown is. The summary, asked every 30 seconds, notices when it does again. */
export function ConnectionBar() {
  const since = useAwaySince();
  if (since === null) return null;
  return (
    <Alert color="yellow" variant="light" mb="md" role="status">
      {messages.common.away(clockTime(since))}
    </Alert>
  );
}
