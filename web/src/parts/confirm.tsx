import { Button, Group, Stack, Text } from './ui';
import type { ReactNode } from 'react';
import { messages } from '../messages';
import { Dialog } from './dialog';
import { ProblemNote } from './problem-note';

export interface ConfirmProps {
  opened: boolean;
  onClose(): void;
  title: ReactNode;
  text: string;
  /** What is about to happen, on the button. */
  action: string;
  onConfirm(): void;
  isBusy: boolean;
  error: unknown;
  disabled?: boolean;
  color?: 'red' | undefined;
  children?: ReactNode;
}

/** Asks before something is done that cannot be undone. */
export function Confirm({
  opened,
  onClose,
  title,
  text,
  action,
  onConfirm,
  isBusy,
  error,
  disabled,
  // The red of the theme is too light for white letters.
  color = 'red',
  children,
}: ConfirmProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={<bdi>{title}</bdi>}>
      <Stack>
        <Text size="sm">{text}</Text>
        {children}
        {error != null && <ProblemNote error={error} />}
        <Group justify="flex-end">
          <Button variant="default" data-autofocus onClick={onClose}>
            {messages.common.cancel}
          </Button>
          <Button color={color} loading={isBusy} disabled={disabled ?? false} onClick={onConfirm}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
