import { Select, Text } from '../parts/ui';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { GroupNumbers, GroupProductResponse } from '../api/generated';
import { groupProductsQuery, groupsQuery, inventoryPagesQuery } from '../api/inventories';
import { messages } from '../messages';
import { Empty } from '../parts/empty';
import { Listing, useFilter } from '../parts/listing';
import { Name, visibleText } from '../parts/name';
import { Page } from '../parts/page';
import { Row } from '../parts/rows';
import { InventoryRow } from './inventories.page';
import classes from './inventory.module.css';
import { ProductLink } from './product-link';

const words = messages.inventory.group;

/** What the inventories with some labels have: of each product the versions, and how many have them; beside those of another group. */
export function GroupPage() {
  const { labels = '', against = '' } = useSearch({ strict: false }) as { labels?: string; against?: string };
  const filter = useFilter();
  const groups = useQuery(groupsQuery).data ?? [];
  const products = useInfiniteQuery(groupProductsQuery(labels, against));
  const others = groups.map((one) => one.labels).filter((one) => one !== labels);
  return (
    <Page
      title={labels || words.all}
      lead={<Text c="dimmed">{words.lead}</Text>}
      beside={
        others.length > 0 && (
          <Select
            aria-label={words.against}
            value={against}
            data={[
              { value: '', label: words.alone },
              ...others.map((one) => ({ value: one, label: visibleText(one) })),
            ]}
            onChange={(value) => filter({ against: value })}
          />
        )
      }
    >
      <Listing
        of={products}
        label={words.products}
        columns="minmax(0, 1fr) minmax(0, 2fr)"
        empty={<Empty title={words.empty}>{words.emptyText}</Empty>}
      >
        {(one) => <ProductRow key={one.favorite} product={one} names={[labels, against]} />}
      </Listing>
      <details className={classes.more}>
        <summary>{messages.inventory.list.title}</summary>
        <Listing
          of={useInfiniteQuery(inventoryPagesQuery(labels))}
          label={messages.inventory.list.title}
          columns="minmax(0, 1.6fr) minmax(0, 1fr) minmax(0, 1.2fr) auto"
        >
          {(one) => <InventoryRow key={one.id} inventory={one} />}
        </Listing>
      </details>
    </Page>
  );
}

const ProductRow = ({ product, names: [name, other] }: { product: GroupProductResponse; names: [string, string] }) => (
  <Row>
    <div>
      <ProductLink product={product.software} strong />
      {product.available && (
        <Text size="xs" c="dimmed">
          {words.available} <Name>{product.available}</Name>
        </Text>
      )}
    </div>
    <dl className={classes.places}>
      <Numbers numbers={product} name={product.against ? name : null} />
      {product.against && <Numbers numbers={product.against} name={other} />}
    </dl>
  </Row>
);

/** `37 of 40 at 3.2.1`. @param name of the group, where there are two */
const Numbers = ({ numbers: { inventories, versions }, name }: { numbers: GroupNumbers; name: string | null }) => (
  <>
    {name !== null && versions.length === 0 && (
      <div>
        <dt>
          <Name>{name}</Name> · {words.none}
        </dt>
      </div>
    )}
    {versions.map(({ version, inventories: count }) => (
      <div key={version}>
        <dt>
          {name && (
            <>
              <Name>{name}</Name> ·{' '}
            </>
          )}
          {words.at(count, inventories)}
        </dt>{' '}
        <dd className="tabular">
          <Name>{version}</Name>
        </dd>
      </div>
    ))}
  </>
);
