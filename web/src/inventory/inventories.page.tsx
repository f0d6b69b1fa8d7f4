import { Anchor, Badge, Button, Text } from '../parts/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useAwaySince } from '../api/connection';
import type { InventoryResponse } from '../api/generated';
import { inventoriesQuery, mayUpload } from '../api/inventories';
import { sessionQuery } from '../api/queries';
import { messages } from '../messages';
import { Empty } from '../parts/empty';
import { Icon } from '../parts/icon';
import { Name } from '../parts/name';
import { Page } from '../parts/page';
import { QueryNote } from '../parts/problem-note';
import { RelativeTime } from '../parts/relative-time';
import { Row, Rows } from '../parts/rows';
import { SlowSkeleton } from '../parts/slow-skeleton';
import { Comparison } from './comparison';
import { DeleteInventory } from './delete-inventory';
import classes from './inventory.module.css';

const words = messages.inventory.list;

/** Where somebody runs software, and what differs between these places. */
export function InventoriesPage() {
  const list = useQuery(inventoriesQuery);
  const [deleting, setDeleting] = useState<InventoryResponse | null>(null);
  const inventories = list.data;
  const add = (
    <Button component={Link} to="/import" leftSection={<Icon name="import" size={16} />}>
      {words.import}
    </Button>
  );
  return (
    <Page
      title={words.title}
      lead={<Text c="dimmed">{words.lead}</Text>}
      beside={inventories && inventories.length > 0 ? add : null}
    >
      <QueryNote of={list} />
      {list.isPending && !list.error && <SlowSkeleton rows={4} height={60} />}
      {inventories?.length === 0 && (
        <Empty title={words.empty}>
          <Text c="dimmed">{words.emptyText}</Text>
          {add}
        </Empty>
      )}
      {inventories && inventories.length > 0 && (
        <>
          <Rows label={words.title} columns="minmax(0, 1.6fr) minmax(0, 1fr) minmax(0, 1.2fr) auto">
            {inventories.map((one) => (
              <InventoryRow key={one.id} inventory={one} onDelete={() => setDeleting(one)} />
            ))}
          </Rows>
          <Comparison />
        </>
      )}
      <DeleteInventory inventory={deleting} onClose={() => setDeleting(null)} />
    </Page>
  );
}

function InventoryRow({ inventory, onDelete }: { inventory: InventoryResponse; onDelete(): void }) {
  const session = useQuery(sessionQuery).data;
  const isAway = useAwaySince() !== null;
  const { name, environment, deployments, read_at: read, format } = inventory;
  return (
    <Row>
      <div>
        <Anchor component={Link} to="/inventories/$name" params={{ name } as never} fw={600} className={classes.whole}>
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
        {read ? (
          <>
            {words.uploaded} <RelativeTime time={read} />
          </>
        ) : (
          words.neverUploaded
        )}
        {format && <div>{format}</div>}
      </Text>
      {session && mayUpload(session.scopes) && (
        <Button
          size="xs"
          variant="default"
          disabled={isAway}
          aria-label={words.deleteOf(name)}
          onClick={onDelete}
          className={classes.action}
        >
          {words.delete}
        </Button>
      )}
    </Row>
  );
}
