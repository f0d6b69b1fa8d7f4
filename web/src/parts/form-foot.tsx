import { Button, Group } from './ui';
import type { ReactNode } from 'react';
import { useAwaySince } from '../api/connection';
import { messages } from '../messages';

interface Props {
  onCancel: () => void;
  isBusy: boolean;
  disabled?: boolean;
  cancel?: string;
  submit?: string;
  /** At the other end. */
  before?: ReactNode;
  /** Beside what sends it. */
  children?: ReactNode;
}

/** The buttons of a form: the way out, and what sends it as long as the service answers. */
export function FormFoot({ onCancel, isBusy, disabled = false, before, children, ...words }: Props) {
  const isAway = useAwaySince() !== null;
  return (
    <Group justify="flex-end" gap="xs">
      {before}
      <Button variant="default" onClick={onCancel}>
        {words.cancel ?? messages.common.cancel}
      </Button>
      {children}
      <Button type="submit" loading={isBusy} disabled={isAway || disabled}>
        {words.submit ?? messages.common.save}
      </Button>
    </Group>
  );
}
