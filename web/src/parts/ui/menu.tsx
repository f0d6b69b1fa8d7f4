import { type ComponentPropsWithRef, createContext, type ElementType, type ReactNode, useContext } from 'react';
import { join, type Poly } from './box';
import { Icon } from '../icon';
import classes from './ui.module.css';

/** Closes the menu, and gives the focus back to its button. */
export const MenuClose = createContext<{ close: () => void; staysOpen: boolean }>({
  close: () => {},
  staysOpen: false,
});

interface ItemProps {
  /** It takes something away. */
  color?: string | undefined;
  disabled?: boolean | undefined;
  closeMenuOnClick?: boolean;
  rightSection?: ReactNode;
  className?: string | undefined;
  onClick?: (() => void) | undefined;
  children?: ReactNode;
}

function Item<C extends ElementType = 'button'>(props: Poly<C, ItemProps>) {
  const { component: Tag = 'button', color, disabled, closeMenuOnClick, rightSection, className, onClick, children, ...rest } = props as ItemProps & { component?: ElementType }; // prettier-ignore
  const { close, staysOpen } = useContext(MenuClose);
  const choose = () => {
    if (closeMenuOnClick ?? !staysOpen) close();
    onClick?.();
  };
  return (
    <Tag
      {...(Tag === 'button' && { type: 'button' })}
      {...rest}
      role="menuitem"
      tabIndex={-1}
      // It can have the focus, so that readers hear that it is there.
      aria-disabled={disabled || undefined}
      className={join(classes.menuItem, className)}
      data-danger={color ? true : undefined}
      onClick={disabled ? undefined : choose}
    >
      <span>{children}</span>
      {rightSection}
    </Tag>
  );
}

const Chosen = createContext<{ value: string[]; onChange: (value: string[]) => void }>({
  value: [],
  onChange: () => {},
});

function CheckboxItem({ value, children }: { value: string; children: ReactNode }) {
  const group = useContext(Chosen);
  const { close, staysOpen } = useContext(MenuClose);
  const isOn = group.value.includes(value);
  const toggle = () => {
    group.onChange(isOn ? group.value.filter((one) => one !== value) : [...group.value, value]);
    if (!staysOpen) close();
  };
  return (
    <button
      type="button"
      role="menuitemcheckbox"
      aria-checked={isOn}
      tabIndex={-1}
      className={classes.menuItem}
      onClick={toggle}
    >
      <span className={classes.ticked}>{isOn && <Icon name="check" size={14} />}</span>
      <span>{children}</span>
    </button>
  );
}

/** What a `ButtonMenu` has in it. */
export const Menu = {
  Item,
  CheckboxItem,
  CheckboxGroup: ({
    children,
    ...chosen
  }: {
    value: string[];
    onChange: (value: string[]) => void;
    children: ReactNode;
  }) => <Chosen value={chosen}>{children}</Chosen>,
  Label: ({ className, ...props }: ComponentPropsWithRef<'div'>) => (
    <div role="presentation" className={join(classes.menuLabel, className)} {...props} />
  ),
  Divider: () => <hr className={classes.divider} />,
  Search: (props: ComponentPropsWithRef<'input'>) => (
    <input type="search" autoFocus className={join(classes.input, classes.menuSearch)} {...props} />
  ),
};
