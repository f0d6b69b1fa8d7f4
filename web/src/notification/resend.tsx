import { api } from '../api/client';
import type { NotificationResponse } from '../api/generated';
import { messages } from '../messages';
import { ActButton } from '../parts/act';
import { visibleText } from '../parts/name';

const words = messages.log;

/** Sends a notification again, through all its channels that still can. */
export function Resend({
  notification: { id, software, version },
  size = 'compact-sm',
}: {
  notification: NotificationResponse;
  size?: 'compact-sm' | 'sm';
}) {
  const name = `${visibleText(software)} ${visibleText(version.version)}`;
  return (
    <ActButton
      size={size}
      variant="subtle"
      act={() => api.resendNotification(id)}
      said={words.sentAgain(name)}
      refresh={['notifications', 'summary']}
      aria-label={words.sendAgainOf(name)}
    >
      {words.sendAgain}
    </ActButton>
  );
}
