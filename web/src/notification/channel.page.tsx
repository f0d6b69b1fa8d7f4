import { Button, Group, Menu, Stack, Text } from '../parts/ui';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { channelQuery, channelTypesQuery } from '../api/channels';
import { api } from '../api/client';
import { useAwaySince } from '../api/connection';
import type { ChannelResponse } from '../api/generated';
import { isProblem } from '../api/problem';
import { messages } from '../messages';
import { ButtonMenu, DANGER } from '../parts/button-menu';
import { ByPlugin } from '../parts/by-plugin';
import { Empty } from '../parts/empty';
import { Icon } from '../parts/icon';
import { visibleText } from '../parts/name';
import { Page } from '../parts/page';
import { ProblemNote, QueryNote } from '../parts/problem-note';
import type { SettingsSchema } from '../parts/setting-values';
import { SlowSkeleton } from '../parts/slow-skeleton';
import { Tabs } from '../parts/tabs';
import { useChannelActions } from './channel-actions';
import { ChannelDeliveries } from './channel-deliveries';
import { useChannelRemoval, useSecretRotation } from './channel-dialogs';
import type { ChannelSearch } from '../parts/searches';
import { ChannelSettings } from './channel-settings';
import { ChannelState } from './channel-state';
import { StateAction } from './channels.page';
import { useChannelTest } from './channel-test';
import { Glyph } from './glyph';
import classes from './notification.module.css';

const words = messages.channels;

/** One channel: whether it works, what went through it, and its settings. */
export function ChannelPage() {
  const { id = '' } = useParams({ strict: false });
  const channel = useQuery(channelQuery(id));
  if (channel.data) return <Channel key={id} channel={channel.data} />;
  if (isProblem(channel.error, 404))
    return (
      <Page title={words.channel.gone}>
        <Empty title={words.channel.gone}>
          <Text c="dimmed">{words.channel.goneText}</Text>
          <Button component={Link} to="/channels">
            {words.channel.back}
          </Button>
        </Empty>
      </Page>
    );
  return (
    <Page title={words.title}>
      {channel.error ? (
        <ProblemNote error={channel.error} onRetry={() => void channel.refetch()} />
      ) : (
        <SlowSkeleton rows={5} height={64} />
      )}
    </Page>
  );
}

function Channel({ channel }: { channel: ChannelResponse }) {
  const search: ChannelSearch = useSearch({ strict: false });
  const types = useQuery(channelTypesQuery);
  const type = types.data?.find((one) => one.type === channel.type);
  const schema = type?.settings as unknown as SettingsSchema | undefined;
  const test = useChannelTest({ run: (signal) => api.testChannel(channel.id, { signal }).then(({ data }) => data) });
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
          tabs={([undefined, 'settings'] as const).map((tab) => ({
            name: words.channel.tabs[tab ?? 'deliveries'],
            to: `/channels/${channel.id}`,
            search: { tab },
            isCurrent: search.tab === tab,
          }))}
        />
        {search.tab !== 'settings' && <ChannelDeliveries id={channel.id} />}
        {search.tab === 'settings' && (
          <>
            <QueryNote of={types} />
            {schema ? <ChannelSettings channel={channel} schema={schema} /> : <SlowSkeleton rows={5} height={64} />}
          </>
        )}
      </Stack>
    </Page>
  );
}

/** What is rarely done. */
function ChannelMenu({ channel, schema }: { channel: ChannelResponse; schema: SettingsSchema | undefined }) {
  const isAway = useAwaySince() !== null;
  const { enable } = useChannelActions(channel);
  const rotation = useSecretRotation(channel, schema);
  const removal = useChannelRemoval(channel);
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
        {channel.enabled && <Menu.Item onClick={() => enable.mutate(false)}>{words.switchOff}</Menu.Item>}
        {rotation.isPossible && <Menu.Item onClick={rotation.ask}>{words.channel.rotate} …</Menu.Item>}
        <Menu.Item color={DANGER} onClick={removal.ask}>
          {messages.common.delete} …
        </Menu.Item>
      </ButtonMenu>
      {rotation.dialogs}
      {removal.dialog}
    </Group>
  );
}
