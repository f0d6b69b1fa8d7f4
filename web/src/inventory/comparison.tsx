import { Group, Text, Title } from '../parts/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ComparedEnvironment, ComparisonResponse } from '../api/generated';
import { comparisonQuery } from '../api/inventories';
import { messages } from '../messages';
import { Listing } from '../parts/listing';
import { Name, visibleText } from '../parts/name';
import { Row } from '../parts/rows';
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
  const total = list.data?.pages.at(-1)?.meta.total ?? 0;
  return (
    <section className={classes.part}>
      {total > 0 && (
        <Group gap="0 0.6rem" align="baseline">
          {differs && <Title order={3}>{title}</Title>}
          <Text size="sm" c="dimmed">
            {words.count(total)}
          </Text>
        </Group>
      )}
      <Listing
        of={list}
        label={title}
        columns="minmax(0, 1fr) minmax(0, 2fr)"
        bars={3}
        empty={differs && <Text c="dimmed">{words.none}</Text>}
      >
        {(one) => <ComparedRow key={one.favorite} compared={one} />}
      </Listing>
    </section>
  );
}

const ComparedRow = ({ compared: { software, environments } }: { compared: ComparisonResponse }) => (
  <Row>
    <ProductLink product={software} strong />
    <dl className={classes.places}>
      {environments.flatMap(placesOf).map(({ environment, inventories, versions }) => (
        <div key={`${environment} ${versions}`}>
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
    if (!places.has(text)) places.set(text, []);
    places.get(text)!.push(name ?? messages.software.asked);
  }
  return [...places].map(([versions, names]) => ({ environment, versions, inventories: names }));
}

function namesOf(names: string[]): string {
  const named = names.slice(0, names.length === NAMED + 1 ? NAMED + 1 : NAMED).map(visibleText);
  return `${named.join(', ')}${names.length > named.length ? ` ${words.others(names.length - named.length)}` : ''}`;
}
