import type { ReactNode } from 'react';
import { box, type BoxProps } from './box';
import classes from './ui.module.css';

export type Tint = 'red' | 'orange' | 'yellow' | 'green' | 'blue' | 'gray';

interface AlertProps extends BoxProps {
  color: Tint;
  title?: ReactNode;
  role?: 'alert' | 'status';
  className?: string | undefined;
  children?: ReactNode;
}

/** Something that people must not miss. */
export const Alert = ({ color, title, role = 'alert', children, ...rest }: AlertProps) => (
  <div role={role} {...box(rest, classes.alert, classes.tint)} data-color={color}>
    {title != null && <div className={classes.alertTitle}>{title}</div>}
    {children}
  </div>
);
