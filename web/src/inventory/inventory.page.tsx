import { Button, Text } from '../parts/ui';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import type { DeploymentResponse, InventoryResponse } from '../api/generated';
import { deploymentsQuery, inventoryQuery, isInventoryName, mayUpload } from '../api/inventories';
import { isProblem } from '../api/problem';
import { sessionQuery } from '../api/queries';
import { messages } from '../messages';
import { Empty } from '../parts/empty';
import { Icon } from '../parts/icon';
import { Listing } from '../parts/listing';
import { Name, visibleText } from '../parts/name';
import { Page } from '../parts/page';
import { QueryNote } from '../parts/problem-note';
import { Row, When } from '../parts/rows';
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
  const query = useQuery(inventoryQuery(name));
  const session = useQuery(sessionQuery).data;
  const navigate = useNavigate();
  const inventory = query.data;
  if (isProblem(query.error, 404)) return <Gone />;
  if (!inventory)
    return (
      <Page title={name}>
        <QueryNote of={query} />
        {!query.error && <SlowSkeleton />}
      </Page>
    );
  const mayChange = session !== undefined && mayUpload(session.scopes);
  return (
    <Page
      title={name}
      lead={<Lead inventory={inventory} />}
      beside={
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
            <DeleteInventory
              inventory={inventory}
              onDeleted={() => void navigate({ to: '/inventories', replace: true })}
            />
          </>
        )
      }
    >
      <QueryNote of={query} />
      <Waiting name={name} mayChange={mayChange} />
      <Deployments name={name} />
      {inventory.unmatched > 0 && <Unmatched name={name} total={inventory.unmatched} mayChange={mayChange} />}
      {inventory.ignored > 0 && <Ignored name={name} total={inventory.ignored} mayChange={mayChange} />}
    </Page>
  );
}

function Lead({ inventory }: { inventory: InventoryResponse }) {
  const { environment, deployments, components, format, read_at: read } = inventory;
  const { list } = messages.inventory;
  const facts = [
    environment && words.environment(visibleText(environment)),
    list.deployments(deployments),
    read && words.components(components),
    format,
  ].filter((text) => text);
  return (
    <Text c="dimmed" size="sm" className={classes.whole}>
      {facts.join(' · ')}
      {' · '}
      <When word={list.uploaded} time={read} never={list.neverUploaded} />
    </Text>
  );
}

const Deployments = ({ name }: { name: string }) => (
  <Listing
    of={useInfiniteQuery(deploymentsQuery(name))}
    label={words.deployments}
    columns="minmax(0, 1.4fr) minmax(0, 1fr) minmax(0, 0.8fr)"
    empty={<Empty title={words.empty}>{words.emptyText}</Empty>}
  >
    {(one) => <DeploymentRow key={one.id} deployment={one} />}
  </Listing>
);

const DeploymentRow = ({ deployment }: { deployment: DeploymentResponse }) => {
  const { software, version, available, name, seen_at: seen } = deployment;
  return (
    <Row>
      <div>
        <ProductLink product={software} strong />
        {name !== software.name && (
          <Text size="xs" c="dimmed">
            <Name>{name}</Name>
          </Text>
        )}
      </div>
      <div className="tabular">{available ? <VersionWay from={version} to={available} /> : <Name>{version}</Name>}</div>
      <Text size="sm" c="dimmed">
        <When word={words.seen} time={seen} />
      </Text>
    </Row>
  );
};
