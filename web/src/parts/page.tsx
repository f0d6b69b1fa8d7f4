import { Group, Title } from './ui';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { messages } from '../messages';
import classes from './parts.module.css';

/** The frame of a screen: its heading, which is also the title of the window, what stands beside it, and the content. */
export function Page({
  title,
  before,
  beside,
  lead,
  children,
}: {
  title: string;
  /** To the left of the heading. */
  before?: ReactNode;
  beside?: ReactNode;
  lead?: ReactNode;
  children: ReactNode;
}) {
  useDocumentTitle(`${title} · ${messages.common.name}`);
  return (
    <div className="screen">
      <Group justify="space-between" align="center" gap="sm" mb="md">
        <Group gap="md" wrap="nowrap" align={before ? 'flex-start' : 'center'} className={classes.heading}>
          {before}
          <div className={classes.heading}>
            <Title order={1}>
              <bdi>{title}</bdi>
            </Title>
            {lead}
          </div>
        </Group>
        {beside && <Group gap="xs">{beside}</Group>}
      </Group>
      {children}
    </div>
  );
}
