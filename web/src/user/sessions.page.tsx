import { Badge, Button, Group, Text } from '../parts/ui';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { api } from '../api/client';
import type { SessionResponse } from '../api/generated';
import { isProblem } from '../api/problem';
import { signOut } from '../parts/sign-out';
import { sessionsQuery } from '../api/users';
import { messages } from '../messages';
import { ActButton } from '../parts/act';
import { Listing } from '../parts/listing';
import { Page } from '../parts/page';
import { exactTime, RelativeTime } from '../parts/relative-time';
import { Row, When } from '../parts/rows';
import { Scopes } from './scopes';
import classes from './user.module.css';

const words = messages.user.sessions;
const PhoneDialog = lazy(() => import('./phone-dialog'));

/** Where somebody is signed in. */
export function SessionsPage() {
  const list = useQuery(sessionsQuery);
  const [hasPhone, setPhone] = useState(false);
  const others = list.data?.filter(({ current }) => !current) ?? [];
  // The one that looks comes first.
  const sessions = list.data?.toSorted((a, b) => Number(b.current) - Number(a.current));
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
      <Listing
        of={{ ...list, data: sessions }}
        label={words.title}
        columns="minmax(0, 1.4fr) minmax(0, 1fr) minmax(0, 1.2fr) auto"
      >
        {(session) => <SessionRow key={session.id} session={session} />}
      </Listing>
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
  const { id, agent, means, scopes, current, created_at: since, last_used_at: used } = session;
  const { idle_until: idle, ends_at: ends } = session;
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
      <Scopes scopes={scopes} />
      <Text size="sm" c="dimmed" component="div">
        <div>
          <When word={words.used} time={used} />
        </div>
        <div>
          {words.ends} {exactTime(idle < ends ? idle : ends)}
        </div>
      </Text>
      {current ? (
        <Button size="xs" variant="default" onClick={() => void signOut()}>
          {messages.common.navigation.signOut}
        </Button>
      ) : (
        <ActButton act={() => end(id)} said={words.ended(agent)} refresh={['sessions']} aria-label={words.endOf(agent)}>
          {words.end}
        </ActButton>
      )}
    </Row>
  );
}

const EndOthers = ({ others }: { others: SessionResponse[] }) => (
  <ActButton
    size="sm"
    act={async () => {
      for (const { id } of others) await end(id);
      return others.length;
    }}
    said={words.endedOthers}
    refresh={['sessions']}
    question={{
      title: words.endOthersTitle(others.length),
      text: words.endOthersText,
      action: words.endOthers(others.length),
    }}
  >
    {words.endOthers(others.length)}
  </ActButton>
);
