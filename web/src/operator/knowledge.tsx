import { Button, Text } from '../parts/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client';
import { useAwaySince } from '../api/connection';
import type { KnowledgeResponse } from '../api/generated';
import { knowledgeQuery } from '../api/operator';
import { operator } from '../messages/en/operator';
import { Confirm } from '../parts/confirm';
import { Name } from '../parts/name';
import { ProblemNote } from '../parts/problem-note';
import { exactDate, RelativeTime } from '../parts/relative-time';
import { Row, Rows } from '../parts/rows';
import { say } from '../parts/say';
import { SlowSkeleton } from '../parts/slow-skeleton';
import { type Fare, StateMark } from '../parts/state-mark';
import classes from './operator.module.css';

const words = operator.knowledge;
const FARES: Record<string, Fare> = { off: 'off', waiting: 'waiting', ok: 'good', failing: 'bad', held: 'late' };

/** Who tells facts about many products, of which day these are, and what waits to be accepted. */
export function Knowledge() {
  const { data, error, refetch } = useQuery(knowledgeQuery);
  const [accepting, setAccepting] = useState<KnowledgeResponse | null>(null);
  if (!data && error) return <ProblemNote error={error} onRetry={() => void refetch()} />;
  if (!data) return <SlowSkeleton rows={5} height={60} />;
  return (
    <>
      <Rows label={operator.views.knowledge} columns="minmax(0, 1.2fr) minmax(0, 2fr) auto">
        {data.map((one) => (
          <Provider key={one.provider} provider={one} onAccept={() => setAccepting(one)} />
        ))}
      </Rows>
      <AcceptDialog provider={accepting} onClose={() => setAccepting(null)} />
    </>
  );
}

function Provider({ provider, onAccept }: { provider: KnowledgeResponse; onAccept(): void }) {
  const { title, state, as_of: asOf, held_because: because, last_error: error, stale, rejected } = provider;
  const isAway = useAwaySince() !== null;
  return (
    <Row>
      <div>
        <Text fw={600}>{title}</Text>
        <Text size="sm" c="dimmed">
          {asOf ? `${words.asOf} ${exactDate(asOf)}` : words.nothing}
        </Text>
      </div>
      <div className={classes.wrapping}>
        <StateMark fare={stale ? 'bad' : FARES[state]!}>{words.states[state]}</StateMark>
        {(because ?? error) && (
          <Text size="sm">
            <Name>{(because ?? error)!}</Name>
          </Text>
        )}
        {stale && <Text size="sm">{words.stale}</Text>}
        <Text size="sm" c="dimmed" component="div">
          {asOf && words.records(provider.records, provider.matched)}
          {rejected > 0 && `, ${words.rejected(rejected)}`}
          <Times provider={provider} />
        </Text>
      </div>
      <div className={classes.actions}>
        {because !== null && (
          <Button size="xs" disabled={isAway} aria-label={words.acceptOf(title)} onClick={onAccept}>
            {words.accept}
          </Button>
        )}
      </div>
    </Row>
  );
}

const Times = ({ provider: { configured, answered_at: answered, next_at: next } }: { provider: KnowledgeResponse }) => (
  <div>
    {answered && (
      <>
        {words.answered} <RelativeTime time={answered} />
        {next && ', '}
      </>
    )}
    {next && (
      <>
        {words.next} <RelativeTime time={next} />
      </>
    )}
    {!configured && words.never}
  </div>
);

function AcceptDialog({ provider, onClose }: { provider: KnowledgeResponse | null; onClose(): void }) {
  const client = useQueryClient();
  if (!provider) return null;
  const { title, held_because: reason } = provider;
  const accept = async () => {
    try {
      await api.acceptKnowledge(provider.provider);
      say(words.accepted(title));
      onClose();
    } finally {
      void client.invalidateQueries({ queryKey: ['operator'] });
    }
  };
  return (
    <Confirm
      opened
      onClose={onClose}
      title={words.acceptOf(title)}
      text={`${reason ?? ''} ${words.acceptText}`}
      action={words.accept}
      onConfirm={accept}
    />
  );
}
