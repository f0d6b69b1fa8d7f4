import { Menu, type MenuProps } from '@mantine/core';
import { useMergedRef, useUncontrolled } from '@mantine/hooks';
import { cloneElement, useEffect, useRef } from 'react';
import type { ButtonElement } from './later';

/**
 * A menu and the button that opens it. When it closes, its button has the focus, however it was opened: of a menu that is made opened, as those are
 * whose code comes when they are opened (`laterMenu`), Mantine does not know where the focus was, and a dialog that an entry opens would give the
 * focus back to that entry, which is gone by then.
 */
export function ButtonMenu({
  button,
  isMadeOpened = false,
  opened,
  onChange,
  children,
  ...props
}: Omit<MenuProps, 'defaultOpened' | 'returnFocus'> & {
  button: ButtonElement;
  isMadeOpened?: boolean;
}) {
  const [isOpen, setOpen] = useUncontrolled({ value: opened, finalValue: false, onChange });
  const target = useRef<HTMLButtonElement>(null);
  const ref = useMergedRef(target, button.props.ref);
  const change = (isOpened: boolean) => {
    target.current?.focus({ preventScroll: true });
    setOpen(isOpened);
  };
  useEffect(() => {
    if (isMadeOpened) change(true);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once
  }, []);
  return (
    <Menu position="bottom-end" {...props} opened={isOpen} onChange={change}>
      <Menu.Target>{cloneElement(button, { ref })}</Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
