import { Alert, Button, Group, Text } from './ui';
import { createContext, use, useEffect, useState } from 'react';
import { isProblem, NoConnection } from '../api/problem';
import { messages } from '../messages';

const { problem: words } = messages.common;

function wordsOf(error: unknown): { title: string; text: string } {
  if (error instanceof NoConnection) return { title: words.away, text: words.awayText };
  if (!isProblem(error)) return { title: words.unexpected, text: words.unexpectedText };
  // Meant for people at a page; what the service says of it is for programs.
  if (error.status === 401) return { title: words.ended, text: words.endedText };
  const { title, detail } = error.problem;
  return { title: error.status === 403 ? words.scope : (title ?? words.unexpected), text: detail ?? '' };
}

/** Whether it is said above that nothing answers. */
export const SaidAbove = createContext(false);

interface Asked {
  error: unknown;
  data?: unknown;
  refetch(): unknown;
}

/** Whether there is no answer that can be shown: what was read before stays while nothing answers. */
export const hasFailed = ({ error, data }: Pick<Asked, 'error' | 'data'>): boolean =>
  error !== null && (data === undefined || !(error instanceof NoConnection));

/** Why there is no answer. */
export const QueryNote = ({ of }: { of: Asked }) =>
  hasFailed(of) && <ProblemNote error={of.error} onRetry={() => void of.refetch()} />;

/** What went wrong, in the service's words, with its field errors and the request's id. A limit counts down until it may be tried again. */
export function ProblemNote({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { title, text } = wordsOf(error);
  const wait = useCountdown(isProblem(error, 429) ? (error.retryAfter ?? 0) : 0, error);
  const isSaid = use(SaidAbove) && error instanceof NoConnection;
  if (isSaid) return <Text c="dimmed">{words.asksAgain}</Text>;
  return (
    <Alert color="red" title={title} role="alert">
      {text && <Text size="sm">{text}</Text>}
      {isProblem(error) && error.errors.length > 0 && (
        <ul>
          {error.errors.map(({ field, message }, index) => (
            <li key={index}>
              <code>{field}</code> {message}
            </li>
          ))}
        </ul>
      )}
      {wait > 0 && <Text size="sm">{words.wait(wait)}</Text>}
      <Group gap="sm" mt={onRetry ? 'xs' : 0}>
        {onRetry && (
          <Button size="xs" variant="default" onClick={onRetry} disabled={wait > 0}>
            {messages.common.tryAgain}
          </Button>
        )}
        {isProblem(error) && error.requestId && (
          <Text size="xs" c="dimmed">
            {words.request(error.requestId)}
          </Text>
        )}
      </Group>
    </Alert>
  );
}

/** Seconds until zero, begun anew with each `cause`. */
function useCountdown(seconds: number, cause: unknown): number {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    setLeft(seconds);
    if (seconds <= 0) return undefined;
    const timer = setInterval(() => setLeft((before) => Math.max(0, before - 1)), 1_000);
    return () => clearInterval(timer);
  }, [seconds, cause]);
  return left;
}
