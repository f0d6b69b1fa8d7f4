export type Fields = Record<string, unknown>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An own field: `__proto__` and `constructor` are names as any other. */
export const field = (value: unknown, name: string): unknown =>
  isFields(value) && Object.hasOwn(value, name) ? value[name] : undefined;

export const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

export const entriesOf = (value: unknown): [string, unknown][] => (isFields(value) ? Object.entries(value) : []);

/** Of a text, a number or a flag; others are empty. */
export const scalarOf = (value: unknown): string =>
  ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : '';

/** A version as YAML and JSON may have it: `1.10` without quotes is a number. */
export const versionOf = (value: unknown): string | null =>
  typeof value === 'number' ? String(value) : textOf(value)?.trim() || null;
