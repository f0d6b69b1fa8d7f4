import { Anchor, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { UnmatchedEntry } from '../api/generated';
import { unmatchedQuery } from '../api/inventories';
import { messages } from '../messages';
import { Name } from '../parts/name';
import { ProblemNote } from '../parts/problem-note';
import { Row, Rows } from '../parts/rows';
import { sentence } from '../parts/text';
import { SlowSkeleton } from '../parts/slow-skeleton';
import classes from './inventory.module.css';
import { ProductLink } from './product-link';

const words = messages.inventory.unmatched;

/** What the last upload named and nobody knew, with what can be done about each. */
export function Unmatched({ name, total }: { name: string; total: number }) {
  const list = useQuery(unmatchedQuery(name));
  return (
    <section>
      <Title order={2} size="h4" mt="xl">
        {words.title(total)}
      </Title>
      <Text c="dimmed" size="sm" mb="sm">
        {words.lead}
      </Text>
      {list.error && <ProblemNote error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && !list.error && <SlowSkeleton rows={3} />}
      {list.data && (
        <Rows label={words.title(total)} columns="minmax(0, 1.2fr) minmax(0, 1.6fr) minmax(0, 0.8fr)">
          {list.data.map((one, index) => (
            <UnmatchedRow key={index} one={one} />
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

/** What people would type: of `ghcr.io/acme/api` the last part. */
const wordOf = (name: string) => (name.split('/').at(-1) || name).slice(0, 100);

const UnmatchedRow = ({ one }: { one: UnmatchedEntry }) => (
  <Row>
    <Text fw={600} className={classes.whole}>
      <Name>{one.version ? `${one.name} ${one.version}` : one.name}</Name>
    </Text>
    <Text size="sm" component="div">
      {sentence(one.reason)}{' '}
      {one.nearest && (
        <>
          {messages.inventory.preview.nearest} <ProductLink product={one.nearest} />
        </>
      )}
    </Text>
    <Anchor component={Link} to="/search" search={{ q: wordOf(one.name) } as never} size="sm">
      {words.search}
    </Anchor>
  </Row>
);
