import { Button, CopyButton, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { messages } from '../messages';

const words = messages.channels.secret;

/** A secret that nobody can read again: it stays until somebody says that they have it. */
export function SecretOnce({
  title,
  label,
  secret,
  onDone,
}: {
  title: string;
  label: string;
  secret: string | null;
  onDone(): void;
}) {
  return (
    <Modal
      opened={secret !== null}
      onClose={onDone}
      title={title}
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack>
        <Text size="sm">
          {words.title}. {words.text}
        </Text>
        <Group align="flex-end" gap="xs">
          <TextInput
            flex="1 1 16rem"
            label={label}
            value={secret ?? ''}
            readOnly
            className="tabular"
            onFocus={(event) => event.currentTarget.select()}
          />
          <CopyButton value={secret ?? ''}>
            {({ copied, copy }) => (
              <Button data-autofocus variant={copied ? 'light' : 'filled'} onClick={copy} miw="6rem">
                <span aria-live="polite">{copied ? messages.common.copied : messages.common.copy}</span>
              </Button>
            )}
          </CopyButton>
        </Group>
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            {words.goOn}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
