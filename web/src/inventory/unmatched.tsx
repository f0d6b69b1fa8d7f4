import { Anchor, Button, Text } from '../parts/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useAwaySince } from '../api/connection';
import type { UnmatchedEntry } from '../api/generated';
import { decide, refreshInUse, unmatchedQuery } from '../api/inventories';
import { messages } from '../messages';
import { Name } from '../parts/name';
import { QueryNote } from '../parts/problem-note';
import { Row, Rows } from '../parts/rows';
import { say, sayRefused } from '../parts/say';
import { SlowSkeleton } from '../parts/slow-skeleton';
import classes from './inventory.module.css';
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
  const isAway = useAwaySince() !== null;
  const list = useQuery(unmatchedQuery(name));
  const ignoreAll = useMutation({
    mutationFn: (all: UnmatchedEntry[]) => decide(name, all, null),
    onSuccess: (_answer, all) => {
      say(decision.allIgnored(all.length));
      void refreshInUse(client);
    },
    onError: sayRefused,
  });
  return (
    <section>
      <PartHead title={words.title(total)} lead={words.lead}>
        {mayChange && list.data && list.data.length >= MANY && (
          <Button
            size="xs"
            variant="default"
            disabled={isAway}
            loading={ignoreAll.isPending}
            onClick={() => ignoreAll.mutate(list.data)}
          >
            {decision.ignoreAll(list.data.length)}
          </Button>
        )}
      </PartHead>
      <QueryNote of={list} />
      {list.isPending && !list.error && <SlowSkeleton rows={3} />}
      {list.data && (
        <Rows label={words.title(total)} columns="minmax(0, 1fr) minmax(0, 1.2fr) auto">
          {list.data.map((one) => (
            <UnmatchedRow
              key={`${one.purl} ${one.name} ${one.version}`}
              one={one}
              inventory={name}
              mayChange={mayChange}
              onDecided={() => void refreshInUse(client)}
            />
          ))}
        </Rows>
      )}
      {list.data && list.data.length < total && (
        <Text c="dimmed" size="sm">
          {messages.inventory.preview.notListed(total - list.data.length)}
        </Text>
      )}
    </section>
  );
}

const UnmatchedRow = ({
  one,
  inventory,
  mayChange,
  onDecided,
}: {
  one: UnmatchedEntry;
  inventory: string;
  mayChange: boolean;
  onDecided(): void;
}) => (
  <Row>
    <Text fw={600} className={classes.whole}>
      <Name>{one.version ? `${one.name} ${one.version}` : one.name}</Name>
    </Text>
    <Reason one={one} Product={ProductLink} />
    {mayChange ? (
      <UnknownActions inventory={inventory} component={one} onDecided={onDecided} />
    ) : (
      <Anchor component={Link} to="/search" search={{ q: wordOf(one.name) } as never} size="sm">
        {words.search}
      </Anchor>
    )}
  </Row>
);
