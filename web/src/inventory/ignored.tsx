import { Button, Text } from '../parts/ui';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client';
import { useAwaySince } from '../api/connection';
import { ignoredQuery, refreshInUse } from '../api/inventories';
import { messages } from '../messages';
import { Name, visibleText } from '../parts/name';
import { hasFailed, QueryNote } from '../parts/problem-note';
import { Row, Rows } from '../parts/rows';
import { say, sayRefused } from '../parts/say';
import { ShowMore } from '../parts/show-more';
import { SlowSkeleton } from '../parts/slow-skeleton';
import classes from './inventory.module.css';

const words = messages.inventory.decision;

/** What somebody ignores in an inventory, and the way back. */
export function Ignored({ name, total, mayChange }: { name: string; total: number; mayChange: boolean }) {
  const [isShown, setShown] = useState(false);
  return (
    <section className={classes.part}>
      <Button variant="subtle" size="xs" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
        {words.ignoredCount(total)}
      </Button>
      {isShown && <List name={name} total={total} mayChange={mayChange} />}
    </section>
  );
}

function List({ name, total, mayChange }: { name: string; total: number; mayChange: boolean }) {
  const client = useQueryClient();
  const list = useInfiniteQuery(ignoredQuery(name));
  if (hasFailed(list)) return <QueryNote of={list} />;
  if (!list.data) return <SlowSkeleton rows={2} />;
  return (
    <>
      <Rows label={words.ignoredCount(total)} columns="minmax(0, 1fr) auto">
        {list.data.pages
          .flatMap(({ data }) => data)
          .map((one) => (
            <Row key={one.id}>
              <Text className={classes.whole}>
                <Name>{one.name}</Name>
              </Text>
              {mayChange && <BringBack inventory={name} {...one} onDone={() => void refreshInUse(client)} />}
            </Row>
          ))}
      </Rows>
      <ShowMore list={list} />
    </>
  );
}

/** What was ignored is unknown again. */
export function BringBack({
  inventory,
  id,
  name,
  onDone,
}: {
  inventory: string;
  /** Of the decision. */
  id: string;
  name: string;
  onDone(): void;
}) {
  const isAway = useAwaySince() !== null;
  const back = useMutation({
    mutationFn: () => api.deleteDecision(inventory, id),
    onSuccess: () => {
      say(words.back(visibleText(name)));
      onDone();
    },
    onError: sayRefused,
  });
  return (
    <Button
      size="compact-sm"
      variant="default"
      disabled={isAway}
      loading={back.isPending}
      onClick={() => back.mutate()}
      aria-label={words.bringBackOf(visibleText(name))}
    >
      {words.bringBack}
    </Button>
  );
}
