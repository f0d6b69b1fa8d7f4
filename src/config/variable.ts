import { parseUrl, withoutSlashes } from 'small-parts';
import { parseDuration } from './duration';

/** The kind of value of a variable. */
export interface Shape<T> {
  /** null = invalid. */
  parse(text: string): T | null;
  /** Completes "PORT must be …". A function gets the text and must not repeat it: it may hold a password. */
  expected: string | ((text: string) => string);
  /** The same in a few words, for the table in docs/configuration.md. */
  value: string;
}

/** One variable of the environment. The table in docs/configuration.md and `.env.example` are generated from these. */
export interface Variable<T> extends Shape<T> {
  /** As it would be written in the environment; null = no fixed default. */
  default: string | null;
  /** The behaviour without a value, if there is no fixed default. */
  unset?: string;
  /** The value then, if it is not null. */
  absent?: T;
  /** Markdown; links are relative to docs/. */
  description: string;
}

/** The type of a variable: with neither a fixed default nor `absent`, null when it is not set. */
export type ValueOf<V extends Variable<unknown>> = V extends { default: string } | { absent: unknown }
  ? NonNullable<ReturnType<V['parse']>>
  : ReturnType<V['parse']>;

export const text: Shape<string> = { parse: (value) => value, expected: 'a text', value: 'text' };

const BOOLEANS = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

export const boolean: Shape<boolean> = {
  parse: (value) => BOOLEANS.get(value.toLowerCase()) ?? null,
  expected: 'true or false',
  value: '`true` or `false`',
};

const ON_OFF = new Map([
  ['on', true],
  ['off', false],
]);

export const onOff: Shape<boolean> = { ...oneOf(['on', 'off']), parse: (value) => ON_OFF.get(value) ?? null };

export function integer(min: number, max: number): Shape<number> {
  return {
    parse: (value) => (/^\d{1,15}$/.test(value) && Number(value) >= min && Number(value) <= max ? Number(value) : null),
    expected: `a whole number from ${min} to ${max}`,
    value: `integer, ${min} to ${max}`,
  };
}

/** Seconds. */
export function duration({ shortest, longest }: { shortest?: string; longest?: string } = {}): Shape<number> {
  const least = shortest ? parseDuration(shortest)! : 0;
  const most = longest ? parseDuration(longest)! : Infinity;
  const bounds = `${shortest ? `, at least ${shortest}` : ''}${longest ? `, at most ${longest}` : ''}`;
  return {
    parse: (value) => {
      const seconds = parseDuration(value);
      return seconds !== null && seconds >= least && seconds <= most ? seconds : null;
    },
    expected: `a duration such as 30s, 1m, 24h or 7d${bounds}`,
    value: `duration${bounds}`,
  };
}

export function oneOf<const T extends string>(words: readonly T[]): Shape<T> {
  return {
    parse: (value) => words.find((word) => word === value) ?? null,
    expected: `one of ${words.join(', ')}`,
    value: words.map((word) => `\`${word}\``).join(', '),
  };
}

/** Without a trailing slash. */
export const baseUrl: Shape<string> = {
  parse: (value) => {
    const url = parseUrl(value);
    if (!url || !['http:', 'https:'].includes(url.protocol)) return null;
    if (url.username || url.search || url.hash) return null;
    return withoutSlashes(url.origin + url.pathname);
  },
  expected: 'an http(s) URL without a query',
  value: 'URL',
};

/** A list with commas between its parts. */
export const partsOf = (value: string) => value.split(',').map((part) => part.trim());
