import { Button } from '../parts/ui';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../api/client';
import { useAwaySince } from '../api/connection';
import { refreshInUse, waitingQuery } from '../api/inventories';
import { messages } from '../messages';
import { visibleText } from '../parts/name';
import { ProblemNote } from '../parts/problem-note';
import { Row, Rows } from '../parts/rows';
import { say, sayRefused } from '../parts/say';
import { ShowMore } from '../parts/show-more';
import { VersionWay } from '../parts/version-way';
import { PartHead } from './preview-section';
import { ProductLink } from './product-link';

const words = messages.inventory.waiting;

/** What the inventory has at a lower version than its favorite shows, until somebody accepts it. */
export function Waiting({ name, mayChange }: { name: string; mayChange: boolean }) {
  const client = useQueryClient();
  const isAway = useAwaySince() !== null;
  const list = useInfiniteQuery(waitingQuery(name));
  const accept = useMutation({
    mutationFn: (software?: string) => api.acceptDeployments(name, software ? { software: [software] } : {}),
    onSuccess: ({ data }) => {
      say(words.lowered(data.lowered));
      void refreshInUse(client);
    },
    onError: sayRefused,
  });
  if (list.error) return <ProblemNote error={list.error} onRetry={() => void list.refetch()} />;
  const rows = list.data?.pages.flatMap(({ data }) => data) ?? [];
  if (rows.length === 0) return null;
  const total = list.data?.pages[0]?.meta.total ?? rows.length;
  const button = { variant: 'default', disabled: isAway || accept.isPending } as const;
  return (
    <section>
      <PartHead title={words.title(total)} lead={words.lead}>
        {mayChange && total > 1 && (
          <Button {...button} size="xs" onClick={() => accept.mutate(undefined)}>
            {words.lowerAll(total)}
          </Button>
        )}
      </PartHead>
      <Rows label={words.title(total)} columns="minmax(0, 1.4fr) minmax(0, 1fr) auto">
        {rows.map(({ id, software, version, waits_for: shown }) => (
          <Row key={id}>
            <ProductLink product={software} strong />
            <VersionWay from={shown!} to={version} />
            {mayChange && (
              <Button
                {...button}
                size="compact-sm"
                aria-label={messages.inventory.preview.lowerOne(visibleText(software.name), shown!, version)}
                onClick={() => accept.mutate(software.id)}
              >
                {words.lower}
              </Button>
            )}
          </Row>
        ))}
      </Rows>
      <ShowMore list={list} />
    </section>
  );
}
