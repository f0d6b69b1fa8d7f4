import { Alert, Button, Stack, Text } from '../parts/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import encodeQR from 'qr';
import { api } from '../api/client';
import { useAwaySince } from '../api/connection';
import { withFreshSignIn } from '../api/session-state';
import { messages } from '../messages';
import { Dialog } from '../parts/dialog';
import { ProblemNote } from '../parts/problem-note';
import { clockTime } from '../parts/relative-time';
import { CopyField } from '../parts/secret-once';
import classes from './user.module.css';

const words = messages.user.phone;

/** Makes a link that signs the same person in on another device, and shows it as a code for its camera. */
export default function PhoneDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const isAway = useAwaySince() !== null;
  const making = useMutation({
    mutationFn: () => withFreshSignIn(() => api.createSignInLink()).then(({ data }) => data),
  });
  const close = () => {
    // The other device may be in the list by now.
    void client.invalidateQueries({ queryKey: ['sessions'] });
    onClose();
  };
  const link = making.data;
  return (
    <Dialog opened onClose={close} title={words.title}>
      <Stack>
        <Text size="sm">{words.text}</Text>
        {isLoopback() && (
          <Alert color="yellow" p="sm">
            {words.onlyHere(window.location.host)}
          </Alert>
        )}
        {making.error && <ProblemNote error={making.error} />}
        {link ? (
          <>
            <Code url={link.url} />
            <Text size="sm" c="dimmed">
              {words.until(clockTime(new Date(link.ends_at)))}
            </Text>
            <CopyField label={words.link} text={link.url} isOnly />
          </>
        ) : (
          <Button disabled={isAway} loading={making.isPending} onClick={() => making.mutate()}>
            {words.make}
          </Button>
        )}
      </Stack>
    </Dialog>
  );
}

/** One path of squares, with the margin that readers need. */
function Code({ url }: { url: string }) {
  const rows = encodeQR(url, 'raw', { ecc: 'low', border: 4 });
  const squares = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg viewBox={`0 0 ${rows.length} ${rows.length}`} className={classes.qr} role="img" aria-label={words.code}>
      <path d={squares.join('')} />
    </svg>
  );
}

/** The address of a machine itself leads a phone to the phone. */
const isLoopback = () => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(window.location.hostname);
