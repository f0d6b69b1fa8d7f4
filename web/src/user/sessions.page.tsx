import { Badge, Button, Group, Text } from '../parts/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { api } from '../api/client';
import { useAwaySince } from '../api/connection';
import type { SessionResponse } from '../api/generated';
import { isProblem } from '../api/problem';
import { signOut } from '../parts/sign-out';
import { sessionsQuery } from '../api/users';
import { messages } from '../messages';
import { Confirm } from '../parts/confirm';
import { Page } from '../parts/page';
import { QueryNote } from '../parts/problem-note';
import { exactTime, RelativeTime } from '../parts/relative-time';
import { Row, Rows } from '../parts/rows';
import { say, sayRefused } from '../parts/say';
import { SlowSkeleton } from '../parts/slow-skeleton';
import classes from './user.module.css';

const words = messages.user.sessions;
const PhoneDialog = lazy(() => import('./phone-dialog'));

/** Where somebody is signed in. */
export function SessionsPage() {
  const list = useQuery(sessionsQuery);
  const [hasPhone, setPhone] = useState(false);
  const others = list.data?.filter(({ current }) => !current) ?? [];
  // The one that looks comes first.
  const sessions = list.data && [...list.data.filter(({ current }) => current), ...others];
  return (
    <Page
      title={words.title}
      lead={<Text c="dimmed">{words.lead}</Text>}
      beside={
        <>
          {others.length > 0 && <EndOthers others={others} />}
          <Button onClick={() => setPhone(true)}>{messages.user.phone.open}</Button>
        </>
      }
    >
      {hasPhone && (
        <Suspense>
          <PhoneDialog onClose={() => setPhone(false)} />
        </Suspense>
      )}
      <QueryNote of={list} />
      {list.isPending && !list.error && <SlowSkeleton rows={3} height={60} />}
      {sessions && (
        <Rows label={words.title} columns="minmax(0, 1.4fr) minmax(0, 1fr) minmax(0, 1.2fr) auto">
          {sessions.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </Rows>
      )}
      {sessions && others.length === 0 && (
        <Text c="dimmed" mt="md" size="sm">
          {words.only}
        </Text>
      )}
    </Page>
  );
}

/** One that has ended meanwhile is what was wanted. */
const end = (id: string) =>
  api.deleteSession(id).catch((error: unknown) => {
    if (!isProblem(error, 404)) throw error;
  });

function SessionRow({ session }: { session: SessionResponse }) {
  const client = useQueryClient();
  const isAway = useAwaySince() !== null;
  const {
    id,
    agent,
    means,
    scopes,
    current,
    created_at: since,
    last_used_at: used,
    idle_until: idle,
    ends_at: ends,
  } = session;
  const ending = useMutation({
    mutationFn: () => end(id),
    onSuccess: () => say(words.ended(agent)),
    onError: sayRefused,
    onSettled: () => client.invalidateQueries({ queryKey: ['sessions'] }),
  });
  return (
    <Row>
      <div>
        <Group gap="xs">
          <Text fw={600}>{agent}</Text>
          {current && (
            <Badge variant="light" className={classes.badge}>
              {words.current}
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          {words.signedIn(words.means[means] ?? means)}, <RelativeTime time={since} />
        </Text>
      </div>
      <div className={classes.scopes}>
        {scopes.map((scope) => (
          <code key={scope}>{scope}</code>
        ))}
      </div>
      <Text size="sm" c="dimmed" component="div">
        <div>
          {words.used} <RelativeTime time={used} />
        </div>
        <div>
          {words.ends} {exactTime(idle < ends ? idle : ends)}
        </div>
      </Text>
      {current ? (
        <Button size="xs" variant="default" className={classes.action} onClick={() => void signOut()}>
          {messages.common.navigation.signOut}
        </Button>
      ) : (
        <Button
          size="xs"
          variant="default"
          className={classes.action}
          disabled={isAway}
          loading={ending.isPending}
          aria-label={words.endOf(agent)}
          onClick={() => ending.mutate()}
        >
          {words.end}
        </Button>
      )}
    </Row>
  );
}

function EndOthers({ others }: { others: SessionResponse[] }) {
  const client = useQueryClient();
  const isAway = useAwaySince() !== null;
  const [isAsking, setAsking] = useState(false);
  const endAll = async () => {
    try {
      for (const { id } of others) await end(id);
      setAsking(false);
      say(words.endedOthers(others.length));
    } finally {
      void client.invalidateQueries({ queryKey: ['sessions'] });
    }
  };
  return (
    <>
      <Button variant="default" disabled={isAway} onClick={() => setAsking(true)}>
        {words.endOthers(others.length)}
      </Button>
      <Confirm
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={words.endOthersTitle(others.length)}
        text={words.endOthersText}
        action={words.endOthers(others.length)}
        onConfirm={endAll}
      />
    </>
  );
}
