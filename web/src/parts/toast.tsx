import { type ReactNode, useEffect } from 'react';
import { followed } from '../api/followed';
import { CloseButton } from './ui';
import { tint } from './ui/box';
import classes from './ui/ui.module.css';

/** What was done, that it was undone, what else is worth a sentence, and what did not work. */
export type ToastKind = 'done' | 'undone' | 'said' | 'refused';

interface Toast {
  title?: ReactNode;
  message: ReactNode;
  color?: string;
  /** false = it stays until somebody closes it. */
  autoClose?: false;
  /** By default an alert; `status` is for what changes while it is shown. */
  role?: 'alert' | 'status';
}

const SHOWN_FOR = 10_000;

const toasts = followed<readonly (Toast & { id: string; kind: ToastKind })[]>([]);
let count = 0;

/** Says something at the foot of the window: of each kind the newest alone, since more would cover what is done next. @returns its id */
export function toast(kind: ToastKind, said: Toast): string {
  const id = `toast-${(count += 1)}`;
  toasts.set([...toasts.get().filter((one) => one.kind !== kind), { ...said, id, kind }]);
  return id;
}

export const hideToast = (id: string | undefined): void => toasts.set(toasts.get().filter((one) => one.id !== id));

/** Where it is said. */
export const Toasts = () => (
  <div className={classes.toasts}>
    {toasts.use().map((one) => (
      <Said key={one.id} {...one} />
    ))}
  </div>
);

function Said({ id, title, message, color = 'blue', autoClose, role = 'alert' }: Toast & { id: string }) {
  useEffect(() => {
    if (autoClose === false) return undefined;
    const timer = setTimeout(() => hideToast(id), SHOWN_FOR);
    return () => clearTimeout(timer);
  }, [id, autoClose]);
  return (
    <div role={role} className={classes.toast} style={tint(color)}>
      <div className={classes.toastText}>
        {title != null && <div className={classes.alertTitle}>{title}</div>}
        {message}
      </div>
      <CloseButton onClick={() => hideToast(id)} />
    </div>
  );
}
