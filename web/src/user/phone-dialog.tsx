import { Alert, Button, Stack, Text, useCopy } from '../parts/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client';
import { useAwaySince } from '../api/connection';
import { withFreshSignIn } from '../api/session-state';
import { messages } from '../messages';
import { Dialog } from '../parts/dialog';
import { ProblemNote } from '../parts/problem-note';
import { clockTime } from '../parts/relative-time';
import { pathOf } from './qr';
import classes from './user.module.css';

const words = messages.user.phone;

/** Makes a link that signs the same person in on another device, and shows it as a code for its camera. */
export default function PhoneDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const isAway = useAwaySince() !== null;
  const [isShown, setShown] = useState(false);
  const making = useMutation({
    mutationFn: () => withFreshSignIn(() => api.createSignInLink()).then(({ data }) => data),
  });
  const close = () => {
    // The other device may be in the list by now.
    void client.invalidateQueries({ queryKey: ['sessions'] });
    onClose();
  };
  const link = making.data;
  const { copied, copy } = useCopy(link?.url ?? '');
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
            <Button variant="default" onClick={copy}>
              {copied ? messages.common.copied : words.copy}
            </Button>
            <Button variant="subtle" onClick={() => setShown(!isShown)} aria-expanded={isShown}>
              {words.show}
            </Button>
            {isShown && <code className={classes.link}>{link.url}</code>}
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

function Code({ url }: { url: string }) {
  const { path, size } = pathOf(url);
  return (
    <svg viewBox={`0 0 ${size} ${size}`} className={classes.qr} role="img" aria-label={words.code}>
      <path d={path} />
    </svg>
  );
}

/** The address of a machine itself leads a phone to the phone. */
const isLoopback = () => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(window.location.hostname);
