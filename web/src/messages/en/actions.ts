import { common, counted } from './common';
import { dateFormat } from '../locale';

const day = dateFormat({ dateStyle: 'medium' });
const list = new Intl.ListFormat('en', { type: 'conjunction' });

/** `Grafana`, or `12 products` */
const subject = (names: string[], count: number) => (count === 1 && names[0] ? names[0] : counted(count, 'product'));

/** The same of all that match, of which the number may not be known. */
const subjectOf = (name: string, count: number | undefined) =>
  count === undefined ? 'all that match' : subject([name], count);

/** `Grafana, Redis, nginx and 9 more` */
const few = (names: string[], count: number) => {
  const shown = names.slice(0, 3);
  const more = count - shown.length;
  return list.format(more > 0 ? [...shown, shown.length > 0 ? `${more} more` : counted(more, 'product')] : shown);
};

/** What can be done to favorites, and what is said about it. */
export const actions = {
  names: {
    update: 'Mark as updated',
    skip: 'Skip',
    snooze: 'Snooze',
    unsnooze: 'End snooze',
    mute: 'Mute',
    unmute: 'Unmute',
    delete: 'Stop tracking',
    policy: 'Save policy',
    tag: 'Tag',
    untag: 'Remove tags',
  },
  edit: {
    policy: 'Policy …',
    tags: 'Tags …',
    snooze: 'Snooze …',
    policyOf: (name: string, count: number | undefined) => `Policy of ${subjectOf(name, count)}`,
    tagsOf: (name: string, count: number | undefined) => `Tags of ${subjectOf(name, count)}`,
  },
  hints: {
    update: 'The version on offer is now in use',
    skip: 'Offer nothing up to this version',
    snooze: 'Offer nothing until a given day',
    mute: 'Send no messages; it stays in the list',
  },
  done: {
    update: (names: string[], count: number, version?: string) =>
      count === 1 && version
        ? `${subject(names, 1)}: marked as updated to ${version}`
        : `${counted(count, 'product')}: marked as updated`,
    skip: (names: string[], count: number, version?: string) =>
      count === 1 && version
        ? `${subject(names, 1)}: ${version} is skipped`
        : `${counted(count, 'product')}: the version on offer is skipped`,
    snooze: (names: string[], count: number, until?: string) =>
      `${subject(names, count)}: snoozed${until ? ` until ${day.format(new Date(until))}` : ''}`,
    unsnooze: (names: string[], count: number) => `${subject(names, count)}: no longer snoozed`,
    mute: (names: string[], count: number) => `${subject(names, count)}: muted`,
    unmute: (names: string[], count: number) => `${subject(names, count)}: no longer muted`,
    delete: (names: string[], count: number) => `${subject(names, count)}: no longer tracked`,
    policy: (names: string[], count: number) => `${subject(names, count)}: policy saved`,
    tag: (names: string[], count: number, tags?: string) => `${subject(names, count)}: tagged${tags ? ` ${tags}` : ''}`,
    untag: (names: string[], count: number, tags?: string) =>
      `${subject(names, count)}: no longer tagged${tags ? ` ${tags}` : ''}`,
  },
  nothing: (names: string[], count: number) => `${subject(names, count)}: nothing to change`,
  failed: (names: string[], count: number, reason: string) => `Not for ${few(names, count)}: ${reason}`,
  progress: (what: string, done: number, all: number) => `${what}: ${common.number(done)} of ${common.number(all)}`,
  notDone: 'Nothing was changed',
  wait: 'Changes wait until the service answers.',
  undone: (names: string[], count: number) => `Undone: ${subject(names, count)}`,
  notUndone: (names: string[], count: number) => `Not undone for ${few(names, count)}, which was changed after it.`,
  undoFailed: 'It could not be undone',
  undoHint: 'Undo (Ctrl Z)',
  toHistory: 'History',
  nothingToUndo: 'Nothing of the last 30 days to undo',
  snooze: {
    title: 'Snooze until',
    titleOf: (name: string) => `Snooze ${name} until`,
    tomorrow: 'Tomorrow',
    nextWeek: 'Next week',
    nextMonth: 'Next month',
    date: 'A date …',
    set: (date: string) => `Snooze until ${day.format(new Date(date))}`,
    choose: 'Choose a day',
  },
  day: (date: Date) => day.format(date),
  confirm: {
    title: {
      update: (count: string) => `Mark all ${count} as updated?`,
      skip: (count: string) => `Skip the versions on offer of all ${count}?`,
      snooze: (count: string) => `Snooze all ${count}?`,
      unsnooze: (count: string) => `End the snooze of all ${count}?`,
      mute: (count: string) => `Mute all ${count}?`,
      unmute: (count: string) => `Unmute all ${count}?`,
      delete: (count: string) => `Stop tracking all ${count}?`,
      policy: (count: string) => `Change the policy of all ${count}?`,
      tag: (count: string) => `Tag all ${count}?`,
      untag: (count: string) => `Remove tags from all ${count}?`,
    },
    counting: 'Counting …',
    text: {
      update: 'The version on offer becomes the version in use of each. You can undo it for 30 days.',
      skip: 'Versions up to the one on offer are no longer offered. You can undo it for 30 days.',
      snooze: 'They offer nothing until then. You can undo it for 30 days.',
      unsnooze: 'Newer versions are offered again at once. You can undo it for 30 days.',
      mute: 'No messages are sent for them; they stay in the lists. You can undo it for 30 days.',
      unmute: 'Messages are sent for them again. You can undo it for 30 days.',
      delete: 'Their policies and notes go with them. You can undo it for 30 days.',
      policy: 'You can undo it for 30 days.',
      tag: 'You can undo it for 30 days.',
      untag: 'You can undo it for 30 days.',
    },
    more: (count: number) => `and ${counted(count, 'other')}`,
    changed: (before: number, now: number) =>
      `There were ${counted(before, 'favorite')} when you looked; there are ${counted(now, 'favorite')} now.`,
    none: 'None are left.',
  },
};
