import { isLonger, parseUrl } from 'small-parts';
import { CYCLE_NAME_LENGTH, CYCLES_AT_MOST, isSupportDay, type ProductCycle } from './product-cycle';

/** Why a list of cycles was refused. */
export class CycleError extends Error {
  /** @param field such as `lifecycle[3].eol_on` */
  constructor(
    readonly field: string,
    message: string,
  ) {
    super(message);
  }
}

/** Reads the `lifecycle` of a record; the last entry of a cycle counts. Other keys are ignored. @throws CycleError */
export function readCycles(value: unknown, field = 'lifecycle'): ProductCycle[] {
  if (!Array.isArray(value)) throw new CycleError(field, 'must be an array');
  if (value.length > CYCLES_AT_MOST) throw new CycleError(field, `must not have more than ${CYCLES_AT_MOST} entries`);
  const cycles = value.map((entry: unknown, index) => readCycle(`${field}[${index}]`, entry));
  return [...new Map(cycles.map((cycle) => [cycle.cycle, cycle])).values()];
}

function readCycle(field: string, value: unknown): ProductCycle {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new CycleError(field, 'must be an object');
  const entry = value as Record<string, unknown>;
  const given = <Value>(name: string, read: (field: string, value: unknown) => Value) =>
    entry[name] === undefined || entry[name] === null ? null : read(`${field}.${name}`, entry[name]);
  const text = (name: string, max: number) => given(name, (at, one) => readText(at, one, max));
  const day = (name: string) => given(name, readDay);
  const flag = (name: string) => given(name, readFlag);
  const cycle = text('cycle', CYCLE_NAME_LENGTH);
  if (cycle === null) throw new CycleError(`${field}.cycle`, 'must not be empty');
  return {
    cycle,
    label: text('label', 255),
    releasedOn: day('released_on'),
    ltsFrom: day('lts_from'),
    activeUntil: day('active_until'),
    eolOn: day('eol_on'),
    isEol: flag('is_eol'),
    extendedUntil: day('extended_until'),
    isExtendedOver: flag('is_extended_over'),
    latest: text('latest', 255),
    link: given('link', readLink),
  };
}

function readText(field: string, value: unknown, max: number): string | null {
  if (typeof value !== 'string') throw new CycleError(field, 'must be text');
  const text = value.toWellFormed().replaceAll('\u0000', '\uFFFD').trim();
  if (isLonger(text, max)) throw new CycleError(field, `must not be longer than ${max} characters`);
  return text === '' ? null : text;
}

function readDay(field: string, value: unknown): string {
  if (typeof value === 'string' && isSupportDay(value)) return value;
  throw new CycleError(field, 'must be a day (YYYY-MM-DD) from 1970 to 2199');
}

function readFlag(field: string, value: unknown): boolean {
  if (typeof value !== 'boolean') throw new CycleError(field, 'must be true, false or null');
  return value;
}

function readLink(field: string, value: unknown): string | null {
  const text = readText(field, value, 2_048);
  if (text === null) return null;
  const protocol = parseUrl(text)?.protocol;
  if (protocol !== 'http:' && protocol !== 'https:') throw new CycleError(field, 'must be an http or https URL');
  return text;
}

/** The reverse of `readCycles`; null values are left out. */
export const cycleEntryOf = (cycle: ProductCycle): Record<string, string | boolean> =>
  Object.fromEntries(
    Object.entries({
      cycle: cycle.cycle,
      label: cycle.label,
      released_on: cycle.releasedOn,
      lts_from: cycle.ltsFrom,
      active_until: cycle.activeUntil,
      eol_on: cycle.eolOn,
      is_eol: cycle.isEol,
      extended_until: cycle.extendedUntil,
      is_extended_over: cycle.isExtendedOver,
      latest: cycle.latest,
      link: cycle.link,
    }).filter((entry): entry is [string, string | boolean] => entry[1] !== null),
  );
