import { parseDay, parseMoment, toApiTimestamp } from '../../common/time/utc-timestamp';
import { Problem } from '../../api/problem/problem';
import { formatDuration, parseDuration, SHORTEST_REMINDER } from '../../config/duration';
import type { PolicyResponse, UpdatePolicyDto } from './dto/policy.dto';
import type { Policy } from '../store/policy';

/** The fields of the input, as they are stored. */
export function readPolicy(input: UpdatePolicyDto): Partial<Policy> {
  const { include_prereleases, series, skip, channels, minimum_age_days } = input;
  const read: Partial<Policy> = {
    include_prereleases,
    series: series?.trim() ?? series,
    skip: skip && [...new Set(skip.map((label) => label.trim().toWellFormed()))],
    channels: channels && [...new Set(channels.map((id) => id.toLowerCase()))],
    minimum_age_days: minimum_age_days === 0 ? null : minimum_age_days,
    snoozed_until: readWith(input.snoozed_until, 'snoozed_until', parseMoment, 'must be an ISO 8601 date or datetime'),
    remind_every: readWith(
      input.remind_every,
      'remind_every',
      parseReminder,
      'must be a duration of at least 1h, such as 7d',
    ),
    support_notice: input.support_notice && [...new Set(input.support_notice)].toSorted((a, b) => b - a),
    support_basis: input.support_basis,
    advisories: input.advisories,
    urgent: input.urgent,
    supported_until: readWith(
      input.supported_until,
      'supported_until',
      parseSupportDay,
      'must be a day from 1970 to 2199, such as 2027-01-31',
    ),
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}

function readWith<T>(
  text: string | null | undefined,
  field: string,
  parse: (text: string) => T | null,
  expected: string,
): T | null | undefined {
  if (text === undefined || text === null) return text;
  const value = parse(text);
  if (value === null) throw Problem.field(field, expected);
  return value;
}

function parseReminder(text: string): number | null {
  const seconds = parseDuration(text);
  return seconds !== null && seconds >= SHORTEST_REMINDER ? seconds : null;
}

function parseSupportDay(text: string): string | null {
  return text >= '1970' && text < '2200' ? parseDay(text) : null;
}

export const toPolicyResponse = (policy: Policy): PolicyResponse => ({
  include_prereleases: policy.include_prereleases,
  series: policy.series,
  skip: policy.skip,
  snoozed_until: toApiTimestamp(policy.snoozed_until),
  minimum_age_days: policy.minimum_age_days,
  channels: policy.channels,
  remind_every: policy.remind_every === null ? null : formatDuration(Math.max(policy.remind_every, SHORTEST_REMINDER)),
  support_notice: policy.support_notice,
  support_basis: policy.support_basis,
  supported_until: policy.supported_until,
  advisories: policy.advisories,
  urgent: policy.urgent,
});

/** Whether the policy decides about versions. If not, its favorite stays on the fast path of the evaluation. */
export const decidesAboutVersions = (policy: Policy): boolean =>
  policy.include_prereleases ||
  policy.series !== null ||
  policy.snoozed_until !== null ||
  policy.minimum_age_days !== null ||
  policy.skip.length > 0;
