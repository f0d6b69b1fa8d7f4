import { Button } from '../parts/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../api/client';
import { useAwaySince } from '../api/connection';
import type { NotificationResponse } from '../api/generated';
import { messages } from '../messages';
import { visibleText } from '../parts/name';
import { say, sayRefused } from '../parts/say';

const words = messages.log;

/** Sends a notification again, through all its channels that still can. */
export function Resend({
  notification: { id, software, version },
  size = 'compact-sm',
}: {
  notification: NotificationResponse;
  size?: 'compact-sm' | 'xs' | 'sm';
}) {
  const client = useQueryClient();
  const isAway = useAwaySince() !== null;
  const name = `${visibleText(software)} ${visibleText(version.version)}`;
  const resend = useMutation({
    mutationFn: () => api.resendNotification(id),
    onSuccess: () => say(words.sentAgain(name)),
    onError: sayRefused,
    onSettled: () => {
      for (const resource of ['notifications', 'summary']) void client.invalidateQueries({ queryKey: [resource] });
    },
  });
  return (
    <Button
      size={size}
      variant="subtle"
      disabled={isAway}
      loading={resend.isPending}
      aria-label={words.sendAgainOf(name)}
      onClick={() => resend.mutate()}
    >
      {words.sendAgain}
    </Button>
  );
}
