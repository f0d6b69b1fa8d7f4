import type { ReactNode } from 'react';
import { box, type BoxProps, tint } from './box';
import classes from './ui.module.css';

export type Tint = 'red' | 'orange' | 'yellow' | 'green' | 'blue' | 'gray';

type AlertProps = BoxProps & { color: Tint; title?: ReactNode; role?: 'alert' | 'status'; children?: ReactNode };

/** Something that people must not miss. */
export const Alert = ({ color, title, role = 'alert', children, ...rest }: AlertProps) => (
  <div role={role} {...box({ ...rest, style: tint(color) }, classes.alert)}>
    {title != null && <div className={classes.alertTitle}>{title}</div>}
    {children}
  </div>
);
