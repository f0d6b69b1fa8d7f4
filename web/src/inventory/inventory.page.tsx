import { Button, Text } from '../parts/ui';
import { followedIn } from '../parts/text';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import type { DeploymentResponse, InventoryResponse } from '../api/generated';
import { deploymentsQuery, inventoryQuery, isInventoryName, mayUpload } from '../api/inventories';
import { sessionQuery } from '../api/queries';
import { messages } from '../messages';
import { Empty } from '../parts/empty';
import { Icon } from '../parts/icon';
import { Listing } from '../parts/listing';
import { Name, visibleText } from '../parts/name';
import { Page } from '../parts/page';
import { GonePage, ReadPage } from '../parts/read-page';
import { Row, When } from '../parts/rows';
import { VersionWay } from '../parts/version-way';
import { DeleteInventory } from './delete-inventory';
import classes from './inventory.module.css';
import { Ignored } from './ignored';
import { ProductLink } from './product-link';
import { Unmatched } from './unmatched';
import { Waiting } from './waiting';

const words = messages.inventory.one;

const { list, preview } = messages.inventory;
const GONE = { title: words.none, to: '/inventories', back: words.back };

/** What one inventory has. */
export function InventoryPage() {
  const { name = '' } = useParams({ strict: false });
  // What cannot be a name is not asked for.
  return isInventoryName(name) ? <Named key={name} name={name} /> : <GonePage heading={list.title} {...GONE} />;
}

const Named = ({ name }: { name: string }) => (
  <ReadPage of={useQuery(inventoryQuery(name))} title={name} gone={{ heading: list.title, ...GONE }}>
    {(inventory) => <Inventory inventory={inventory} />}
  </ReadPage>
);

function Inventory({ inventory }: { inventory: InventoryResponse }) {
  const { name } = inventory;
  const session = useQuery(sessionQuery).data;
  const navigate = useNavigate();
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
      <Waiting name={name} mayChange={mayChange} />
      <Deployments name={name} />
      {inventory.unmatched > 0 && <Unmatched name={name} total={inventory.unmatched} mayChange={mayChange} />}
      {inventory.ignored > 0 && <Ignored name={name} total={inventory.ignored} mayChange={mayChange} />}
    </Page>
  );
}

function Lead({ inventory }: { inventory: InventoryResponse }) {
  const { environment, deployments, components, format, read_at: read } = inventory;
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
  const { software, version, available, name, tag, seen_at: seen } = deployment;
  return (
    <Row>
      <div>
        <ProductLink product={software} strong />
        {(name !== software.name || tag) && (
          <Text size="xs" c="dimmed">
            <Name>{name}</Name>
            {tag && ` · ${preview.follows(visibleText(tag), followedIn(version) === null)}`}
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
