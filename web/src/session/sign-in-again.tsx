import { Modal, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { sessionQuery } from '../api/queries';
import { noteSignIn, useIsExpired } from '../api/session-state';
import { messages } from '../messages';
import { SignInWays } from './sign-in.page';

const words = messages.session;

/** When the session has ended while somebody was at work: the page and what was typed stay behind this dialog. */
export function SignInAgain() {
  const isExpired = useIsExpired();
  const client = useQueryClient();
  const { data: before } = useQuery({ ...sessionQuery, enabled: false });
  const goOn = async () => {
    const session = await client.fetchQuery({ ...sessionQuery, staleTime: 0 });
    // What another person wrote and read is not this one's.
    if (before && session.user.id !== before.user.id) return window.location.assign('/updates');
    noteSignIn();
    await client.invalidateQueries();
  };
  return (
    <Modal
      opened={isExpired}
      onClose={() => undefined}
      withCloseButton={false}
      title={words.again}
      closeOnEscape={false}
    >
      <Stack>
        <Text size="sm">{words.againText}</Text>
        <SignInWays to={window.location.pathname + window.location.search} onSignedIn={() => void goOn()} />
      </Stack>
    </Modal>
  );
}
