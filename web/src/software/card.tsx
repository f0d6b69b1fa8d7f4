import { Title } from '../parts/ui';
import { type ReactNode, useId } from 'react';
import classes from './software.module.css';

/** A part of a screen with a heading of its own; an `id` is where links lead. */
export function Card({ title, id, children }: { title: string; id?: string; children: ReactNode }) {
  const heading = useId();
  return (
    <section id={id} aria-labelledby={heading} className={classes.card}>
      <Title order={2} id={heading} mb="xs">
        {title}
      </Title>
      {children}
    </section>
  );
}
