import { Anchor, Text } from '../parts/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { decide, IN_USE, refreshInUse, unmatchedQuery } from '../api/inventories';
import { messages } from '../messages';
import { ActButton } from '../parts/act';
import { Listing } from '../parts/listing';
import { Name } from '../parts/name';
import { Row } from '../parts/rows';
import { PartHead } from './preview-section';
import { ProductLink } from './product-link';
import { Reason, UnknownActions } from './unknown-actions';
import { wordOf } from './word-of';

const words = messages.inventory.unmatched;
const decision = messages.inventory.decision;
/** From so many on, all can be ignored at once. */
const MANY = 4;

/** What the last upload named and nobody knew, with what can be done about each. */
export function Unmatched({ name, total, mayChange }: { name: string; total: number; mayChange: boolean }) {
  const client = useQueryClient();
  const list = useQuery(unmatchedQuery(name));
  const { data: all = [] } = list;
  return (
    <section>
      <PartHead title={words.title(total)} lead={words.lead}>
        {mayChange && all.length >= MANY && (
          <ActButton act={() => decide(name, all, null)} said={decision.allIgnored(all.length)} refresh={IN_USE}>
            {decision.ignoreAll(all.length)}
          </ActButton>
        )}
      </PartHead>
      <Listing of={list} label={words.title(total)} columns="minmax(0, 1fr) minmax(0, 1.2fr) auto" bars={3}>
        {(one) => (
          <Row key={`${one.purl} ${one.name} ${one.version}`}>
            <Text fw={600}>
              <Name>{one.version ? `${one.name} ${one.version}` : one.name}</Name>
            </Text>
            <Reason one={one} Product={ProductLink} />
            {mayChange ? (
              <UnknownActions inventory={name} component={one} onDecided={() => void refreshInUse(client)} />
            ) : (
              <Anchor component={Link} to="/search" search={{ q: wordOf(one.name) } as never} size="sm">
                {words.search}
              </Anchor>
            )}
          </Row>
        )}
      </Listing>
      {list.data && all.length < total && (
        <Text c="dimmed" size="sm">
          {messages.inventory.preview.notListed(total - all.length)}
        </Text>
      )}
    </section>
  );
}
