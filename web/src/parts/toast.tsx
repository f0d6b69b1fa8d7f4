import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
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
  /** It is not shown any more, whatever took it away. */
  onClose?: () => void;
}

const SHOWN_FOR = 10_000;

let shown: readonly (Toast & { id: string; kind: ToastKind })[] = [];
let count = 0;
const listeners = new Set<() => void>();

function change(next: typeof shown): void {
  const gone = shown.filter((one) => !next.includes(one));
  shown = next;
  for (const listener of listeners) listener();
  for (const { onClose } of gone) onClose?.();
}

/** Says something at the foot of the window: of each kind the newest alone, since more would cover what is done next. @returns its id */
export function toast(kind: ToastKind, said: Toast): string {
  const id = `toast-${(count += 1)}`;
  change([...shown.filter((one) => one.kind !== kind), { ...said, id, kind }]);
  return id;
}

export function hideToast(id: string | undefined): void {
  if (shown.some((one) => one.id === id)) change(shown.filter((one) => one.id !== id));
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Where it is said. */
export const Toasts = () => (
  <div className={classes.toasts}>
    {useSyncExternalStore(subscribe, () => shown).map((one) => (
      <Said key={one.id} {...one} />
    ))}
  </div>
);

function Said({ id, title, message, color = 'blue', autoClose }: Toast & { id: string }) {
  useEffect(() => {
    if (autoClose === false) return undefined;
    const timer = setTimeout(() => hideToast(id), SHOWN_FOR);
    return () => clearTimeout(timer);
  }, [id, autoClose]);
  return (
    <div role="alert" className={classes.toast} style={tint(color)}>
      <div className={classes.toastText}>
        {title != null && <div className={classes.alertTitle}>{title}</div>}
        {message}
      </div>
      <CloseButton onClick={() => hideToast(id)} />
    </div>
  );
}
