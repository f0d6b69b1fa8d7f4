import { isLonger } from 'small-parts';
import {
  CYCLE_NAME_LENGTH,
  CYCLES_AT_MOST,
  isSupportDay,
  type ProductCycle,
} from '../../version/lifecycle/product-cycle';
import { type Fields, isFields, linkOf, textOf } from '../../common/fetch/read';

/**
 * Cycles as API v1 of endoflife.date lists them (schema `ProductRelease`). What cannot be stored is left out: one odd day must not hide
 * the rest of a product.
 */
export function cyclesOf(releases: Fields[]): ProductCycle[] {
  const cycles = releases.slice(0, CYCLES_AT_MOST).flatMap(toCycle);
  return [...new Map(cycles.map((cycle) => [cycle.cycle, cycle])).values()];
}

/** Texts that are days, or else null or missing. */
const DAYS = ['releaseDate', 'ltsFrom', 'eoasFrom', 'eolFrom', 'eoesFrom'];

/** Why a cycle cannot be taken as it is listed, in words that follow its name; null = it can. */
export function cycleProblem(release: Fields): string | null {
  const name = textOf(release.name);
  if (name !== null && isLonger(name, CYCLE_NAME_LENGTH))
    return `has a name of more than ${CYCLE_NAME_LENGTH} characters`;
  if (storable(name, CYCLE_NAME_LENGTH) === null) return 'has no name';
  const isOdd = (day: unknown) => typeof day === 'string' && !isSupportDay(day);
  const odd = DAYS.find((field) => isOdd(release[field]));
  return odd === undefined ? null : `has a ${odd} that is not a day (YYYY-MM-DD) from 1970 to 2199`;
}

function toCycle(release: Fields): ProductCycle[] {
  const cycle = storable(release.name, CYCLE_NAME_LENGTH);
  if (cycle === null) return [];
  const latest = isFields(release.latest) ? release.latest : null;
  const label = storable(release.label, 255);
  const link = linkOf(latest?.link);
  const releasedOn = dayOf(release.releaseDate);
  const eolOn = dayOf(release.eolFrom);
  const extendedUntil = dayOf(release.eoesFrom);
  return [
    {
      cycle,
      label: label === cycle ? null : label,
      releasedOn,
      ltsFrom: release.isLts === true || release.ltsFrom ? (dayOf(release.ltsFrom) ?? releasedOn) : null,
      activeUntil: dayOf(release.eoasFrom),
      eolOn,
      isEol: eolOn === null ? flagOf(release.isEol) : null,
      extendedUntil,
      isExtendedOver: extendedUntil === null ? flagOf(release.isEoes) : null,
      latest: storable(latest?.name, 255),
      link: link !== null && !isLonger(link, 2_048) ? link : null,
    },
  ];
}

function storable(value: unknown, max: number): string | null {
  const text = textOf(value)?.toWellFormed().trim();
  return text === undefined || text === '' || isLonger(text, max) || text.includes('\0') ? null : text;
}

const dayOf = (value: unknown) => (typeof value === 'string' && isSupportDay(value) ? value : null);

const flagOf = (value: unknown) => (typeof value === 'boolean' ? value : null);
