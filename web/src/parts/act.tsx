import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { useAwaySince } from '../api/connection';
import { Confirm, type ConfirmProps } from './confirm';
import { say, sayRefused } from './say';
import { Button } from './ui';

interface Deed<Done> {
  act(): Promise<Done>;
  /** What is said when it is done. */
  said?: string | ((done: Done) => string);
  /** Resources that are read again, whatever came of it. */
  refresh?: readonly string[];
  onDone?(done: Done): unknown;
  /** What cannot be undone is asked before. */
  question?: Pick<ConfirmProps, 'title' | 'text' | 'action'> & Partial<Pick<ConfirmProps, 'children'>>;
}

/** Something that is done at once or after a question. What is refused is said in the question, or in a note that stays until it is closed. */
export function useAct<Done>({ act, said, refresh = [], onDone, question }: Deed<Done>) {
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const doing = useMutation({
    mutationFn: act,
    onSuccess: (done) => {
      setAsking(false);
      if (said !== undefined) say(typeof said === 'function' ? said(done) : said);
      return onDone?.(done);
    },
    onError: (error) => {
      if (!question) sayRefused(error);
    },
    onSettled: () => {
      for (const resource of refresh) void client.invalidateQueries({ queryKey: [resource] });
    },
  });
  const start = () => {
    if (!question) return doing.mutate();
    doing.reset();
    setAsking(true);
  };
  const dialog = question && (
    <Confirm
      {...question}
      opened={isAsking}
      onClose={() => setAsking(false)}
      isBusy={doing.isPending}
      error={doing.error}
      onConfirm={() => doing.mutate()}
    />
  );
  return { start, dialog: dialog as ReactNode, isBusy: doing.isPending && !isAsking };
}

/** A button that does it. */
export function ActButton<Done>({
  act,
  said,
  refresh,
  onDone,
  question,
  disabled = false,
  ...button
}: Deed<Done> & Omit<ComponentProps<typeof Button>, 'onClick'>) {
  const isAway = useAwaySince() !== null;
  const { start, dialog, isBusy } = useAct({ act, said, refresh, onDone, question } as Deed<Done>);
  return (
    <>
      <Button size="xs" variant="default" {...button} disabled={isAway || disabled} loading={isBusy} onClick={start} />
      {dialog}
    </>
  );
}
