import { SUPPORT_NOTICE } from '../../version/lifecycle/support';
import type { DueAlert } from './alert';

/** Days by which a date may move without an alert. */
export const MOVED_DAYS = 14;
/** A threshold that had passed for longer when it became known causes no alert: lists show the state, and nobody is flooded. */
const LATE_DAYS = 14;
const DAY_MS = 86_400_000;
/** In place of a threshold: the date has moved to before all of them. */
const MOVED = 'moved';

/** The state that determines the alerts of a favorite. Days are `YYYY-MM-DD`, UTC. */
export interface AlertState {
  favoriteId: string;
  lifecycleId: string | null;
  /** The last day of support. */
  eolOn: string | null;
  /** `support_notice` of the policy: days, separated by commas; null = the default, empty = off. */
  notice: string | null;
  /** When the alert was due, or the favorite was evaluated. */
  dueOn: string;
  /** Subjects of earlier alerts, the latest first. */
  alreadyNotified: string[];
}

/** The parts of an alert's subject. */
export interface AlertSubject {
  /** Null: the owner has set a date, so no cycle counts. */
  lifecycleId: string | null;
  endsOn: string;
  /** Null: only that the date has moved. */
  threshold: number | null;
  /** The date in the alert before. */
  was: string | null;
}

/** `support:<cycle>:<date>:<threshold>`, and the earlier date if the owner was notified of one; at most 73 characters. */
const subjectOf = ({ lifecycleId, endsOn, threshold, was }: AlertSubject) =>
  ['support', lifecycleId ?? 'own', endsOn, threshold ?? MOVED, ...(was === null ? [] : [was])].join(':');

/** Null for a text that is not a subject. */
export function readSubject(subject: string): AlertSubject | null {
  const [, cycle, endsOn, threshold, was = null] =
    /^support:([^:]+):(\d{4}-\d\d-\d\d):(\d+|moved)(?::(\d{4}-\d\d-\d\d))?$/.exec(subject) ?? [];
  if (cycle === undefined || endsOn === undefined) return null;
  return {
    lifecycleId: cycle === 'own' ? null : cycle,
    endsOn,
    threshold: threshold === MOVED ? null : Number(threshold),
    was,
  };
}

/** Days before the end of support on which to notify, the earliest first. */
export const noticeDays = (notice: string | null): number[] =>
  (notice === null ? SUPPORT_NOTICE : (notice.match(/\d+/g) ?? []).map(Number)).toSorted((a, b) => b - a);

/**
 * Finds the alert that is due, if any, and the day of the next evaluation. Of several passed thresholds only the nearest to the end counts.
 * @param today by the database's clock
 */
export function nextAlert(state: AlertState, today: string): { alert: DueAlert | null; next: string | null } {
  const { favoriteId, eolOn, notice, lifecycleId } = state;
  const days = eolOn === null ? [] : noticeDays(notice);
  if (eolOn === null || days.length === 0) return { alert: null, next: null };
  const due = days.findLast((threshold) => dayOf(eolOn, threshold) <= today) ?? null;
  const following = days.find((threshold) => dayOf(eolOn, threshold) > today);
  const next = following === undefined ? null : dayOf(eolOn, following);
  const alreadyNotified = state.alreadyNotified
    .flatMap((subject) => readSubject(subject) ?? [])
    .filter((one) => one.lifecycleId === lifecycleId);
  const last = alreadyNotified[0] ?? null;
  const was = last !== null && hasMoved(last.endsOn, eolOn) ? last.endsOn : null;
  const isNotified = alreadyNotified.some(
    ({ endsOn, threshold }) => !hasMoved(endsOn, eolOn) && covers(threshold, due),
  );
  const isLate = due !== null && dayOf(eolOn, due) < addDays(state.dueOn, -LATE_DAYS);
  const isDue = was !== null ? true : due !== null && !isNotified && !isLate;
  if (!isDue) return { alert: null, next };
  const kind = today > eolOn ? 'support.ended' : 'support.ending';
  const subject = subjectOf({ lifecycleId, endsOn: eolOn, threshold: due, was });
  return { alert: { favoriteId, kind, subject }, next };
}

/** Whether an alert for one threshold makes one for a passed threshold unnecessary. */
const covers = (notified: number | null, due: number | null) => notified !== null && due !== null && notified <= due;

/** 0 days before the end is the day after the last one: then support has ended. */
const dayOf = (eolOn: string, threshold: number) => addDays(eolOn, threshold === 0 ? 1 : -threshold);

export const hasMoved = (from: string, to: string) => Math.abs(Date.parse(from) - Date.parse(to)) > MOVED_DAYS * DAY_MS;

/** `YYYY-MM-DD` so many days later. */
const addDays = (day: string, days: number) => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
