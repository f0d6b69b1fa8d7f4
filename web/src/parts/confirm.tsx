import { Button, Group, Stack, Text } from './ui';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { messages } from '../messages';
import { Dialog } from './dialog';
import { ProblemNote } from './problem-note';

interface QuestionProps {
  onClose(): void;
  text: string;
  /** What is about to happen, on the button. */
  action: string;
  /** Does it, and closes the question then. As long as a promise takes it is busy; with what it was rejected is shown. */
  onConfirm(): unknown;
  isBusy?: boolean;
  error?: unknown;
  disabled?: boolean;
  /** null = as other buttons; the red of the theme is too light for white letters. */
  color?: 'red' | null | undefined;
  /** It can be undone: the button that does it has the focus. */
  isUndoable?: boolean;
  children?: ReactNode;
}

export interface ConfirmProps extends QuestionProps {
  opened: boolean;
  title: ReactNode;
}

/** Asks before something is done that cannot be undone. */
export const Confirm = ({ opened, title, ...asked }: ConfirmProps) => (
  <Dialog opened={opened} onClose={asked.onClose} title={<bdi>{title}</bdi>}>
    <Question {...asked} />
  </Dialog>
);

/** What is in the dialog. */
export function Question(props: QuestionProps) {
  const { onClose, text, action, onConfirm, isBusy, disabled = false, color = 'red', isUndoable = false } = props;
  const confirm = useMutation({ mutationFn: async () => onConfirm() });
  const error = props.error ?? confirm.error;
  return (
    <Stack>
      <Text size="sm">{text}</Text>
      {props.children}
      {error != null && <ProblemNote error={error} />}
      <Group justify="flex-end">
        <Button variant="default" data-autofocus={!isUndoable || undefined} onClick={onClose}>
          {messages.common.cancel}
        </Button>
        <Button
          color={color ?? undefined}
          data-autofocus={isUndoable || undefined}
          loading={isBusy ?? confirm.isPending}
          disabled={disabled}
          onClick={() => confirm.mutate()}
        >
          {action}
        </Button>
      </Group>
    </Stack>
  );
}
