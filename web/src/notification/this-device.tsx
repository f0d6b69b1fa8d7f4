import { Alert, Button, Stack, Text, TextInput } from '../parts/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { channelsQuery } from '../api/channels';
import { api } from '../api/client';
import { useAwaySince } from '../api/connection';
import type { ChannelTypeResponse } from '../api/generated';
import { sessionQuery } from '../api/queries';
import { messages } from '../messages';
import { ExternalLink } from '../parts/external-link';
import { Page } from '../parts/page';
import { Panel } from '../parts/panel';
import { ProblemNote } from '../parts/problem-note';
import { NoSubscription, obstacle, readDevice, turnOn } from './device';
import classes from './notification.module.css';

const words = messages.channels.device;

/** The channel of the browser that shows this: nothing is typed, the browser asks. */
export function ThisDevice({ type }: { type: ChannelTypeResponse }) {
  const [why, setWhy] = useState(obstacle);
  const device = useQuery({ queryKey: ['channels', 'device'], queryFn: readDevice, gcTime: 0 });
  return (
    <Page
      title={words.title}
      lead={
        <Text c="dimmed">
          {words.lead}{' '}
          <ExternalLink href={type.docs} inText>
            {messages.channels.form.docs}
          </ExternalLink>
        </Text>
      }
    >
      <div className={classes.form}>
        <Panel>
          {why ? (
            <Stack gap={4} role="status">
              <Text fw={600}>{words.obstacles[why]?.title}</Text>
              <Text>{words.obstacles[why]?.text}</Text>
            </Stack>
          ) : (
            <Stack gap="lg">
              {device.data && (
                <Text>
                  {words.isOn}{' '}
                  <Link to="/channels/$id" params={{ id: device.data.channel }}>
                    {words.toChannel}
                  </Link>
                </Text>
              )}
              <TurnOn sender={type.application_server_point ?? ''} onRefused={() => setWhy(obstacle())} />
            </Stack>
          )}
        </Panel>
      </div>
    </Page>
  );
}

function TurnOn({ sender, onRefused }: { sender: string; onRefused: () => void }) {
  const { data: session } = useQuery(sessionQuery);
  const [name, setName] = useState(session?.agent ?? '');
  const client = useQueryClient();
  const navigate = useNavigate();
  const isAway = useAwaySince() !== null;
  const turning = useMutation({
    mutationFn: async () => {
      const id = await turnOn(session!.user.id, name.trim(), sender);
      // Its result is in the channel's log, and on the screen of the device.
      if (id !== null) await api.testChannel(id).catch(() => undefined);
      return id;
    },
    onSuccess: async (id) => {
      if (id === null) return onRefused();
      void client.invalidateQueries({ queryKey: channelsQuery.queryKey });
      await navigate({ to: '/channels/$id', params: { id } });
    },
  });
  const isDismissed = turning.data === null && !turning.isPending;
  return (
    <Stack gap="md">
      <TextInput
        label={words.name}
        description={messages.channels.form.nameHint}
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <div aria-live="polite">
        {isDismissed && <Text size="sm">{words.dismissed}</Text>}
        {turning.error instanceof NoSubscription ? (
          <Alert color="red" title={words.noService}>
            {words.noServiceText}
          </Alert>
        ) : (
          turning.error && <ProblemNote error={turning.error} />
        )}
      </div>
      <div>
        <Button
          disabled={isAway || !session || name.trim() === ''}
          loading={turning.isPending}
          onClick={() => turning.mutate()}
        >
          {words.turnOn}
        </Button>
      </div>
    </Stack>
  );
}
