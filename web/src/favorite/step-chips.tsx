import { Button } from '../parts/ui';
import type { SummaryResponse } from '../api/generated';
import { messages } from '../messages';
import classes from './favorite.module.css';
import type { UpdatesSearch } from './address';

const words = messages.favorites.updates;
type Kind = NonNullable<UpdatesSearch['kind']>;
const KINDS = ['major', 'minor', 'patch', 'other'] as const;

/** `5 updates · 2 major · 2 minor · 1 patch`: the numbers are the filter; beside them, whether only what is vulnerable. */
export function StepChips({
  summary,
  kind,
  vulnerable,
  onChange,
}: {
  summary: SummaryResponse | undefined;
  kind: Kind | undefined;
  vulnerable: 'true' | undefined;
  onChange: (change: Partial<UpdatesSearch>) => void;
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
        <Chip key={value ?? 'all'} text={text} isOn={kind === value} onClick={() => onChange({ kind: value })} />
      ))}
      <Chip
        text={messages.risk.vulnerable}
        isOn={vulnerable !== undefined}
        onClick={() => onChange({ vulnerable: vulnerable ? undefined : 'true' })}
      />
    </div>
  );
}

const Chip = ({ text, isOn, onClick }: { text: string; isOn: boolean; onClick: () => void }) => (
  <Button
    size="compact-sm"
    radius="xl"
    className={`${classes.chip} tabular`}
    variant={isOn ? 'filled' : 'default'}
    aria-pressed={isOn}
    onClick={onClick}
  >
    {text}
  </Button>
);
