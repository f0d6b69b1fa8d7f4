import { Text } from '../parts/ui';
import { useQuery } from '@tanstack/react-query';
import { api } from '../api/client';
import type { KnowledgeResponse } from '../api/generated';
import { knowledgeQuery } from '../api/operator';
import { operator } from '../messages/en/operator';
import { ActButton } from '../parts/act';
import { Listing } from '../parts/listing';
import { Name } from '../parts/name';
import { exactDate } from '../parts/relative-time';
import { Row, When } from '../parts/rows';
import { type Fare, StateMark } from '../parts/state-mark';

const words = operator.knowledge;
const FARES: Record<string, Fare> = { off: 'off', waiting: 'waiting', ok: 'good', failing: 'bad', held: 'late' };

/** Who tells facts about many products, of which day these are, and what waits to be accepted. */
export const Knowledge = () => (
  <Listing
    of={useQuery(knowledgeQuery)}
    label={operator.views.knowledge}
    columns="minmax(0, 1.2fr) minmax(0, 2fr) auto"
  >
    {(one) => <Provider key={one.provider} provider={one} />}
  </Listing>
);

function Provider({ provider }: { provider: KnowledgeResponse }) {
  const { title, state, as_of: asOf, held_because: because, last_error: error, stale, rejected } = provider;
  const { configured, answered_at: answered, next_at: next } = provider;
  const problem = because ?? error;
  return (
    <Row>
      <div>
        <Text fw={600}>{title}</Text>
        <Text size="sm" c="dimmed">
          {asOf ? `${words.asOf} ${exactDate(asOf)}` : words.nothing}
        </Text>
      </div>
      <div>
        <StateMark fare={stale ? 'bad' : FARES[state]!}>{words.states[state]}</StateMark>
        {problem && (
          <Text size="sm">
            <Name>{problem}</Name>
          </Text>
        )}
        {stale && <Text size="sm">{words.stale}</Text>}
        <Text size="sm" c="dimmed" component="div">
          {asOf && words.records(provider.records, provider.matched)}
          {rejected > 0 && `, ${words.rejected(rejected)}`}
          <div>
            <When word={words.answered} time={answered} />
            {answered && next && ', '}
            <When word={words.next} time={next} />
            {!configured && words.never}
          </div>
        </Text>
      </div>
      {because !== null && (
        <ActButton
          variant="filled"
          act={() => api.acceptKnowledge(provider.provider)}
          said={words.accepted(title)}
          refresh={['operator']}
          question={{
            title: words.acceptOf(title),
            text: `${because} ${words.acceptText}`,
            action: words.accept,
          }}
          aria-label={words.acceptOf(title)}
        >
          {words.accept}
        </ActButton>
      )}
    </Row>
  );
}
