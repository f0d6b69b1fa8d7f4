import { Title } from '../parts/ui';
import { type ReactNode, useId } from 'react';
import classes from './software.module.css';

/** A part of a screen with a heading of its own. */
export function Card({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes.card}>
      <Title order={2} id={id} mb="sm">
        {title}
      </Title>
      {children}
    </section>
  );
}
