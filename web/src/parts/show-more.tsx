import { Button, Group } from './ui';
import { messages } from '../messages';

export interface MorePages {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage(): Promise<unknown>;
}

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
