import { Modal, type ModalProps } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useBackCloses } from './back-closes';

/**
 * A dialog that gives the focus back to what opened it, also when it is taken away while it is open. Mantine's own way takes down where the focus was
 * after the first field of the dialog has taken it, where the code of both is there already.
 */
export function Dialog({ opened, ...props }: ModalProps) {
  const openedBy = () => ({ is: opened, by: opened ? openerOf() : null });
  const [open, setOpen] = useState(openedBy);
  if (open.is !== opened) setOpen(openedBy);
  const { by } = open;
  useBackCloses(opened && props.closeOnEscape !== false, props.onClose);
  useEffect(() => () => by?.focus({ preventScroll: true }), [by]);
  return <Modal {...props} opened={opened} returnFocus={false} />;
}

/** What has the focus; of an entry of a menu, which goes, the button of the menu. */
function openerOf(): HTMLElement | null {
  const { activeElement } = document;
  const menu = activeElement?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const opener = menu ? document.getElementById(menu) : activeElement;
  return opener instanceof HTMLElement ? opener : null;
}
