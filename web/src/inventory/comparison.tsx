import { Group, Text, Title } from '../parts/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ComparedEnvironment, ComparisonResponse } from '../api/generated';
import { comparisonQuery } from '../api/inventories';
import { messages } from '../messages';
import { Name, visibleText } from '../parts/name';
import { hasFailed, QueryNote } from '../parts/problem-note';
import { Row, Rows } from '../parts/rows';
import { ShowMore } from '../parts/show-more';
import { SlowSkeleton } from '../parts/slow-skeleton';
import classes from './inventory.module.css';
import { ProductLink } from './product-link';

const words = messages.inventory.comparison;
/** Inventories of one environment that are named. */
const NAMED = 3;

/** Which versions run where: first what differs. */
export const Comparison = () => (
  <section className={classes.preview} aria-labelledby="comparison">
    <Title order={2} id="comparison">
      {words.title}
    </Title>
    <Part differs title={words.differs} />
    <details className={classes.part}>
      <summary>{words.same}</summary>
      <Part differs={false} title={words.same} />
    </details>
  </section>
);

function Part({ differs, title }: { differs: boolean; title: string }) {
  const list = useInfiniteQuery(comparisonQuery(differs));
  if (hasFailed(list)) return <QueryNote of={list} />;
  if (!list.data) return <SlowSkeleton rows={3} height={60} />;
  const rows = list.data.pages.flatMap(({ data }) => data);
  const total = list.data.pages.at(-1)?.meta.total ?? rows.length;
  if (rows.length === 0)
    return differs ? (
      <Text c="dimmed" mt="xs">
        {words.none}
      </Text>
    ) : null;
  return (
    <section className={classes.part}>
      <Group gap="0 0.6rem" align="baseline">
        {differs && <Title order={3}>{title}</Title>}
        <Text size="sm" c="dimmed">
          {words.count(total)}
        </Text>
      </Group>
      <Rows label={title} columns="minmax(0, 1fr) minmax(0, 2fr)">
        {rows.map((one) => (
          <ComparedRow key={one.favorite} compared={one} />
        ))}
      </Rows>
      <ShowMore list={list} />
    </section>
  );
}

const ComparedRow = ({ compared: { software, environments } }: { compared: ComparisonResponse }) => (
  <Row>
    <ProductLink product={software} strong />
    <dl className={classes.places}>
      {environments.flatMap(placesOf).map(({ environment, inventories, versions }) => (
        <div key={`${environment} ${versions}`} className={classes.place}>
          <dt title={inventories.join(', ')}>
            <Name>{environment ?? words.noEnvironment}</Name> · {namesOf(inventories)}
          </dt>{' '}
          <dd className="tabular">
            <Name>{versions}</Name>
          </dd>
        </div>
      ))}
    </dl>
  </Row>
);

/** Inventories of an environment that have the same versions are one place. */
function placesOf({ environment, inventories }: ComparedEnvironment) {
  const places = new Map<string, string[]>();
  for (const { name, versions } of inventories) {
    const text = versions.join(', ');
    const names = places.get(text) ?? [];
    names.push(name ?? messages.software.asked);
    places.set(text, names);
  }
  return [...places].map(([versions, names]) => ({ environment, versions, inventories: names }));
}

function namesOf(names: string[]): string {
  const named = names.slice(0, names.length === NAMED + 1 ? NAMED + 1 : NAMED).map(visibleText);
  return `${named.join(', ')}${names.length > named.length ? ` ${words.others(names.length - named.length)}` : ''}`;
}
