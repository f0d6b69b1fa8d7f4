import { daysUntil } from '../api/clock';
import type { SupportResponse as Support } from '../api/generated';
import { messages } from '../messages';
import { visibleText } from './name';
import { Badge, Text } from './ui';

const words = messages.support;
/** In the last days it is said loudly. */
const LOUD_DAYS = 30;

/** What is known of the support of a version in a few words; null = nothing. Loud: somebody should do something. */
export function supportWords(support: Support | null | undefined): { text: string; isLoud: boolean } | null {
  const of = words.words;
  if (!support || support.state === 'unknown') return null;
  const { state, eol_on: day, extended_until: extended } = support;
  if (state === 'ended') return { text: day ? of.endedOn(day) : of.ended, isLoud: true };
  if (state === 'extended') return { text: of.extended(extended), isLoud: true };
  if (day === null) return { text: of.supported, isLoud: false };
  const days = daysUntil(day);
  if (days <= LOUD_DAYS) return { text: of.ends(Math.max(0, days)), isLoud: true };
  return { text: state === 'ending' ? of.ends(days) : of.until(day), isLoud: false };
}

/** All that is known, one fact in a line. */
export function supportHint(support: Support): string {
  const { cycle, eol_on: eol, extended_until: extended, active_until: active, latest_in_cycle: latest } = support;
  return [
    cycle && words.hint.cycle(visibleText(cycle)),
    active && words.hint.active(active),
    eol && words.hint.eol(eol),
    extended && extended < '9999' && words.hint.extended(extended),
    latest && words.hint.latest(visibleText(latest)),
    support.as_of && words.hint.asOf(support.as_of),
  ]
    .filter(Boolean)
    .join('\n');
}

/** A quiet fact, or a loud one in the last 30 days of support and after them. */
export function SupportMark({ support }: { support: Support | null | undefined }) {
  const known = supportWords(support);
  if (!known) return null;
  const hint = supportHint(support!);
  if (known.isLoud)
    return (
      <Badge variant="light" color="major" title={hint}>
        {known.text}
      </Badge>
    );
  return (
    <Text span size="xs" c="dimmed" title={hint}>
      {known.text}
    </Text>
  );
}
