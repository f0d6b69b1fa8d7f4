import { Button, Group, Stack, Text, TextInput, useCopy, VisuallyHidden } from './ui';
import type { ReactNode } from 'react';
import { messages } from '../messages';
import { Dialog } from './dialog';

const words = messages.channels.secret;

/** A secret that nobody can read again: it stays until somebody says that they have it. */
export function SecretOnce({
  title,
  label,
  secret,
  more = [],
  children,
  onDone,
}: {
  title: string;
  label: string;
  secret: string | null;
  /** The same secret in other forms. */
  more?: readonly { label: string; text: string }[];
  children?: ReactNode;
  onDone(): void;
}) {
  return (
    <Dialog opened={secret !== null} onClose={onDone} title={title} size="lg" closeOnEscape={false}>
      <Stack>
        <Text size="sm">
          {words.title}. {words.text}
        </Text>
        <CopyField label={label} text={secret ?? ''} isFirst isOnly={more.length === 0} />
        {more.map((one) => (
          <CopyField key={one.label} {...one} />
        ))}
        {children}
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            {words.goOn}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

/** A text that is there to be copied. */
export function CopyField({
  label,
  text,
  isFirst = false,
  isOnly = false,
}: {
  label: string;
  text: string;
  isFirst?: boolean;
  /** Its button need not say what it copies. */
  isOnly?: boolean;
}) {
  const { copied, copy } = useCopy(text);
  return (
    <Group align="flex-end" gap="xs">
      <TextInput
        flex="1 1 10rem"
        label={label}
        value={text}
        readOnly
        className="tabular"
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button
        {...(isFirst ? { 'data-autofocus': true } : {})}
        variant={copied || !isFirst ? 'light' : 'filled'}
        onClick={copy}
        style={{ minWidth: '6rem' }}
      >
        <span aria-live="polite">{copied ? messages.common.copied : messages.common.copy}</span>
        {!isOnly && <VisuallyHidden> {label}</VisuallyHidden>}
      </Button>
    </Group>
  );
}
