import { Button, Group, Text } from '../parts/ui';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client';
import { useAwaySince } from '../api/connection';
import { feedsQuery } from '../api/feeds';
import type { CreatedFeedResponse, FeedResponse } from '../api/generated';
import { isProblem } from '../api/problem';
import { sessionQuery } from '../api/queries';
import { messages } from '../messages';
import { Confirm } from '../parts/confirm';
import { filterWords } from '../parts/filter-words';
import { Name, visibleText } from '../parts/name';
import { Panel } from '../parts/panel';
import { QueryNote } from '../parts/problem-note';
import { RelativeTime } from '../parts/relative-time';
import { Row, Rows } from '../parts/rows';
import { say } from '../parts/say';
import { SharedAddress } from '../parts/shared-address';
import { ShowMore } from '../parts/show-more';
import { SlowSkeleton } from '../parts/slow-skeleton';
import { useShown } from '../parts/use-shown';
import classes from './user.module.css';

const sharing = messages.sharing;
const words = sharing.list;

type Doing = { what: 'rotate' | 'delete'; feed: FeedResponse };

/** What programs can read without a token, by addresses that somebody has made. */
export function SharedAddresses() {
  const list = useInfiniteQuery(feedsQuery);
  const scopes = useQuery(sessionQuery).data?.scopes;
  const [doing, setDoing] = useState<Doing | null>(null);
  const [made, setMade] = useState<CreatedFeedResponse | null>(null);
  const feeds = list.data?.pages.flatMap(({ data }) => data);
  const mayWrite = scopes?.includes('write') ?? true;
  return (
    <Panel title={words.title}>
      <Text size="sm" c="dimmed" mb="md">
        {feeds?.length === 0 ? words.none : words.lead}
      </Text>
      <QueryNote of={list} />
      {list.isPending && !list.error && <SlowSkeleton rows={2} height={60} />}
      {feeds && feeds.length > 0 && !mayWrite && (
        <Text size="sm" mb="md">
          {words.noRight}
        </Text>
      )}
      {feeds && feeds.length > 0 && (
        <Rows label={words.title} columns="minmax(0, 1fr) auto">
          {feeds.map((feed) => (
            <AddressRow key={feed.id} feed={feed} mayWrite={mayWrite} onDo={(what) => setDoing({ what, feed })} />
          ))}
        </Rows>
      )}
      <ShowMore list={list} />
      <RotateDialog
        feed={doing?.what === 'rotate' ? doing.feed : null}
        onClose={() => setDoing(null)}
        onMade={setMade}
      />
      <DeleteDialog feed={doing?.what === 'delete' ? doing.feed : null} onClose={() => setDoing(null)} />
      <SharedAddress feed={made} onDone={() => setMade(null)} />
    </Panel>
  );
}

/** `Badge · nginx` */
function subjectOf({ kind, about, filter }: FeedResponse): string {
  const of = about !== null ? visibleText(about) : filter ? filterWords(filter as Record<string, unknown>) : '';
  return of ? `${sharing.kinds[kind]} · ${of}` : sharing.kinds[kind];
}

const titleOf = (feed: FeedResponse) => (feed.name === null ? subjectOf(feed) : visibleText(feed.name));

function AddressRow({
  feed,
  mayWrite,
  onDo,
}: {
  feed: FeedResponse;
  mayWrite: boolean;
  onDo(what: Doing['what']): void;
}) {
  const disabled = useAwaySince() !== null || !mayWrite;
  const { name, details, releases, created_at: since, last_used_at: used } = feed;
  const facts = [
    ...(name === null ? [] : [subjectOf(feed)]),
    ...(details === 'full' ? [words.full] : []),
    ...(releases ? [words.withReleases] : []),
  ];
  return (
    <Row>
      <div>
        <Text fw={600} lineClamp={2} title={titleOf(feed)} className={classes.wrapping}>
          <Name>{titleOf(feed)}</Name>
        </Text>
        {facts.length > 0 && (
          <Text size="sm" c="dimmed" lineClamp={2} title={facts.join(', ')} className={classes.wrapping}>
            <bdi>{facts.join(', ')}</bdi>
          </Text>
        )}
        <Text size="sm" c="dimmed">
          {used ? (
            <>
              {words.used} <RelativeTime time={used} />
            </>
          ) : (
            words.neverUsed
          )}
          {', '}
          {words.made} <RelativeTime time={since} />
        </Text>
      </div>
      <Group gap="xs" className={classes.action}>
        <Button
          size="xs"
          variant="default"
          disabled={disabled}
          aria-label={words.rotateOf(titleOf(feed))}
          onClick={() => onDo('rotate')}
        >
          {words.rotate}
        </Button>
        <Button
          size="xs"
          variant="default"
          disabled={disabled}
          aria-label={words.deleteOf(titleOf(feed))}
          onClick={() => onDo('delete')}
        >
          {words.delete}
        </Button>
      </Group>
    </Row>
  );
}

interface DialogProps {
  feed: FeedResponse | null;
  onClose(): void;
}

function RotateDialog({ feed, onClose, onMade }: DialogProps & { onMade(feed: CreatedFeedResponse): void }) {
  const client = useQueryClient();
  const shown = useShown(feed);
  const rotate = useMutation({
    mutationFn: ({ id }: FeedResponse) => api.rotateFeed(id),
    onSuccess: ({ data }) => {
      onMade(data);
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['feeds'] }),
  });
  const close = () => {
    rotate.reset();
    onClose();
  };
  return (
    <Confirm
      opened={feed !== null}
      onClose={close}
      title={shown ? words.rotateTitle(titleOf(shown)) : ''}
      text={words.rotateText}
      action={words.rotate}
      isBusy={rotate.isPending}
      error={rotate.error}
      onConfirm={() => shown && rotate.mutate(shown)}
    />
  );
}

function DeleteDialog({ feed, onClose }: DialogProps) {
  const client = useQueryClient();
  const shown = useShown(feed);
  const remove = useMutation({
    // One that has ended meanwhile is what was wanted.
    mutationFn: ({ id }: FeedResponse) =>
      api.deleteFeed(id).catch((error: unknown) => {
        if (!isProblem(error, 404)) throw error;
      }),
    onSuccess: (_answer, gone) => {
      say(words.deleted(titleOf(gone)));
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['feeds'] }),
  });
  const close = () => {
    remove.reset();
    onClose();
  };
  return (
    <Confirm
      opened={feed !== null}
      onClose={close}
      title={shown ? words.deleteTitle(titleOf(shown)) : ''}
      text={words.deleteText}
      action={words.delete}
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() => shown && remove.mutate(shown)}
    />
  );
}
