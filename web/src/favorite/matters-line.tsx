import { Text } from '../parts/ui';
import type { SummaryResponse } from '../api/generated';
import { messages } from '../messages';

const words = messages.favorites.updates.matters;

/** `3 of 14 updates matter today`, and of how many nobody knows whether they are vulnerable. */
export function MattersLine({ summary }: { summary: SummaryResponse | undefined }) {
  if (!summary || summary.outdated === 0) return null;
  const { outdated, matters } = summary;
  return (
    <Text size="sm" c="dimmed" role="status">
      {words.today(matters.today, outdated)} {words.notAssessed(outdated - matters.assessed, outdated)}
    </Text>
  );
}
