import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isProblem } from '../api/problem';
import { Empty } from './empty';
import { Page } from './page';
import { ProblemNote } from './problem-note';
import { SlowSkeleton } from './slow-skeleton';
import { Button, Text } from './ui';

interface Gone {
  title: string;
  /** Left out: the title. */
  heading?: string;
  text?: string | undefined;
  to: string;
  back: string;
}

/** A screen with one thing; until that is read, what it will be like, or why it is not there. */
export function ReadPage<Data>({
  of: { data, error, refetch },
  title,
  gone,
  children,
}: {
  of: { data: Data | undefined; error: unknown; refetch(): unknown };
  /** Until it is read. */
  title: string;
  gone?: Gone;
  children(data: Data): ReactNode;
}) {
  if (gone && isProblem(error, 404)) return <GonePage {...gone} />;
  if (data !== undefined) return children(data);
  return (
    <Page title={title}>
      {error ? <ProblemNote error={error} onRetry={() => void refetch()} /> : <SlowSkeleton rows={5} height={64} />}
    </Page>
  );
}

/** There is nothing at this address, and where there is something. */
export const GonePage = ({ title, heading = title, text, to, back }: Gone) => (
  <Page title={heading}>
    <Empty title={title}>
      {text && <Text c="dimmed">{text}</Text>}
      <Button component={Link} to={to} variant="default">
        {back}
      </Button>
    </Empty>
  </Page>
);
