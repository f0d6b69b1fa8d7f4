import { Button, Text } from '../parts/ui';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useAwaySince } from '../api/connection';
import type { DeploymentResponse, InventoryResponse } from '../api/generated';
import { deploymentsQuery, inventoryQuery, isInventoryName, mayUpload } from '../api/inventories';
import { isProblem } from '../api/problem';
import { sessionQuery } from '../api/queries';
import { messages } from '../messages';
import { Empty } from '../parts/empty';
import { Icon } from '../parts/icon';
import { Name, visibleText } from '../parts/name';
import { Page } from '../parts/page';
import { hasFailed, QueryNote } from '../parts/problem-note';
import { RelativeTime } from '../parts/relative-time';
import { Row, Rows } from '../parts/rows';
import { ShowMore } from '../parts/show-more';
import { SlowSkeleton } from '../parts/slow-skeleton';
import { VersionWay } from '../parts/version-way';
import { DeleteInventory } from './delete-inventory';
import classes from './inventory.module.css';
import { Ignored } from './ignored';
import { ProductLink } from './product-link';
import { Unmatched } from './unmatched';
import { Waiting } from './waiting';

const words = messages.inventory.one;

/** What one inventory has. */
export function InventoryPage() {
  const { name = '' } = useParams({ strict: false });
  // What cannot be a name is not asked for.
  return isInventoryName(name) ? <Named key={name} name={name} /> : <Gone />;
}

const Gone = () => (
  <Page title={messages.inventory.list.title}>
    <Empty title={words.none}>
      <Button component={Link} to="/inventories" variant="default">
        {words.back}
      </Button>
    </Empty>
  </Page>
);

function Named({ name }: { name: string }) {
  const inventory = useQuery(inventoryQuery(name));
  const session = useQuery(sessionQuery).data;
  const isAway = useAwaySince() !== null;
  const navigate = useNavigate();
  const [isDeleting, setDeleting] = useState(false);
  if (isProblem(inventory.error, 404)) return <Gone />;
  const mayChange = session !== undefined && mayUpload(session.scopes);
  return (
    <Page
      title={name}
      lead={inventory.data && <Lead inventory={inventory.data} />}
      beside={
        inventory.data &&
        mayChange && (
          <>
            <Button
              component={Link}
              to="/import"
              search={{ name } as never}
              leftSection={<Icon name="import" size={16} />}
            >
              {words.upload}
            </Button>
            <Button variant="default" disabled={isAway} onClick={() => setDeleting(true)}>
              {messages.inventory.list.delete}
            </Button>
          </>
        )
      }
    >
      <QueryNote of={inventory} />
      {inventory.isPending && !inventory.error && <SlowSkeleton />}
      {inventory.data && <Waiting name={name} mayChange={mayChange} />}
      {inventory.data && <Deployments name={name} />}
      {inventory.data && inventory.data.unmatched > 0 && (
        <Unmatched name={name} total={inventory.data.unmatched} mayChange={mayChange} />
      )}
      {inventory.data && inventory.data.ignored > 0 && (
        <Ignored name={name} total={inventory.data.ignored} mayChange={mayChange} />
      )}
      <DeleteInventory
        inventory={isDeleting && inventory.data ? inventory.data : null}
        onClose={() => setDeleting(false)}
        onDeleted={() => void navigate({ to: '/inventories', replace: true })}
      />
    </Page>
  );
}

function Lead({ inventory }: { inventory: InventoryResponse }) {
  const { environment, deployments, components, format, read_at: read } = inventory;
  const facts = [
    environment && words.environment(visibleText(environment)),
    messages.inventory.list.deployments(deployments),
    read && words.components(components),
    format,
  ].filter((text) => text);
  return (
    <Text c="dimmed" size="sm" className={classes.whole}>
      {facts.join(' · ')}
      {' · '}
      {read ? (
        <>
          {messages.inventory.list.uploaded} <RelativeTime time={read} />
        </>
      ) : (
        messages.inventory.list.neverUploaded
      )}
    </Text>
  );
}

function Deployments({ name }: { name: string }) {
  const list = useInfiniteQuery(deploymentsQuery(name));
  if (hasFailed(list)) return <QueryNote of={list} />;
  if (!list.data) return <SlowSkeleton />;
  const rows = list.data.pages.flatMap(({ data }) => data);
  if (rows.length === 0)
    return (
      <Empty title={words.empty}>
        <Text c="dimmed">{words.emptyText}</Text>
      </Empty>
    );
  return (
    <>
      <Rows label={words.deployments} columns="minmax(0, 1.4fr) minmax(0, 1fr) minmax(0, 0.8fr)">
        {rows.map((one) => (
          <DeploymentRow key={one.id} deployment={one} />
        ))}
      </Rows>
      <ShowMore list={list} />
    </>
  );
}

const DeploymentRow = ({ deployment }: { deployment: DeploymentResponse }) => {
  const { software, version, available, name, seen_at: seen } = deployment;
  return (
    <Row>
      <div>
        <ProductLink product={software} strong />
        {name !== software.name && (
          <Text size="xs" c="dimmed" className={classes.whole}>
            <Name>{name}</Name>
          </Text>
        )}
      </div>
      <div className={`${classes.whole} tabular`}>
        {available ? <VersionWay from={version} to={available} /> : <Name>{version}</Name>}
      </div>
      <Text size="sm" c="dimmed">
        {words.seen} <RelativeTime time={seen} />
      </Text>
    </Row>
  );
};
