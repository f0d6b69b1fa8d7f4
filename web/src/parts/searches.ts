import { isUuid } from '../api/ids';
import { LONGEST_ADDRESS } from './looks-like-address';

type Given = Record<string, unknown>;

/** What a screen knows of its address behind `?`. Anything else in it is dropped. */
const search =
  <Known extends object>(read: (given: Given) => Known) =>
  (given: Given) =>
    Object.fromEntries(Object.entries(read(given)).filter(([, value]) => value !== undefined)) as Partial<Known>;

const oneOf = <Value extends string>(given: unknown, ...values: readonly Value[]) =>
  values.find((value) => value === given);
const matching = (given: unknown, pattern: RegExp) =>
  typeof given === 'string' && pattern.test(given) ? given : undefined;
const text = (given: unknown, most: number) => matching(given, /\S/)?.slice(0, most);
const id = (given: unknown) => (typeof given === 'string' && isUuid(given) ? given : undefined);
/** `YYYY-MM-DD`, in the time zone of this browser. */
const day = (given: unknown) =>
  Number.isNaN(Date.parse(String(given))) ? undefined : matching(given, /^[12]\d{3}-\d\d-\d\d$/);
/** Left out: the first. */
const pageOf = (given: unknown) => {
  const page = Number(given);
  return Number.isInteger(page) && page > 1 && page <= 1_000_000 ? page : undefined;
};

export const softwareSearch = search((given) => ({
  from: oneOf(given.from, '1y', '2y', 'all'),
  show: oneOf(given.show, 'all'),
  older: oneOf(given.older, 'yes'),
  settings: given.settings === '' ? ('yes' as const) : oneOf(given.settings, 'yes'),
}));

export const publisherSearch = search((given) => ({ page: pageOf(given.page) }));

export const searchSearch = search((given) => ({
  q: text(given.q, LONGEST_ADDRESS),
  /** Whether the text is looked up as an address. */
  look: String(given.look) === 'true' || undefined,
  page: pageOf(given.page),
}));

export const groupSearch = search((given) => ({
  /** As the API takes them. */
  labels: text(given.labels, 512),
  against: text(given.against, 512),
}));

export const importSearch = search((given) => ({
  /** Of the inventory. */
  name: text(given.name, 64),
}));

export type ChannelSearch = ReturnType<typeof channelSearch>;
export const channelSearch = search((given) => ({
  tab: oneOf(given.tab, 'settings'),
}));

export const NOTIFICATION_STATES = ['pending', 'sent', 'failed', 'cancelled', 'expired'] as const;
export type LogSearch = ReturnType<typeof logSearch>;
export const logSearch = search((given) => ({
  state: oneOf(given.state, ...NOTIFICATION_STATES),
  channel: id(given.channel),
  /** A part of the product's name. */
  q: text(given.q, 100),
  since: day(given.since),
}));

export type TokenSearch = ReturnType<typeof tokenSearch>;
export const tokenSearch = search((given) => ({
  /** Whether the dialog for a new one is open. */
  new: oneOf(given.new, 'yes'),
}));

export const VIEWS = ['sources', 'knowledge', 'users', 'audit'] as const;
export type OperatorSearch = ReturnType<typeof operatorSearch>;
export const operatorSearch = search((given) => ({
  /** Left out: what is so now. */
  view: oneOf(given.view, ...VIEWS),
  /** Of sources; left out: those that fail. */
  state: oneOf(given.state, 'ok', 'any'),
  host: matching(given.host, /^[!-~]{1,255}$/),
  /** A part of a user's name. */
  q: text(given.q, 100),
  /** Of the audit log. */
  user: id(given.user),
  action: matching(given.action, /^[a-z.-]{1,40}$/),
  resource: id(given.resource),
  since: day(given.since),
}));
