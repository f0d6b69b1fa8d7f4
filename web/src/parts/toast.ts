import { type NotificationData, notifications } from '@mantine/notifications';

/** What was done, that it was undone, what else is worth a sentence, and what did not work. */
export type ToastKind = 'done' | 'undone' | 'said' | 'refused';

const shown = new Map<ToastKind, string>();

/** Says something at the foot of the window: of each kind the newest alone, since more would cover what is done next. @returns its id */
export function toast(kind: ToastKind, data: Omit<NotificationData, 'id'>): string {
  notifications.hide(shown.get(kind) ?? '');
  const id = notifications.show(data);
  shown.set(kind, id);
  return id;
}
