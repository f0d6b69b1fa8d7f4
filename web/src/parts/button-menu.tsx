import { Menu, type MenuProps } from '@mantine/core';
import { useMediaQuery, useMergedRef, useUncontrolled } from '@mantine/hooks';
import { cloneElement, useEffect, useRef } from 'react';
import { useBackCloses } from './back-closes';
import type { ButtonElement } from './later';
import classes from './parts.module.css';

/** The color of what takes something away. */
export const DANGER = 'var(--mantine-color-error)';

/** As theme/global.css says. */
const PHONE = '(max-width: 47.99em)';

/**
 * A menu and the button that opens it. When it closes, its button has the focus, however it was opened: of a menu that is made opened, as those are
 * whose code comes when they are opened (`laterMenu`), Mantine does not know where the focus was, and a dialog that an entry opens would give the
 * focus back to that entry, which is gone by then. On a phone it is a sheet over the screen, which says what it is about.
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
  const isSheet = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false });
  useBackCloses(isOpen, () => change(false));
  useEffect(() => {
    if (isMadeOpened) change(true);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once
  }, []);
  return (
    <Menu
      position="bottom-end"
      {...props}
      opened={isOpen}
      onChange={change}
      withOverlay={isSheet}
      // What lies below a sheet is not meant by the touch that closes it.
      closeOnClickOutside={!isSheet}
      overlayProps={{ fixed: true, zIndex: 299, onClick: () => change(false) }}
    >
      <Menu.Target>{cloneElement(button, { ref })}</Menu.Target>
      <Menu.Dropdown>
        {isSheet && (
          <Menu.Label className={classes.sheetTitle}>{button.props['aria-label'] ?? button.props.children}</Menu.Label>
        )}
        {children}
      </Menu.Dropdown>
    </Menu>
  );
}
