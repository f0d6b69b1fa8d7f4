import { Button, Group, Text } from '../parts/ui';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
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
import classes from './user.module.css';

const sharing = messages.sharing;
const words = sharing.list;

const ACTS = ['rotate', 'delete'] as const;

interface Doing {
  what: (typeof ACTS)[number];
  feed: FeedResponse;
}

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
      {doing && <Question {...doing} onClose={() => setDoing(null)} onMade={setMade} />}
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
        {ACTS.map((what) => (
          <Button
            key={what}
            size="xs"
            variant="default"
            disabled={disabled}
            aria-label={words[`${what}Of`](titleOf(feed))}
            onClick={() => onDo(what)}
          >
            {words[what]}
          </Button>
        ))}
      </Group>
    </Row>
  );
}

/** Asks before an address ends, for a new one or for good. */
function Question({
  what,
  feed,
  onClose,
  onMade,
}: Doing & { onClose(): void; onMade(feed: CreatedFeedResponse): void }) {
  const client = useQueryClient();
  const run = async () => {
    try {
      if (what === 'rotate') onMade((await api.rotateFeed(feed.id)).data);
      else await deleteFeed(feed);
      onClose();
    } finally {
      void client.invalidateQueries({ queryKey: ['feeds'] });
    }
  };
  return (
    <Confirm
      opened
      onClose={onClose}
      title={words[`${what}Title`](titleOf(feed))}
      text={words[`${what}Text`]}
      action={words[what]}
      onConfirm={run}
    />
  );
}

async function deleteFeed(feed: FeedResponse): Promise<void> {
  await api.deleteFeed(feed.id).catch((error: unknown) => {
    // One that has ended meanwhile is what was wanted.
    if (!isProblem(error, 404)) throw error;
  });
  say(words.deleted(titleOf(feed)));
}
