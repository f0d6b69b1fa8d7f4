import { Alert, Button, Group, Text } from '../parts/ui';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useAwaySince } from '../api/connection';
import type { ChannelTestResponse } from '../api/generated';
import { isProblem } from '../api/problem';
import { messages } from '../messages';
import { visibleText } from '../parts/name';
import { ProblemNote } from '../parts/problem-note';
import { sentence } from '../parts/text';

const words = messages.channels.test;

export interface ChannelTestProps {
  /** Sends a test; an error that was shown elsewhere is thrown as null. */
  run(signal: AbortSignal): Promise<ChannelTestResponse>;
  /** Whether it may be sent now; says by itself what is missing. */
  isReady?(): boolean;
  hint?: string | undefined;
}

/** Sends a test message, which takes up to a minute, and says what became of it. It may be left. */
export function useChannelTest({ run, isReady = () => true, hint }: ChannelTestProps) {
  const isAway = useAwaySince() !== null;
  const stop = useRef<AbortController>(null);
  const [isStopped, setStopped] = useState(false);
  const test = useMutation({
    mutationFn: () => {
      stop.current = new AbortController();
      return run(stop.current.signal);
    },
    onMutate: () => setStopped(false),
  });
  const seconds = useSeconds(test.isPending);
  const leave = () => {
    setStopped(true);
    stop.current?.abort();
  };
  const button = (
    <Button variant="default" disabled={isAway || test.isPending} onClick={() => isReady() && test.mutate()}>
      {words.send}
    </Button>
  );
  const outcome = useRef<HTMLDivElement>(null);
  const isSettled = test.isSuccess || test.isError;
  useEffect(() => {
    if (isSettled) outcome.current?.scrollIntoView({ block: 'nearest' });
  }, [isSettled]);
  const result = (
    <div ref={outcome} aria-live="polite">
      {hint && !test.isPending && !test.data && (
        <Text size="sm" c="dimmed">
          {hint}
        </Text>
      )}
      {test.isPending && (
        <Group gap="sm">
          <Text size="sm">
            {words.sending(seconds)} {seconds >= 3 && words.mayLeave}
          </Text>
          <Button size="compact-sm" variant="subtle" onClick={leave}>
            {words.stop}
          </Button>
        </Group>
      )}
      {isStopped && !test.isPending && <Text size="sm">{words.stopped}</Text>}
      {test.data && !test.isPending && <Result result={test.data} />}
      {!isStopped && test.error && <Refusal error={test.error} />}
    </div>
  );
  return { button, result, reset: test.reset };
}

function Result({ result: { state, code, error, duration } }: { result: ChannelTestResponse }) {
  if (state === 'sent')
    return (
      <Alert color="green" p="sm">
        {words.accepted(duration, code)}
      </Alert>
    );
  return (
    <Alert color="red" p="sm" title={words.refused(code && error?.includes(code) ? null : code)}>
      {error && visibleText(sentence(error))} {words.took(duration)}
    </Alert>
  );
}

/** 409: for example, the owner of the address has to confirm it first. */
const Refusal = ({ error }: { error: unknown }) =>
  isProblem(error, 409) ? (
    <Alert color="blue" p="sm" title={words.later}>
      {error.message}
    </Alert>
  ) : (
    <ProblemNote error={error} />
  );

/** Seconds since it has been so. */
function useSeconds(isRunning: boolean): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    setSeconds(0);
    if (!isRunning) return;
    const start = Date.now();
    const timer = setInterval(() => setSeconds(Math.floor((Date.now() - start) / 1_000)), 500);
    return () => clearInterval(timer);
  }, [isRunning]);
  return seconds;
}
