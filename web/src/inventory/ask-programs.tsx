import { Text } from '../parts/ui';
import { useState } from 'react';
import { api } from '../api/client';
import type { UploadRequest } from '../api/inventories';
import { messages } from '../messages';
import { ActButton } from '../parts/act';
import { Name } from '../parts/name';
import { Panel } from '../parts/panel';
import { Row, Rows } from '../parts/rows';
import { sentence } from '../parts/text';

const words = messages.inventory.ask;

/** The configuration of Argus says where its programs tell their versions: they are asked from now on, each with what came of it. */
export function AskPrograms({ request: { text, environment } }: { request: UploadRequest }) {
  const ask = () => api.importProbes({ content: text, ...(environment.trim() ? { environment } : {}) });
  const [outcomes, setOutcomes] = useState<Awaited<ReturnType<typeof ask>>['data'] | null>(null);
  return (
    <Panel title={words.title}>
      <Text size="sm" c="dimmed" mb="sm">
        {words.text}
      </Text>
      {outcomes ? (
        <Rows label={words.outcomes} columns="minmax(0, 1fr) minmax(0, 2fr)">
          {outcomes.map((one) => (
            <Row key={one.name}>
              <Name>{one.software ?? one.name}</Name>
              <Text size="sm">{one.state === 'set' ? words.set : sentence(one.message ?? words.refused)}</Text>
            </Row>
          ))}
        </Rows>
      ) : (
        <ActButton size="sm" act={ask} onDone={({ data }) => setOutcomes(data)} refresh={['probes', 'favorites']}>
          {words.action}
        </ActButton>
      )}
    </Panel>
  );
}
