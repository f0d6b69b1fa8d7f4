import { counted } from './common';
import { dateFormat } from '../locale';

const month = dateFormat({ month: 'short', year: 'numeric', timeZone: 'UTC' });
const exact = dateFormat({ dateStyle: 'medium', timeZone: 'UTC' });
const inDays = (days: number) => (days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${counted(days, 'day')}`);

/** How long versions are supported. */
export const support = {
  column: 'Support',
  words: {
    supported: 'supported',
    until: (day: string) => `supported until ${month.format(new Date(day))}`,
    ends: (days: number) => `support ends ${inDays(days)}`,
    ended: 'out of support',
    endedOn: (day: string) => `support ended ${month.format(new Date(day))}`,
    extended: (day: string | null) =>
      day === null ? 'extended support only' : `extended support until ${month.format(new Date(day))}`,
  },
  day: (day: string) => exact.format(new Date(day)),
  hint: {
    eol: (day: string) => `Last day of support: ${exact.format(new Date(day))}`,
    extended: (day: string) => `Last day of extended support: ${exact.format(new Date(day))}`,
    active: (day: string) => `Last day of active development: ${exact.format(new Date(day))}`,
    cycle: (cycle: string) => `Cycle ${cycle}`,
    latest: (version: string) => `Newest of it: ${version}`,
    asOf: (time: string) => `Known as of ${exact.format(new Date(time))}`,
  },
  /** `2 out of support` */
  summary: 'Support',
  states: {
    ended: 'Out of support',
    ending: 'Ends within 90 days',
    extended: 'Extended support',
    supported: 'Supported',
    unknown: 'Not known',
  },
  filters: {
    ended: 'out of support',
    ending: 'support ends within 90 days',
    extended: 'extended support',
    supported: 'supported',
    unknown: 'support not known',
  },
  policy: {
    notice: 'Warn before support ends',
    noticeHint: 'Days before, for example 90, 30, 7, 0. Leave empty for never.',
    noticeWrong: 'Whole days, with commas between them',
    basis: 'Date that counts',
    bases: { eol: 'End of support', active: 'End of active development', extended: 'End of extended support' },
    contract: 'My support contract ends',
    contractHint: 'Used instead of the published date.',
  },
};
