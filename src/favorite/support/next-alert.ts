import { SUPPORT_NOTICE } from '../store/support';

/** Days by which a date may move without anybody being told. */
export const MOVED_DAYS = 14;
/** A threshold that had passed for longer when it became known is not told: the state is in lists, and nobody is flooded. */
const LATE_DAYS = 14;
const DAY_MS = 86_400_000;
/** In place of a threshold: the date has moved to before all of them. */
const MOVED = 'moved';

/** What decides about alerts of a favorite. Days are `YYYY-MM-DD`, UTC. */
export interface AlertState {
  lifecycleId: string | null;
  /** The last day of support. */
  eolOn: string | null;
  /** `support_notice` of the policy: days, separated by commas; null = the default, empty = off. */
  notice: string | null;
  /** When the alert was due, or the favorite was evaluated. */
  dueOn: string;
  /** What its owner was told, the last first. */
  told: string[];
}

export interface DueAlert {
  kind: 'support.ending' | 'support.ended';
  subject: string;
}

/** What the subject of an alert says. */
export interface AlertSubject {
  /** Null: of no cycle, as the owner's own date counts. */
  lifecycleId: string | null;
  endsOn: string;
  /** Null: only that the date has moved. */
  threshold: number | null;
  /** The date that was told before. */
  was: string | null;
}

/** `support:<cycle>:<date>:<threshold>`, and the date before if that was told; at most 73 characters. */
const subjectOf = ({ lifecycleId, endsOn, threshold, was }: AlertSubject) =>
  ['support', lifecycleId ?? 'own', endsOn, threshold ?? MOVED, ...(was === null ? [] : [was])].join(':');

/** Null for what no version of the service has written. */
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

/** Days before the end of support on which to tell, the earliest first. */
export const noticeDays = (notice: string | null): number[] =>
  (notice === null ? SUPPORT_NOTICE : (notice.match(/\d+/g) ?? []).map(Number)).toSorted((a, b) => b - a);

/**
 * Which alert is due, if any, and on which day to look again. Of several thresholds that have passed only the nearest to the end is told.
 * @param today by the database's clock
 */
export function nextAlert(state: AlertState, today: string): { alert: DueAlert | null; next: string | null } {
  const { eolOn, notice, lifecycleId } = state;
  const days = eolOn === null ? [] : noticeDays(notice);
  if (eolOn === null || days.length === 0) return { alert: null, next: null };
  const due = days.findLast((threshold) => dayOf(eolOn, threshold) <= today) ?? null;
  const following = days.find((threshold) => dayOf(eolOn, threshold) > today);
  const next = following === undefined ? null : dayOf(eolOn, following);
  const told = state.told
    .flatMap((subject) => readSubject(subject) ?? [])
    .filter((one) => one.lifecycleId === lifecycleId);
  const last = told[0] ?? null;
  const was = last !== null && hasMoved(last.endsOn, eolOn) ? last.endsOn : null;
  const isTold = told.some(({ endsOn, threshold }) => !hasMoved(endsOn, eolOn) && covers(threshold, due));
  const isLate = due !== null && dayOf(eolOn, due) < addDays(state.dueOn, -LATE_DAYS);
  const isDue = was !== null ? true : due !== null && !isTold && !isLate;
  if (!isDue) return { alert: null, next };
  const kind = today > eolOn ? 'support.ended' : 'support.ending';
  return { alert: { kind, subject: subjectOf({ lifecycleId, endsOn: eolOn, threshold: due, was }) }, next };
}

/** Whether whoever was told of one threshold need not be told of another, which has passed. */
const covers = (told: number | null, due: number | null) => told !== null && due !== null && told <= due;

/** 0 days before the end is the day after the last one: then support has ended. */
const dayOf = (eolOn: string, threshold: number) => addDays(eolOn, threshold === 0 ? 1 : -threshold);

export const hasMoved = (from: string, to: string) => Math.abs(Date.parse(from) - Date.parse(to)) > MOVED_DAYS * DAY_MS;

/** `YYYY-MM-DD` so many days later. */
const addDays = (day: string, days: number) => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
