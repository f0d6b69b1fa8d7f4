import type { ReactNode } from 'react';
import classes from './rows.module.css';

/** A short list as rows of one card; on narrow screens the cells stand below one another. */
export const Rows = ({ label, columns, children }: { label: string; columns: string; children: ReactNode }) => (
  <ul
    className={`${classes.rows} surface`}
    aria-label={label}
    style={{ '--rows-columns': columns } as React.CSSProperties}
  >
    {children}
  </ul>
);

export const Row = ({ children }: { children: ReactNode }) => <li className={classes.row}>{children}</li>;
