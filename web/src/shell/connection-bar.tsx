import { Alert } from '../parts/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { useAwaySince } from '../api/connection';
import { oldestShown } from '../api/shown';
import { messages } from '../messages';
import { shortTime } from '../parts/relative-time';

/** Says that nothing answers and how old what is shown is. The summary, asked every 30 seconds, notices when it does again. */
export function ConnectionBar() {
  const since = useAwaySince();
  return since && <Away since={since} />;
}

function Away({ since }: { since: Date }) {
  const cache = useQueryClient().getQueryCache();
  const subscribe = useCallback((listener: () => void) => cache.subscribe(listener), [cache]);
  const oldest = useSyncExternalStore(subscribe, () => oldestShown(cache));
  const time = oldest === null ? since : new Date(Math.min(oldest, since.getTime()));
  return (
    <Alert color="yellow" mb="md" role="status">
      {messages.common.away(shortTime(time))}
    </Alert>
  );
}
