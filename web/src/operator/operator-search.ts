import { isUuid } from '../api/ids';

export const VIEWS = ['sources', 'knowledge', 'users', 'audit'] as const;

/** What of the operator's page is shown, in its address. */
export interface OperatorSearch {
  /** Left out: what is so now. */
  view?: (typeof VIEWS)[number];
  /** Of sources; left out: those that fail. */
  state?: 'ok' | 'any';
  type?: string;
  host?: string;
  /** A part of a user's name. */
  q?: string;
  /** Of the audit log. */
  user?: string;
  action?: string;
  resource?: string;
  /** `YYYY-MM-DD`, in the time zone of this browser. */
  since?: string;
}

const text = (given: unknown, pattern: RegExp) =>
  typeof given === 'string' && pattern.test(given) ? given : undefined;

export function operatorSearch(given: Record<string, unknown>): OperatorSearch {
  const id = (value: unknown) => (typeof value === 'string' && isUuid(value) ? value : undefined);
  const all = {
    view: VIEWS.find((one) => one === given.view),
    state: given.state === 'ok' || given.state === 'any' ? given.state : undefined,
    type: text(given.type, /^[a-z0-9-]{1,32}$/),
    host: text(given.host, /^[!-~]{1,255}$/),
    q: text(given.q, /^.{1,100}$/),
    user: id(given.user),
    action: text(given.action, /^[a-z.-]{1,40}$/),
    resource: id(given.resource),
    since: text(given.since, /^[12]\d{3}-\d\d-\d\d$/),
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as OperatorSearch;
}
