import { Anchor, Text } from '../parts/ui';
import { Link } from '@tanstack/react-router';
import { daysUntil, type SupportCounts } from '../api/support';
import { messages } from '../messages';

const words = messages.support;

/** `2 out of support, 1 ends in 12 days`, each with the way to them. */
export function SupportBar({ counts }: { counts: SupportCounts | undefined }) {
  if (!counts || counts.ended + counts.ending === 0) return null;
  const { ended, ending, next_on: next } = counts;
  const link = (state: 'ended' | 'ending', text: string) => (
    <Anchor
      component={Link}
      to="/favorites"
      search={{ support: state, sort: 'eol' } as never}
      inherit
      underline="always"
    >
      {text}
    </Anchor>
  );
  return (
    <Text size="sm" mb="md" component="p" mt={0}>
      {ended > 0 && link('ended', words.countEnded(ended))}
      {ended > 0 && ending > 0 && ', '}
      {ending > 0 && link('ending', words.countEnding(ending, next === null ? null : daysUntil(next)))}
    </Text>
  );
}
