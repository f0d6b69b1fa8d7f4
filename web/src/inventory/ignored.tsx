import { Button } from '../parts/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client';
import { IN_USE, ignoredQuery } from '../api/inventories';
import { messages } from '../messages';
import { ActButton } from '../parts/act';
import { Listing } from '../parts/listing';
import { Name, visibleText } from '../parts/name';
import { Row } from '../parts/rows';
import classes from './inventory.module.css';

const words = messages.inventory.decision;

interface Props {
  name: string;
  total: number;
  mayChange: boolean;
}

/** What somebody ignores in an inventory, and the way back. */
export function Ignored(props: Props) {
  const [isShown, setShown] = useState(false);
  return (
    <section className={classes.part}>
      <Button variant="subtle" size="xs" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
        {words.ignoredCount(props.total)}
      </Button>
      {isShown && <List {...props} />}
    </section>
  );
}

const List = ({ name, total, mayChange }: Props) => (
  <Listing
    of={useInfiniteQuery(ignoredQuery(name))}
    label={words.ignoredCount(total)}
    columns="minmax(0, 1fr) auto"
    bars={2}
  >
    {(one) => (
      <Row key={one.id}>
        <Name>{one.name}</Name>
        {mayChange && <BringBack inventory={name} {...one} />}
      </Row>
    )}
  </Listing>
);

/** What was ignored is unknown again. @param id of the decision */
export function BringBack({
  inventory,
  id,
  name,
  onDone,
}: {
  inventory: string;
  id: string;
  name: string;
  onDone?(): void;
}) {
  const shown = visibleText(name);
  return (
    <ActButton
      size="compact-sm"
      act={() => api.deleteDecision(inventory, id)}
      said={words.back(shown)}
      {...(onDone ? { onDone } : { refresh: IN_USE })}
      aria-label={words.bringBackOf(shown)}
    >
      {words.bringBack}
    </ActButton>
  );
}
