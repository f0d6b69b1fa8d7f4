import { parseDay } from '../../common/time/utc-timestamp';

/** A release cycle as a source, a record or a file lists it. Days are `YYYY-MM-DD`; null = unknown. */
export interface ProductCycle {
  /** The series, such as `14` or `3.12`. At most `CYCLE_NAME_LENGTH` characters. */
  cycle: string;
  /** Its name for people. */
  label: string | null;
  releasedOn: string | null;
  /** Since when it is a long-term support release; null = it is none. */
  ltsFrom: string | null;
  /** The last day of active support; after it come security fixes only. */
  activeUntil: string | null;
  /** The last day of security support for the majority of users. */
  eolOn: string | null;
  /** Whether support has ended, where no day is known. */
  isEol: boolean | null;
  /** The last day of support that some users have beyond that, mostly by paying. */
  extendedUntil: string | null;
  /** Whether that has ended, where no day is known. */
  isExtendedOver: boolean | null;
  /** Its newest version. */
  latest: string | null;
  link: string | null;
}

/** The origin: a record of the catalogue (null), the product's source, or the provider of knowledge of that name. */
export type CycleOrigin = 'source' | 'endoflife' | null;

/** A cycle that is stored. */
export interface Cycle extends ProductCycle {
  id: string;
  /** Sort keys of its versions, `rangeTo` excluded; both null = it is no series in the product's scheme. */
  rangeFrom: string | null;
  rangeTo: string | null;
  asOf: string;
  /** Upstream no longer lists it. */
  isGone: boolean;
  origin: CycleOrigin;
}

export const CYCLES_AT_MOST = 2_000;
export const CYCLE_NAME_LENGTH = 64;

/** Whether text is a day of the calendar in the years 1970 to 2199. */
export const isSupportDay = (text: string): boolean => parseDay(text) !== null && text >= '1970' && text < '2200';
