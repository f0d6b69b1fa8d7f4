import type { CSSProperties, ReactNode } from 'react';
import { RelativeTime } from './relative-time';
import classes from './rows.module.css';

/** A short list as rows of one card; on narrow screens the cells stand below one another. */
export const Rows = ({ label, columns, children }: { label: string; columns: string; children: ReactNode }) => (
  <ul className={`${classes.rows} surface`} aria-label={label} style={{ '--rows-columns': columns } as CSSProperties}>
    {children}
  </ul>
);

export const Row = ({ children }: { children: ReactNode }) => <li className={classes.row}>{children}</li>;

/** The last cell of a row: what can be done. */
export const RowActs = ({ children }: { children: ReactNode }) => <div className={classes.acts}>{children}</div>;

/** `Used 3 days ago`, or what is said where it never was. */
export const When = ({
  word,
  time,
  never = null,
}: {
  word: string;
  time: string | null | undefined;
  never?: ReactNode;
}) =>
  time ? (
    <>
      {word} <RelativeTime time={time} />
    </>
  ) : (
    never
  );
