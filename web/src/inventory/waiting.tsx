import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../api/client';
import { IN_USE, waitingQuery } from '../api/inventories';
import { messages } from '../messages';
import { ActButton } from '../parts/act';
import { Listing } from '../parts/listing';
import { visibleText } from '../parts/name';
import { Row } from '../parts/rows';
import { VersionWay } from '../parts/version-way';
import { PartHead } from './preview-section';
import { ProductLink } from './product-link';

const words = messages.inventory.waiting;

/** What the inventory has at a lower version than its favorite shows, until somebody accepts it. */
export function Waiting({ name, mayChange }: { name: string; mayChange: boolean }) {
  const list = useInfiniteQuery(waitingQuery(name));
  const total = list.data?.pages[0]?.meta.total ?? 0;
  const accepting = (software?: string) => ({
    act: () => api.acceptDeployments(name, software ? { software: [software] } : {}),
    said: ({ data }: { data: { lowered: number } }) => words.lowered(data.lowered),
    refresh: IN_USE,
  });
  return (
    <section>
      {total > 0 && (
        <PartHead title={words.title(total)} lead={words.lead}>
          {mayChange && total > 1 && <ActButton {...accepting()}>{words.lowerAll(total)}</ActButton>}
        </PartHead>
      )}
      <Listing of={list} label={words.title(total)} columns="minmax(0, 1.4fr) minmax(0, 1fr) auto" bars={0}>
        {({ id, software, version, waits_for: shown }) => (
          <Row key={id}>
            <ProductLink product={software} strong />
            <VersionWay from={shown!} to={version} />
            {mayChange && (
              <ActButton
                {...accepting(software.id)}
                size="compact-sm"
                aria-label={messages.inventory.preview.lowerOne(visibleText(software.name), shown!, version)}
              >
                {words.lower}
              </ActButton>
            )}
          </Row>
        )}
      </Listing>
    </section>
  );
}
