import { useRouter } from '@tanstack/react-router';
import { ProblemNote } from '../parts/problem-note';

/** In place of a screen that could not be shown. */
export function FailedPage({ error, reset }: { error: unknown; reset: () => void }) {
  const router = useRouter();
  const tryAgain = () => {
    reset();
    void router.invalidate();
  };
  return <ProblemNote error={error} onRetry={tryAgain} />;
}
