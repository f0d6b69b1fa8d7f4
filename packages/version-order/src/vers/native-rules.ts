import { type Comparator, spansOfOne } from './constraints';
import { complement, EVERYTHING, HIGHEST, intersect, LOWEST, type Span, type Spans } from './spans';
import type { Rule } from './native-terms';
import { VersError } from './vers-error';
import type { VersionLine } from './version-line';

/** A version that may be partial (`1.2`) or open (`1.2.x`, `1.*`, `*`). A `v` before it is left out. */
interface Shape {
  epoch: string;
  numbers: string[];
  isOpen: boolean;
  rest: string;
}

const OPEN = '[xX*](?:\\.[xX*])*';
const SHAPE = new RegExp(`^v?(\\d+!)?(?:(\\d+(?:\\.\\d+)*)(\\.${OPEN})?|(${OPEN}))?`, 'i');

function shapeOf(version: string): Shape {
  const [whole, epoch = '', numbers = '', end = '', all = ''] = SHAPE.exec(version)!;
  const rest = version.slice(whole.length);
  const open = end + all;
  return { epoch, numbers: numbers.split('.').filter(Boolean), isOpen: open !== '' && rest === '', rest: open + rest };
}

/** The version with at least so many numbers. */
const written = ({ epoch, numbers, rest, isOpen }: Shape, least: number) =>
  epoch + padded(numbers, least).join('.') + (isOpen ? '' : rest);

/** The lowest version with a higher number at this place. */
const bumped = ({ epoch, numbers }: Shape, place: number, least: number) =>
  epoch + padded([...numbers.slice(0, place), String(BigInt(numbers[place]!) + 1n)], least).join('.');

const padded = (numbers: string[], least: number) =>
  numbers.length === 0 ? [] : [...numbers, ...Array.from({ length: Math.max(0, least - numbers.length) }, () => '0')];

/** The version as it is written. */
export const plain =
  (comparator: Comparator): Rule =>
  (line, version) =>
    spansOfOne(line, comparator, version);

export const PLAIN: Readonly<Record<string, Rule>> = {
  '': (line, version) => (version === '*' ? EVERYTHING : spansOfOne(line, '=', version)),
  '=': plain('='),
  '==': plain('='),
  '!=': plain('!='),
  '<>': plain('!='),
  '<': plain('<'),
  '<=': plain('<='),
  '>': plain('>'),
  '>=': plain('>='),
};

/** How many numbers a version must have, and how many it may lack to mean all that begin with it. */
export interface Numbers {
  /** Missing ones are added as zeros. */
  least: number;
  /** `1.2` is `1.2.x`. */
  partialIsOpen?: boolean;
}

/** Comparators for which `1.2.x` is the series of all versions 1.2: above it, below it, in it. */
export function seriesRules(numbers: Numbers): Record<string, Rule> {
  const rule = (comparator: Comparator) => seriesRule(comparator, numbers);
  const [equal, other] = [rule('='), rule('!=')];
  const sides = { '<': rule('<'), '<=': rule('<='), '>': rule('>'), '>=': rule('>=') };
  return { '': equal, '=': equal, '==': equal, '!=': other, '<>': other, ...sides };
}

function seriesRule(comparator: Comparator, { least, partialIsOpen = false }: Numbers): Rule {
  return (line, version) => {
    const shape = shapeOf(version);
    const isPartial = partialIsOpen && shape.rest === '' && shape.numbers.length > 0 && shape.numbers.length < least;
    if (!shape.isOpen && !isPartial) return spansOfOne(line, comparator, written(shape, least));
    return besideSeries(comparator, seriesOf(line, shape, least));
  };
}

function besideSeries(comparator: Comparator, series: Span): Spans {
  if (comparator === '!=') return complement([series]);
  if (comparator === '<') return [{ low: LOWEST, high: series.low }];
  if (comparator === '<=') return [{ low: LOWEST, high: series.high }];
  if (comparator === '>') return [{ low: series.high, high: HIGHEST }];
  return comparator === '>=' ? [{ low: series.low, high: HIGHEST }] : [series];
}

function seriesOf(line: VersionLine, shape: Shape, least: number): Span {
  const last = shape.numbers.length - 1;
  return last < 0 ? EVERYTHING[0]! : upTo(line, shape, last, { least });
}

/** `1.2.x` instead of what the rule says about other versions. */
export const orSeries =
  (least: number, rule: Rule): Rule =>
  (line, version) => {
    const shape = shapeOf(version);
    return shape.isOpen ? [seriesOf(line, shape, least)] : rule(line, version);
  };

export interface Bound {
  /** As in `Numbers`. */
  least: number;
  /** Behind the upper version. */
  end?: string;
}

/** From the version up to the next one with a higher number at this place. */
function upTo(line: VersionLine, shape: Shape, place: number, { least, end = '' }: Bound): Span {
  const low = spansOfOne(line, '>=', written(shape, least))[0]!.low;
  return { low, high: spansOfOne(line, '<', bumped(shape, place, least) + end)[0]!.high };
}

const upToPlace =
  (placeIn: (numbers: string[]) => number, bound: Bound): Rule =>
  (line, version) => {
    const shape = shapeOf(version);
    if (shape.isOpen && shape.numbers.length === 0) return EVERYTHING;
    if (shape.numbers.length === 0) throw new VersError(`${JSON.stringify(version)} does not begin with a number`);
    return [upTo(line, shape, placeIn(shape.numbers), bound)];
  };

/** `^1.2.3`: the first number that is not zero stays. */
export const caret = (bound: Bound): Rule =>
  upToPlace((numbers) => {
    const place = numbers.findIndex((number) => !/^0+$/.test(number));
    return place < 0 ? numbers.length - 1 : place;
  }, bound);

/** `~1.2.3`: the second number stays, or the first if it is alone. */
export const tilde = (bound: Bound): Rule => upToPlace((numbers) => Math.min(1, numbers.length - 1), bound);

/** `~> 1.2.3`: all numbers but the last stay, or the first if it is alone. */
export const pessimistic = (bound: Bound): Rule => upToPlace((numbers) => Math.max(0, numbers.length - 2), bound);

/** `1.2 - 2.3`: the upper version belongs to it, with all that begin with it if it is partial. */
export const hyphenRule = (least: number) => (line: VersionLine, low: string, high: string) => {
  const rules = seriesRules({ least, partialIsOpen: true });
  return intersect([rules['>=']!(line, low), rules['<=']!(line, high)]);
};
