import { Button, Group, Text, Title } from '../parts/ui';
import { type ReactNode, useState } from 'react';
import type { ContentEntry } from '../api/generated';
import { messages } from '../messages';
import { Name } from '../parts/name';
import { Row, Rows } from '../parts/rows';
import classes from './inventory.module.css';
import { ProductLink, type ProductLinkProps } from './product-link';

const words = messages.inventory.preview;
/** So many are shown before somebody asks for all. */
const BEGINNING = 25;

export type TwoCells = [ReactNode, ReactNode];

/** A product as the catalogue names it, and the component as the file does. */
export function What({
  one,
  version,
}: {
  one: Pick<ContentEntry, 'name' | 'where' | 'software'>;
  version?: string | null;
}) {
  const { name, where, software } = one;
  const beside = software ? software.name !== name && name : where;
  return (
    <div className={classes.whole}>
      {software ? (
        <Product product={software} strong />
      ) : (
        <Text span fw={600} className={classes.whole}>
          <Name>{version ? `${name} ${version}` : name}</Name>
        </Text>
      )}
      {beside && (
        <Text size="xs" c="dimmed" className={classes.whole}>
          <Name>{beside}</Name>
        </Text>
      )}
    </div>
  );
}

/** The heading of a part of an inventory, and what can be done to all of it. */
export const PartHead = ({ title, lead, children }: { title: string; lead: string; children: ReactNode }) => (
  <Group justify="space-between" align="flex-end" mt="xl" mb="sm">
    <div className={classes.whole}>
      <Title order={2} style={{ fontSize: '1rem' }}>
        {title}
      </Title>
      <Text c="dimmed" size="sm">
        {lead}
      </Text>
    </div>
    {children}
  </Group>
);

/** In a window of its own: the file is still here. */
export const Product = (props: ProductLinkProps) => <ProductLink {...props} opensWindow />;

export function Section<T>({
  kind,
  total,
  entries,
  before,
  row,
}: {
  kind: string;
  total: number;
  entries: readonly T[];
  /** Above the rows. */
  before?: ReactNode;
  row(entry: T): TwoCells;
}) {
  const [isWhole, setWhole] = useState(false);
  if (total === 0) return null;
  const [title, hint] = words.sections[kind]!;
  const shown = isWhole ? entries : entries.slice(0, BEGINNING);
  return (
    <section className={classes.part}>
      <Group gap="0 0.6rem" align="baseline">
        <Title order={2} style={{ fontSize: '1rem' }}>{`${title} (${messages.common.number(total)})`}</Title>
        {hint && (
          <Text size="sm" c="dimmed">
            {hint}
          </Text>
        )}
      </Group>
      {before}
      <Rows label={title} columns="minmax(0, 1fr) minmax(0, 1fr)">
        {shown.map((entry, index) => {
          const [what, beside] = row(entry);
          return (
            <Row key={index}>
              {what}
              <div className={classes.whole}>{beside}</div>
            </Row>
          );
        })}
      </Rows>
      {!isWhole && entries.length > BEGINNING && (
        <Button variant="subtle" size="xs" mt={4} onClick={() => setWhole(true)}>
          {words.showAll(entries.length)}
        </Button>
      )}
      {total > entries.length && (
        <Text size="sm" c="dimmed" mt={4}>
          {words.notListed(total - entries.length)}
        </Text>
      )}
    </section>
  );
}
