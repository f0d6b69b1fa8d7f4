import { isUuid } from '../api/ids';

export const VIEWS = ['sources', 'knowledge', 'users', 'audit'] as const;

/** What of the operator's page is shown, in its address. */
export interface OperatorSearch {
  /** Left out: what is so now. */
  view?: (typeof VIEWS)[number];
  /** Of sources; left out: those that fail. */
  state?: string;
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

const KNOWN: Record<keyof OperatorSearch, (text: string) => boolean> = {
  view: (text) => (VIEWS as readonly string[]).includes(text),
  state: (text) => text === 'ok' || text === 'any',
  host: (text) => /^[!-~]{1,255}$/.test(text),
  q: (text) => /^.{1,100}$/.test(text),
  user: isUuid,
  action: (text) => /^[a-z.-]{1,40}$/.test(text),
  resource: isUuid,
  since: (text) => /^[12]\d{3}-\d\d-\d\d$/.test(text),
};

export const operatorSearch = (given: Record<string, unknown>): OperatorSearch =>
  Object.fromEntries(
    Object.entries(KNOWN).flatMap(([name, isKnown]) => {
      const value = given[name];
      return typeof value === 'string' && isKnown(value) ? [[name, value]] : [];
    }),
  );
