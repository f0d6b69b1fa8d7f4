import { Stack, Text } from '../parts/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { sessionQuery } from '../api/queries';
import { noteRefusal, noteSignIn, useSignInReason } from '../api/session-state';
import { messages } from '../messages';
import { Dialog } from '../parts/dialog';
import { say } from '../parts/say';
import { SignInWays, WithoutToken } from './sign-in.page';

const words = messages.session;

/**
 * When the session has ended while somebody was at work, or is too old for what they want to do: the page and what was typed stay behind
 * this dialog.
 */
export function SignInAgain() {
  const reason = useSignInReason();
  const client = useQueryClient();
  const { data: before } = useQuery({ ...sessionQuery, enabled: false });
  const goOn = async () => {
    const session = await client.fetchQuery({ ...sessionQuery, staleTime: 0 });
    // What another person wrote and read is not this one's.
    if (before && session.user.id !== before.user.id) return window.location.assign('/updates');
    const missing = before?.scopes.filter((scope) => !session.scopes.includes(scope)) ?? [];
    if (missing.length > 0) say(words.fewer(missing.join(', ')));
    noteSignIn();
    await client.invalidateQueries();
  };
  const mayClose = reason === 'stale';
  return (
    <Dialog
      opened={reason !== null}
      onClose={() => mayClose && noteRefusal()}
      withCloseButton={mayClose}
      title={words.again}
      closeOnEscape={mayClose}
      // Above the dialog in which it was needed.
    >
      {/* It comes by itself: keys that are pressed at that moment are meant for no field of it. */}
      <Stack data-autofocus tabIndex={-1} style={{ outline: 'none' }}>
        <Text size="sm">{reason === 'stale' ? words.staleText : words.againText}</Text>
        <SignInWays to={window.location.pathname + window.location.search} onSignedIn={() => void goOn()} />
        <WithoutToken />
      </Stack>
    </Dialog>
  );
}
