import type { UtcTimestamp } from '../../common/time/utc-timestamp';
import type { SupportBasis } from '../../version/lifecycle/support';
import { type AdvisoryLevel, DEFAULT_LEVEL, type Urgent } from './risk';

/** A policy as it is stored, with its lists. */
export interface Policy {
  include_prereleases: boolean;
  series: string | null;
  snoozed_until: UtcTimestamp | null;
  minimum_age_days: number | null;
  remind_every: number | null;
  /** Days before the end of support on which to notify, descending; null = the service's default. */
  support_notice: number[] | null;
  support_basis: SupportBasis;
  supported_until: string | null;
  advisories: AdvisoryLevel;
  /** Null = off. */
  urgent: Urgent | null;
  skip: string[];
  channels: string[];
}

export const NO_POLICY: Policy = {
  include_prereleases: false,
  series: null,
  snoozed_until: null,
  minimum_age_days: null,
  remind_every: null,
  support_notice: null,
  support_basis: 'eol',
  supported_until: null,
  advisories: DEFAULT_LEVEL,
  urgent: null,
  skip: [],
  channels: [],
};
