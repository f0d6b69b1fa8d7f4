import { Alert, Button, Text } from '../parts/ui';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useAwaySince } from '../api/connection';
import type { ChannelTestResponse } from '../api/generated';
import { isProblem } from '../api/problem';
import { messages } from '../messages';
import { visibleText } from '../parts/name';
import { ProblemNote } from '../parts/problem-note';
import { sentence } from '../parts/text';

const words = messages.channels.test;

interface ChannelTestProps {
  /** Sends a test; an error that was shown elsewhere is thrown as null. */
  run(): Promise<ChannelTestResponse>;
  /** Whether it may be sent now; says by itself what is missing. */
  isReady?(): boolean;
}

/** Sends a test message, which takes up to a minute, and says what became of it. It may be left. */
export function useChannelTest({ run, isReady = () => true }: ChannelTestProps) {
  const isAway = useAwaySince() !== null;
  const test = useMutation({ mutationFn: run });
  const button = (
    <Button variant="default" disabled={isAway || test.isPending} onClick={() => isReady() && test.mutate()}>
      {words.send}
    </Button>
  );
  const outcome = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (test.status !== 'idle') outcome.current?.scrollIntoView({ block: 'nearest' });
  }, [test.status]);
  const result = (
    <div ref={outcome} aria-live="polite">
      {test.isPending && <Text size="sm">{words.sending}</Text>}
      {test.data && <Result result={test.data} />}
      {test.error && <Refusal error={test.error} />}
    </div>
  );
  return { button, result };
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
