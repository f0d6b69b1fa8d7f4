import { Anchor, Badge, Button, Text } from '../parts/ui';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { InventoryResponse } from '../api/generated';
import { inventoryPagesQuery, mayUpload } from '../api/inventories';
import { sessionQuery } from '../api/queries';
import { messages } from '../messages';
import { Empty } from '../parts/empty';
import { Icon } from '../parts/icon';
import { Listing, rowsOf } from '../parts/listing';
import { Name } from '../parts/name';
import { Page } from '../parts/page';
import { Row, When } from '../parts/rows';
import { Comparison } from './comparison';
import { DeleteInventory } from './delete-inventory';
import { Groups } from './groups';

const words = messages.inventory.list;

/** Where somebody runs software, and what differs between these places. */
export function InventoriesPage() {
  const list = useInfiniteQuery(inventoryPagesQuery());
  const hasAny = (rowsOf(list)?.length ?? 0) > 0;
  const add = (
    <Button component={Link} to="/import" leftSection={<Icon name="import" size={16} />}>
      {words.import}
    </Button>
  );
  return (
    <Page title={words.title} lead={<Text c="dimmed">{words.lead}</Text>} beside={hasAny && add}>
      <Groups />
      <Listing
        of={list}
        label={words.title}
        columns="minmax(0, 1.6fr) minmax(0, 1fr) minmax(0, 1.2fr) auto"
        empty={
          <Empty title={words.empty}>
            <Text c="dimmed">{words.emptyText}</Text>
            {add}
          </Empty>
        }
      >
        {(one) => <InventoryRow key={one.id} inventory={one} />}
      </Listing>
      {hasAny && <Comparison />}
    </Page>
  );
}

export function InventoryRow({ inventory }: { inventory: InventoryResponse }) {
  const session = useQuery(sessionQuery).data;
  const { name, environment, deployments, read_at: read, format } = inventory;
  return (
    <Row>
      <div>
        <Anchor component={Link} to="/inventories/$name" params={{ name } as never} fw={600}>
          <Name>{name}</Name>
        </Anchor>
        {environment && (
          <div>
            <Badge variant="light" color="gray" title={environment}>
              <Name>{environment}</Name>
            </Badge>
          </div>
        )}
      </div>
      <Text size="sm">{words.deployments(deployments)}</Text>
      <Text size="sm" c="dimmed" component="div">
        <When word={words.uploaded} time={read} never={words.neverUploaded} />
        {format && <div>{format}</div>}
      </Text>
      {session && mayUpload(session.scopes) && <DeleteInventory inventory={inventory} isInRow />}
    </Row>
  );
}
