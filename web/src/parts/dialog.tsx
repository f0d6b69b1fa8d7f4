import { type ReactNode, type SyntheticEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useBackCloses } from './back-closes';
import { CloseButton, Group, Title } from './ui';
import classes from './ui/ui.module.css';

interface DialogProps {
  opened: boolean;
  onClose: () => void;
  title?: ReactNode;
  /** Where it has no title. */
  label?: string;
  size?: 'md' | 'lg';
  /** false = it stays until it is answered. */
  closeOnEscape?: boolean;
  withCloseButton?: boolean;
  children: ReactNode;
}

/** A dialog that gives the focus back to what opened it, also when it is taken away while it is open. */
export function Dialog({ opened, ...props }: DialogProps) {
  const openedBy = () => ({ is: opened, by: opened ? openerOf() : null });
  const [open, setOpen] = useState(openedBy);
  if (open.is !== opened) setOpen(openedBy);
  const { by } = open;
  useBackCloses(opened && props.closeOnEscape !== false, props.onClose);
  // Once it is gone: until then, nothing else can have the focus.
  useEffect(() => () => queueMicrotask(() => by?.focus({ preventScroll: true })), [by]);
  return opened && createPortal(<Opened {...props} />, document.body);
}

const FIRST = '[data-autofocus], [autofocus]';
const FIELDS = 'input:not([type="hidden"]), select, textarea, button, a[href]';

function Opened({
  onClose,
  title,
  label,
  size = 'md',
  closeOnEscape = true,
  withCloseButton = closeOnEscape,
  children,
}: Omit<DialogProps, 'opened'>) {
  const dialog = useRef<HTMLDialogElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    dialog.current!.showModal();
    const first =
      content.current!.querySelector<HTMLElement>(FIRST) ?? content.current!.querySelector<HTMLElement>(FIELDS);
    (first ?? dialog.current!).focus();
  }, []);
  const cancel = (event: SyntheticEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (closeOnEscape) onClose();
  };
  return (
    <dialog
      ref={dialog}
      role="dialog"
      tabIndex={-1}
      className={classes.dialog}
      data-size={size}
      aria-label={label}
      aria-labelledby={title != null ? id : undefined}
      onKeyDown={(event) => event.key === 'Escape' && cancel(event)}
      // A gesture, for example. What is in it may have one of its own, such as a field for a file.
      onCancel={(event) => event.target === dialog.current && cancel(event)}
      onMouseDown={(event) => event.target === dialog.current && closeOnEscape && onClose()}
    >
      <div className={classes.dialogBox}>
        {(title != null || withCloseButton) && (
          <Group justify="space-between" align="flex-start" wrap="nowrap" mb="sm">
            <Title order={2} id={id}>
              {title}
            </Title>
            {withCloseButton && <CloseButton onClick={onClose} />}
          </Group>
        )}
        <div ref={content}>{children}</div>
      </div>
    </dialog>
  );
}

/** What has the focus; of an entry of a menu, which goes, the button of the menu. */
function openerOf(): HTMLElement | null {
  const { activeElement } = document;
  const menu = activeElement?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const opener = menu ? document.getElementById(menu) : activeElement;
  return opener instanceof HTMLElement ? opener : null;
}
