import { useMergedRef } from '@mantine/hooks';
import {
  cloneElement,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useBackCloses } from './back-closes';
import type { ButtonElement } from './later';
import { Menu } from './ui';
import { MenuClose } from './ui/menu';
import classes from './ui/ui.module.css';

/** The color of what takes something away. */
export const DANGER = 'red';

/** As ui.module.css says. */
const PHONE = '(max-width: 47.99em)';
const GAP = 4;
const EDGE = 8;

interface MenuProps {
  button: ButtonElement;
  /** Of one whose code comes when it is opened (`laterMenu`). */
  isMadeOpened?: boolean;
  disabled?: boolean;
  /** Pixels. */
  width?: number;
  children: ReactNode;
}

/**
 * A menu and the button that opens it. When it closes, its button has the focus, however it was opened: a dialog that an entry opens gives the focus
 * back to it. On a phone it is a sheet over the screen, which says what it is about.
 */
export function ButtonMenu({ button, isMadeOpened = false, disabled = false, ...rest }: MenuProps) {
  const [isOpen, setOpen] = useState(isMadeOpened);
  const target = useRef<HTMLButtonElement>(null);
  const ref = useMergedRef(target, button.props.ref);
  const id = useId();
  const change = (isOpened: boolean) => {
    target.current?.focus({ preventScroll: true });
    setOpen(isOpened);
  };
  useBackCloses(isOpen, () => change(false));
  const tied = {
    id: button.props.id ?? `${id}-button`,
    'aria-haspopup': 'menu' as const,
    'aria-expanded': isOpen,
    'aria-controls': isOpen ? id : undefined,
  };
  const toggle = () => !disabled && change(!isOpen);
  return (
    <>
      {cloneElement(button, { ...tied, ref, onClick: toggle })}
      {isOpen && (
        <Opened
          {...rest}
          id={id}
          target={target.current}
          labelledBy={tied.id}
          title={button.props['aria-label'] ?? button.props.children}
          onClose={() => change(false)}
        />
      )}
    </>
  );
}

const ITEMS = '[role^="menuitem"]';

function Opened({
  id,
  target,
  labelledBy,
  title,
  width,
  onClose,
  children,
}: Pick<MenuProps, 'width' | 'children'> & {
  id: string;
  target: HTMLElement | null;
  labelledBy: string;
  title: ReactNode;
  onClose: () => void;
}) {
  const menu = useRef<HTMLDivElement>(null);
  const close = useEffectEvent(onClose);
  useLayoutEffect(() => {
    const element = menu.current!;
    element.showPopover();
    const place = () => placeAt(element, target ?? document.getElementById(labelledBy));
    place();
    element.querySelector<HTMLElement>(`input, ${ITEMS}`)?.focus({ preventScroll: true });
    window.addEventListener('resize', place);
    window.addEventListener('scroll', place, { capture: true, passive: true });
    return () => {
      window.removeEventListener('resize', place);
      window.removeEventListener('scroll', place, { capture: true });
    };
  }, [target, labelledBy]);
  useEffect(() => {
    // On a phone the menu covers all of the screen: what lies below it is not meant by the touch that closes it.
    const outside = ({ target: at }: PointerEvent) => {
      if (!(at instanceof Node) || menu.current?.contains(at) || target?.contains(at)) return;
      close();
    };
    document.addEventListener('pointerdown', outside, { capture: true });
    return () => document.removeEventListener('pointerdown', outside, { capture: true });
  }, [target]);
  const press = (event: KeyboardEvent<HTMLDivElement>) => {
    // Keys of a menu are not those of what it stands in.
    event.stopPropagation();
    const items = [...event.currentTarget.querySelectorAll<HTMLElement>(ITEMS)];
    const at = items.indexOf(document.activeElement as HTMLElement);
    const isTyping = event.target instanceof HTMLInputElement;
    const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at < 0 ? -1 : at - 1, ...(!isTyping && { Home: 0, End: -1 }) }; // prettier-ignore
    const next = steps[event.key];
    if (next !== undefined) items.at(next >= items.length ? 0 : next)?.focus();
    else if (event.key === 'Escape' || event.key === 'Tab') onClose();
    else if (!isTyping && /^\S$/.test(event.key)) startingWith(items, at, event.key)?.focus();
    else return;
    event.preventDefault();
  };
  return (
    <div
      ref={menu}
      popover="manual"
      className={classes.menuRoom}
      onClick={(event) => event.target === menu.current && onClose()}
    >
      <div
        id={id}
        role="menu"
        aria-labelledby={labelledBy}
        className={classes.menu}
        style={{ width }}
        onKeyDown={press}
      >
        <Menu.Label className={classes.sheetTitle}>{title}</Menu.Label>
        <MenuClose value={onClose}>{children}</MenuClose>
      </div>
    </div>
  );
}

const startingWith = (items: HTMLElement[], at: number, letter: string) =>
  [...items.slice(at + 1), ...items].find((item) =>
    item.textContent?.trim().toLowerCase().startsWith(letter.toLowerCase()),
  );

/** Below the button, or above it where there is more room. On a phone it is at the foot of the screen, by its styles. */
function placeAt(menu: HTMLElement, button: HTMLElement | null): void {
  if (!button) return;
  if (window.matchMedia(PHONE).matches) return void Object.assign(menu.style, { left: '', top: '' });
  const at = button.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = menu;
  const { clientWidth, clientHeight } = document.documentElement;
  const left = at.right - width;
  const isAbove = at.bottom + GAP + height > clientHeight - EDGE && at.top > clientHeight - at.bottom;
  const top = isAbove ? at.top - GAP - height : at.bottom + GAP;
  menu.style.left = `${Math.max(EDGE, Math.min(left, clientWidth - width - EDGE))}px`;
  menu.style.top = `${Math.max(EDGE, top)}px`;
}
