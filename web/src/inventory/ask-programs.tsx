import { Button, Text } from '../parts/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../api/client';
import type { UploadRequest } from '../api/inventories';
import { messages } from '../messages';
import { Name } from '../parts/name';
import { Panel } from '../parts/panel';
import { ProblemNote } from '../parts/problem-note';
import { Row, Rows } from '../parts/rows';
import { sentence } from '../parts/text';

const words = messages.inventory.ask;

/** The configuration of Argus says where its programs tell their versions: they are asked from now on, each with what came of it. */
export function AskPrograms({ request: { text, environment } }: { request: UploadRequest }) {
  const client = useQueryClient();
  const ask = useMutation({
    mutationFn: () => api.importProbes({ content: text, ...(environment.trim() ? { environment } : {}) }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ['probes'] });
      void client.invalidateQueries({ queryKey: ['favorites'] });
    },
  });
  return (
    <Panel title={words.title}>
      <Text size="sm" c="dimmed" mb="sm">
        {words.text}
      </Text>
      {ask.data ? (
        <Rows label={words.outcomes} columns="minmax(0, 1fr) minmax(0, 2fr)">
          {ask.data.data.map((one) => (
            <Row key={one.name}>
              <Name>{one.software ?? one.name}</Name>
              <Text size="sm">{one.state === 'set' ? words.set : sentence(one.message ?? words.refused)}</Text>
            </Row>
          ))}
        </Rows>
      ) : (
        <Button variant="default" loading={ask.isPending} onClick={() => ask.mutate()}>
          {words.action}
        </Button>
      )}
      {ask.error && <ProblemNote error={ask.error} />}
    </Panel>
  );
}
