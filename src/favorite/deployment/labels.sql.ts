import { isLonger } from 'small-parts';
import type { FilterSpec } from '../../api/list/list-spec';

/** What groups inventories: values by names, as of targets in Prometheus. */
export type Labels = Readonly<Record<string, string>>;

/** Labels of one inventory. */
export const LABELS_AT_MOST = 10;
export const MAX_LABEL_NAME = 32;
export const MAX_LABEL_VALUE = 64;

/** For the API description. */
export const LABELS = {
  type: 'object',
  maxProperties: LABELS_AT_MOST,
  example: { group: 'web' },
  additionalProperties: { type: 'string', minLength: 1, maxLength: MAX_LABEL_VALUE },
} as const;

/** As in Prometheus, where names of two underscores are its own. */
export const LABEL_NAME = /^(?!__)[a-zA-Z_][a-zA-Z0-9_]{0,31}$/;

export const LABELS_FORM = `must be at most ${LABELS_AT_MOST} labels such as group=web,site=berlin: names of 1 to ${MAX_LABEL_NAME} of a-z, A-Z, 0-9 and underscores; values of 1 to ${MAX_LABEL_VALUE} characters without commas`;

/** A comma separates labels in an address. */
const isValue = (text: string) =>
  text !== '' && text.isWellFormed() && !isLonger(text, MAX_LABEL_VALUE) && !/[,\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text);

/** In the order of their names, values without blanks at their ends. @returns null where they are none */
export function acceptLabels(given: readonly (readonly [string, unknown])[]): Labels | null {
  const labels = new Map(given.map(([name, value]) => [name.trim(), typeof value === 'string' ? value.trim() : '']));
  const isFine = labels.size === given.length && labels.size <= LABELS_AT_MOST;
  if (!isFine || ![...labels].every(([name, value]) => LABEL_NAME.test(name) && isValue(value))) return null;
  return Object.fromEntries([...labels].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** `group=web,site=berlin`; an empty text has none. @returns null where it is none */
export function readLabels(text: string): Labels | null {
  const parts = text.split(',').filter((part) => part.trim() !== '');
  const pairs = parts.map((part) => part.split(/=(.*)/s).slice(0, 2));
  if (pairs.some(({ length }) => length < 2)) return null;
  return acceptLabels(pairs as [string, string][]);
}

export const labelsText = (labels: Labels): string =>
  Object.entries(labels)
    .map((pair) => pair.join('='))
    .join(',');

/** Whether an inventory `i` has all of them. Index: the primary key. */
export function labelledAs(labels: Labels): { condition: string; parameters: string[] } {
  const one = 'EXISTS (SELECT 1 FROM inventory_label l WHERE l.inventory_id = i.id AND l.name = ? AND l.value = ?)';
  const pairs = Object.entries(labels);
  return { condition: pairs.map(() => one).join(' AND ') || '1 = 1', parameters: pairs.flat() };
}

export const labelsFilter: FilterSpec = {
  kind: 'text',
  column: '',
  operators: ['eq'],
  schema: { minLength: 1, maxLength: 512 },
  description: 'Of its inventory, all of these: `group=web,site=berlin`.',
  read: (value) => {
    const labels = readLabels(value);
    return labels === null || value.trim() === '' ? LABELS_FORM : { ...labelledAs(labels), value };
  },
};
