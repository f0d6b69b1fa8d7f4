import { Button } from '@mantine/core';
import type { SummaryResponse } from '../api/generated';
import { messages } from '../messages';
import classes from './favorite.module.css';
import type { UpdatesSearch } from './address';

const words = messages.favorites.updates;
type Kind = NonNullable<UpdatesSearch['kind']>;
const KINDS = ['major', 'minor', 'patch', 'other'] as const;

/** `5 updates · 2 major · 2 minor · 1 patch`: the numbers are the filter. */
export function StepChips({
  summary,
  kind,
  onChange,
}: {
  summary: SummaryResponse | undefined;
  kind: Kind | undefined;
  onChange: (kind: Kind | undefined) => void;
}) {
  if (!summary) return <span />;
  const shown = KINDS.filter((one) => summary.by_kind![one] > 0 || one === kind);
  const chips: [Kind | undefined, string][] = [
    [undefined, words.summary(summary.outdated)],
    ...shown.map((one): [Kind, string] => [
      one,
      `${messages.common.number(summary.by_kind![one])} ${messages.common.steps[one]!.toLowerCase()}`,
    ]),
  ];
  return (
    <div className={classes.summary} role="group" aria-label={words.label}>
      {chips.map(([value, text]) => (
        <Button
          key={value ?? 'all'}
          size="compact-sm"
          radius="xl"
          className={`${classes.chip} tabular`}
          variant={kind === value ? 'filled' : 'default'}
          aria-pressed={kind === value}
          onClick={() => onChange(value)}
        >
          {text}
        </Button>
      ))}
    </div>
  );
}
