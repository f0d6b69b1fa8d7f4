import { Stack, Text, Title } from './ui';
import type { ReactNode } from 'react';
import classes from './parts.module.css';

/** A screen or list that has nothing to show: says why, and what to do. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <Stack className={`${classes.empty} surface`} align="center" gap="sm">
      <Title order={2}>{title}</Title>
      {typeof children === 'string' ? <Text c="dimmed">{children}</Text> : children}
    </Stack>
  );
}
