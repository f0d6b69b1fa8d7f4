import { Stack, Text, Title } from './ui';
import type { ReactNode } from 'react';

/** A screen or list that has nothing to show: says why, and what to do. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <Stack className="surface" p="3.5rem 1rem" align="center" gap="sm" style={{ textAlign: 'center' }}>
      <Title order={2}>{title}</Title>
      {typeof children === 'string' ? <Text c="dimmed">{children}</Text> : children}
    </Stack>
  );
}
