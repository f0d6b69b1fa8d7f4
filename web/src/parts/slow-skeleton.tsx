import { useEffect, useState } from 'react';
import { messages } from '../messages';

/** The page shows what a list will be like, from before any script: that does not go away again. */
const isShown = () => document.getElementById('ghost')?.hasChildNodes() === true;

/** Grey bars in place of content, only when it takes longer than 200 ms: what is fast must not flicker. */
export function SlowSkeleton({ rows = 6, height = 52 }: { rows?: number; height?: number }) {
  const [isSlow, setSlow] = useState(isShown);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), 200);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div aria-busy="true" aria-label={messages.common.loading} role="status">
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className="ghost-bar" style={{ height, visibility: isSlow ? undefined : 'hidden' }} />
      ))}
    </div>
  );
}
