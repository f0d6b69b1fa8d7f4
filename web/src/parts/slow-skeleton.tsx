import { Skeleton, Stack } from '@mantine/core';
import { useEffect, useState } from 'react';
import { messages } from '../messages';

/** Grey bars in place of content, only when it takes longer than 200 ms: what is fast must not flicker. */
export function SlowSkeleton({ rows = 6, height = 52 }: { rows?: number; height?: number }) {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), 200);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Stack gap={1} aria-busy="true" aria-label={messages.common.loading} role="status">
      {Array.from({ length: rows }, (_, index) => (
        <Skeleton
          key={index}
          height={height}
          visible={isSlow}
          animate={isSlow}
          style={isSlow ? undefined : { visibility: 'hidden' }}
        />
      ))}
    </Stack>
  );
}
