import { Button, Group } from './ui';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { messages } from '../messages';

export type MorePages = Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>;

/** Below a list that is read in pages: reads the next one, as long as there is one. */
export function ShowMore({ list }: { list: MorePages }) {
  if (!list.hasNextPage) return null;
  return (
    <Group justify="center" mt="md">
      <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        {messages.common.showMore}
      </Button>
    </Group>
  );
}
