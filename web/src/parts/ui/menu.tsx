import { type ComponentPropsWithRef, createContext, type ElementType, type ReactNode, useContext } from 'react';
import { join, type Plain, type Poly } from './box';
import classes from './ui.module.css';

/** Closes the menu, and gives the focus back to its button. */
export const MenuClose = createContext<() => void>(() => {});

interface ItemProps {
  /** It takes something away. */
  color?: string | undefined;
  disabled?: boolean | undefined;
  rightSection?: ReactNode;
  onClick?: (() => void) | undefined;
  children?: ReactNode;
}

function Item<C extends ElementType = 'button'>(props: Poly<C, ItemProps>) {
  const { component: Tag = 'button', color, disabled, rightSection, onClick, children, ...rest } = props as Plain<ItemProps>; // prettier-ignore
  const close = useContext(MenuClose);
  const choose = () => {
    close();
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
      className={classes.menuItem}
      data-danger={color ? true : undefined}
      onClick={disabled ? undefined : choose}
    >
      <span>{children}</span>
      {rightSection}
    </Tag>
  );
}

/** What a `ButtonMenu` has in it. */
export const Menu = {
  Item,
  Label: ({ className, ...props }: ComponentPropsWithRef<'div'>) => (
    <div role="presentation" className={join(classes.menuLabel, className)} {...props} />
  ),
  Divider: () => <hr className={classes.divider} />,
};
