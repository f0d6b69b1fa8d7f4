import { actions } from './actions';
import { counted } from './common';

/** `Grafana`, or `12 products` */
const subject = (names: readonly string[], count: number) =>
  count === 1 && names[0] ? names[0] : counted(count, 'product');

export interface Told {
  names: readonly string[];
  count: number;
  from: string | null;
  to: string | null;
  until: string | null;
  inventory: string | null;
  tags: readonly string[];
}

const TOLD: Record<string, (told: Told) => string> = {
  update: ({ names, count, from, to }) =>
    count === 1 && from && to
      ? `${subject(names, 1)}: ${from} → ${to} in use`
      : `${subject(names, count)}: the version on offer in use`,
  skip: ({ names, count, to }) =>
    count === 1 && to
      ? `${subject(names, 1)}: ${to} skipped`
      : `${subject(names, count)}: the version on offer skipped`,
  unskip: ({ names, count, to }) => `${subject(names, count)}: ${to ?? 'a version'} no longer skipped`,
  edit: ({ names, count, from, to }) =>
    `${subject(names, count)}: ${from && to ? `${from} → ${to}, and more` : 'edited'}`,
  move: ({ names, count }) => `${subject(names, count)}: another product tracked instead`,
  import: ({ count, inventory }) => `Import of ${inventory ?? 'an inventory'}: ${counted(count, 'product')} changed`,
};

/** The others, as they are said when they are done. */
function toldAsDone(action: string, { names, count, until, tags }: Told): string {
  const { done } = actions;
  const isKnown = (name: string): name is keyof typeof done => name in done;
  const detail = until ?? (tags.length > 0 ? tags.join(', ') : undefined);
  return isKnown(action) ? done[action]([...names], count, detail) : `${subject(names, count)}: ${action}`;
}

const MEANS: Record<string, (name: string | null) => string> = {
  session: (name) => name ?? 'a browser that has signed out',
  token: (name) => (name ? `token ${name}` : 'a token that was revoked'),
  oidc: () => 'a token of single sign-on',
  link: () => 'a link in a message',
  cli: () => 'the command line',
  service: () => 'the service',
};

export const history = {
  title: 'History',
  lead: 'What you changed in the last 30 days, here and by other programs.',
  empty: 'Nothing was changed yet',
  emptyText: 'What you update, skip, snooze, import or stop tracking is listed here, with the way back.',
  told: (action: string, told: Told) => TOLD[action]?.(told) ?? toldAsDone(action, told),
  by: (kind: string, name: string | null) => MEANS[kind]?.(name) ?? kind,
  others: (count: number) => `${count} more`,
  undoOf: (what: string) => `Undo: ${what}`,
  /** Why it cannot be undone, or not any more. */
  states: {
    undone: 'Undone',
    changed: 'Changed again since then',
    impossible: 'Cannot be undone',
  } as Record<string, string>,
  undone: (restored: number) => (restored === 0 ? 'Nothing was restored' : `Undone: ${counted(restored, 'product')}`),
  notUndone: (count: number) => `${counted(count, 'product')} could not come back: changed after it, or gone.`,
  today: 'Today',
  yesterday: 'Yesterday',
};
