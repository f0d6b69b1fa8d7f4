import { messages } from '../messages';
import { visibleText } from './name';

const named = messages.favorites.filters;
type Words = Record<string, string>;

const WORDS: Record<string, (value: string) => string | undefined> = {
  'software[like]': named.q,
  publisher: named.publisher,
  tag: named.tag,
  kind: (kind) => messages.common.steps[kind] && named.kind(messages.common.steps[kind]),
  matters: (group) =>
    named.matters((messages.favorites.updates.matters.groups as Words)[group] ?? messages.common.steps[group] ?? group),
  update_available: (value) => (named.update as Words)[value],
  state: (state) => (named.state as Words)[state],
  freshness: (state) => (named.freshness as Words)[state],
  known: (what) => (named.known as Words)[what],
  support: (state) => (messages.support.filters as Words)[state],
  vulnerable: (value) => (value === 'true' ? messages.risk.filters.vulnerable : undefined),
  exploited: (value) => (value === 'true' ? messages.risk.filters.exploited : undefined),
};

const NAMES = Object.keys(WORDS);

/** A filter of favorites in words, always in the same order. What only the API can filter by is shown last, as it was given. */
export function filterWords(filter: Record<string, unknown>): string {
  const others = Object.keys(filter).filter((name) => !NAMES.includes(name));
  return [...NAMES.filter((name) => name in filter), ...others]
    .flatMap((name) => [filter[name]].flat().map((value) => [name, visibleText(String(value))] as const))
    .map(([name, text]) => WORDS[name]?.(text) ?? `${visibleText(name)} ${text}`)
    .join(', ');
}
