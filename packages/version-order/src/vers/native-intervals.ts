import { spansOfOne } from './constraints';
import { EVERYTHING, intersect, type Spans } from './spans';
import { VersError } from './vers-error';
import type { VersionLine } from './version-line';

/** `[1.0,2.0)`, `(,1.0]`, `[1.0]`. */
const INTERVAL = /([[(])([^,[\]()|]*)(,([^,[\]()|]*))?([\])])[\s,|]*/y;

export const isIntervals = (text: string) => /^\s*[[(]/.test(text);

/** Sets of versions in the notation of mathematics, as Maven and NuGet have it. @throws VersError */
export function intervalsIn(line: VersionLine, given: string): Spans[] {
  const text = given.trimStart();
  const sets: Spans[] = [];
  for (let at = 0; at < text.length; at = INTERVAL.lastIndex) {
    INTERVAL.lastIndex = at;
    const match = INTERVAL.exec(text);
    if (match === null) throw new VersError('an interval needs two brackets with one or two versions between them');
    sets.push(intervalOf(line, match));
  }
  return sets;
}

function intervalOf(line: VersionLine, [text, open, first = '', second, last = '', close]: RegExpExecArray): Spans {
  const [low, high] = [first.trim(), (second === undefined ? first : last).trim()];
  if (second === undefined && (low === '' || open !== '[' || close !== ']'))
    throw new VersError(`${text.trim()} is no interval: a single version is in square brackets`);
  return intersect([
    low === '' ? EVERYTHING : spansOfOne(line, open === '[' ? '>=' : '>', low),
    high === '' ? EVERYTHING : spansOfOne(line, close === ']' ? '<=' : '<', high),
  ]);
}
