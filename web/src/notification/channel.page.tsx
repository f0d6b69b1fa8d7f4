import { Button, Group, Menu, Stack, Text } from '../parts/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { channelQuery, channelTypesQuery } from '../api/channels';
import { api } from '../api/client';
import { useAwaySince } from '../api/connection';
import type { ChannelResponse } from '../api/generated';
import { messages } from '../messages';
import { useAct } from '../parts/act';
import { ButtonMenu, DANGER } from '../parts/button-menu';
import { ByPlugin } from '../parts/by-plugin';
import { Icon } from '../parts/icon';
import { Tabs } from '../parts/tabs';
import { visibleText } from '../parts/name';
import { Page } from '../parts/page';
import { QueryNote } from '../parts/problem-note';
import { ReadPage } from '../parts/read-page';
import { say } from '../parts/say';
import { SecretOnce } from '../parts/secret-once';
import type { SettingsSchema } from '../parts/setting-values';
import { SlowSkeleton } from '../parts/slow-skeleton';
import { ChannelDeliveries } from './channel-deliveries';
import { ChannelForm } from './channel-form';
import type { ChannelSearch } from '../parts/searches';
import { ChannelState, StateAction } from './channel-state';
import { useChannelTest } from './channel-test';
import { shownOnce } from './channel-values';
import { Glyph } from './glyph';
import classes from './notification.module.css';

const { title, switchOff, switchedOff, channel: words } = messages.channels;

/** One channel: whether it works, what went through it, and its settings. */
export function ChannelPage() {
  const { id = '' } = useParams({ strict: false });
  return (
    <ReadPage
      of={useQuery(channelQuery(id))}
      title={title}
      gone={{ title: words.gone, text: words.goneText, to: '/channels', back: words.back }}
    >
      {(channel) => <Channel key={id} channel={channel} />}
    </ReadPage>
  );
}

function Channel({ channel }: { channel: ChannelResponse }) {
  const { tab }: ChannelSearch = useSearch({ strict: false });
  const types = useQuery(channelTypesQuery);
  const type = types.data?.find((one) => one.type === channel.type);
  const schema = type?.settings as unknown as SettingsSchema | undefined;
  const test = useChannelTest({ run: () => api.testChannel(channel.id).then(({ data }) => data) });
  const settings = () => (
    <>
      <QueryNote of={types} />
      {schema ? (
        <ChannelForm
          channel={channel}
          schema={schema}
          save={(body) => api.updateChannel(channel.id, body).then(({ data }) => data)}
          onSaved={() => say(words.changed)}
        />
      ) : (
        <SlowSkeleton rows={5} height={64} />
      )}
    </>
  );
  return (
    <Page
      title={visibleText(channel.name)}
      lead={
        <Text c="dimmed" size="sm">
          {type?.title ?? channel.type}
          <ByPlugin of={type} />
        </Text>
      }
      beside={
        <>
          {test.button}
          <ChannelMenu channel={channel} schema={schema} />
        </>
      }
    >
      <Stack gap="md">
        <div className={classes.who}>
          <Glyph type={channel.type} />
          <ChannelState channel={channel} whole />
          <StateAction channel={channel} />
        </div>
        {test.result}
        <Tabs
          label={channel.name}
          tabs={([undefined, 'settings'] as const).map((one) => ({
            name: words.tabs[one ?? 'deliveries'],
            to: `/channels/${channel.id}`,
            search: { tab: one },
            isCurrent: tab === one,
          }))}
        />
        {tab === 'settings' ? settings() : <ChannelDeliveries id={channel.id} />}
      </Stack>
    </Page>
  );
}

/** The schema does not say whose secret the service makes itself; so far it is this type alone. */
const isRotatable = (schema: SettingsSchema | undefined, { type }: ChannelResponse) =>
  type === 'webhook' && schema?.properties.secret?.writeOnly === true;

/** What is rarely done. */
function ChannelMenu({ channel, schema }: { channel: ChannelResponse; schema: SettingsSchema | undefined }) {
  const { id } = channel;
  const name = visibleText(channel.name);
  const client = useQueryClient();
  const navigate = useNavigate();
  const isAway = useAwaySince() !== null;
  const [secret, setSecret] = useState<ReturnType<typeof shownOnce>>(null);
  const off = useAct({
    act: () => api.updateChannel(id, { enabled: false }),
    said: switchedOff(name),
    refresh: ['channels', 'summary'],
  });
  const rotation = useAct({
    act: () => api.rotateChannelSecret(id),
    onDone: ({ data }) => setSecret(shownOnce(schema!, {}, data)),
    refresh: ['channels'],
    question: { title: words.rotateTitle, text: words.rotateText, action: words.rotate },
  });
  const removal = useAct({
    act: () => api.deleteChannel(id),
    said: words.deleted(name),
    onDone: async () => {
      await navigate({ to: '/channels' });
      client.removeQueries({ queryKey: ['channels', id] });
    },
    refresh: ['channels', 'summary', 'notifications'],
    question: { title: words.deleteTitle(name), text: words.deleteText, action: messages.common.delete },
  });
  return (
    <Group gap="xs">
      <ButtonMenu
        disabled={isAway}
        button={
          <Button variant="default" aria-label={messages.common.more} px="xs" disabled={isAway}>
            <Icon name="more" />
          </Button>
        }
      >
        {channel.enabled && <Menu.Item onClick={off.start}>{switchOff}</Menu.Item>}
        {isRotatable(schema, channel) && <Menu.Item onClick={rotation.start}>{words.rotate} …</Menu.Item>}
        <Menu.Item color={DANGER} onClick={removal.start}>
          {messages.common.delete} …
        </Menu.Item>
      </ButtonMenu>
      {rotation.dialog}
      {removal.dialog}
      <SecretOnce
        title={name}
        label={secret?.label ?? ''}
        secret={secret?.secret ?? null}
        onDone={() => setSecret(null)}
      />
    </Group>
  );
}
