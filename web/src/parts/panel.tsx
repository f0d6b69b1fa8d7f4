import { Title } from './ui';
import { type ReactNode, useId } from 'react';
import classes from './panel.module.css';

/** A part of a screen on a surface of its own. */
export function Panel({ title, beside, children }: { title?: string; beside?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section className={`${classes.panel} surface`} {...(title ? { 'aria-labelledby': id } : {})}>
      {title && (
        <div className={classes.head}>
          <Title order={2} id={id}>
            {title}
          </Title>
          {beside}
        </div>
      )}
      {children}
    </section>
  );
}
