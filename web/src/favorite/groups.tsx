import { now } from '../api/clock';
import type { FavoriteFilter, FavoriteRow } from '../api/favorites';
import { messages } from '../messages';
import { laterMenu } from '../parts/later';
import { Name, visibleText } from '../parts/name';
import { Group, Text } from '../parts/ui';
import type { Group as Grouping } from './address';
import { MoreButton } from './cells';
import type { ListActions } from './use-list-actions';

const words = messages.favorites.updates;
const GroupMenu = laterMenu(() => import('./menus').then(({ GroupMenu }) => ({ GroupMenu })), 'GroupMenu');
const DAY = 86_400_000;
/** Groups of which every row is on the screen are dealt with at once; of larger ones a dialog says how many there are. */
const FEW = 10;

/** One group of rows: how it is called, and the same rows as the API finds them. */
export interface RowGroup {
  key: string;
  name: string;
  filter: FavoriteFilter;
}

const AGES = [
  ['week', 7],
  ['month', 30],
  ['quarter', 90],
  ['older', Infinity],
] as const;

const nameOfStep = (step: string) => messages.common.steps[step] ?? step;

/** The group of a row, by what rows are grouped. */
export function grouping(group: Grouping): (row: FavoriteRow) => RowGroup | undefined {
  if (group === 'publisher') return ({ publisher }) => ({ key: publisher, name: publisher, filter: { publisher } });
  if (group === 'matters')
    return ({ matters }) =>
      matters && {
        key: matters.group,
        name: (words.matters.groups as Record<string, string>)[matters.group] ?? nameOfStep(matters.group),
        filter: { matters: matters.group },
      };
  if (group === 'step')
    return ({ available_version: offered }) =>
      offered ? { key: offered.kind, name: nameOfStep(offered.kind), filter: { kind: offered.kind } } : undefined;
  const today = now();
  const since = (days: number) => new Date(today - days * DAY).toISOString();
  return ({ available_version: offered }) => {
    if (!offered) return undefined;
    const days = (today - new Date(offered.created_at).getTime()) / DAY;
    const index = AGES.findIndex(([, most]) => days <= most);
    const [key, most] = AGES[index]!;
    const before = AGES[index - 1];
    return {
      key,
      name: words.ages[key],
      filter: {
        ...(most === Infinity ? {} : { 'available_at[gte]': since(most) }),
        ...(before ? { 'available_at[lt]': since(before[1]) } : {}),
      },
    };
  };
}

/** The heading of a group, with a menu of what can be done to all of it. */
export function GroupHead({
  group,
  count,
  rows,
  filter,
  actions,
}: {
  group: RowGroup;
  /** undefined = not known. */
  count: number | undefined;
  /** Its rows, where all of them are known. */
  rows: readonly FavoriteRow[] | undefined;
  /** What the whole list is filtered by. */
  filter: FavoriteFilter;
  actions: ListActions;
}) {
  const of = rows && rows.length <= FEW ? { rows } : { filter: { ...filter, ...group.filter }, count };
  const { disabled } = actions;
  return (
    <Group justify="space-between">
      <span>
        <Name>{group.name}</Name>{' '}
        {count !== undefined && (
          <Text span inherit c="dimmed" fw={400} className="tabular">
            {messages.common.number(count)}
          </Text>
        )}
      </span>
      <GroupMenu
        disabled={disabled}
        count={count}
        onAct={(operation) => actions.act(operation, of)}
        onEdit={(kind) => actions.edit({ kind, of })}
        button={<MoreButton aria-label={words.groupAction(visibleText(group.name))} disabled={disabled} />}
      />
    </Group>
  );
}
