import { Group, Title } from './ui';
import { type ReactNode, useId } from 'react';
import classes from './panel.module.css';

/** A part of a screen on a surface of its own. */
export function Panel({ title, beside, children }: { title?: string; beside?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section className={`${classes.panel} surface`} {...(title ? { 'aria-labelledby': id } : {})}>
      {title && (
        <Group justify="space-between" gap="0.5rem 1rem" mb="0.9rem">
          <Title order={2} id={id}>
            {title}
          </Title>
          {beside}
        </Group>
      )}
      {children}
    </section>
  );
}
