import { Button, Group, Stack, Text } from '../parts/ui';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { channelTypesQuery } from '../api/channels';
import { api } from '../api/client';
import { useAwaySince } from '../api/connection';
import type { ChannelResponse, ChannelTypeResponse } from '../api/generated';
import { messages } from '../messages';
import { ByPlugin } from '../parts/by-plugin';
import { Empty } from '../parts/empty';
import { ExternalLink } from '../parts/external-link';
import { fieldErrorsOf } from '../parts/field-errors';
import { Page } from '../parts/page';
import { Panel } from '../parts/panel';
import { ProblemNote } from '../parts/problem-note';
import { SecretOnce } from '../parts/secret-once';
import { settingsBody, type SettingsSchema } from '../parts/setting-values';
import { SlowSkeleton } from '../parts/slow-skeleton';
import { sentence } from '../parts/text';
import { ChannelFields, focusFault } from './channel-fields';
import { useChannelTest } from './channel-test';
import {
  channelBody,
  channelFaults,
  type ChannelValues,
  initialValues,
  isField,
  settingFaults,
  shownOnce,
} from './channel-values';
import classes from './notification.module.css';
import { ThisDevice } from './this-device';

const words = messages.channels.form;

/** A new channel of one type. */
export function NewChannelPage() {
  const { type } = useParams({ strict: false });
  const types = useQuery(channelTypesQuery);
  const found = types.data?.find((one) => one.type === type);
  if (types.error)
    return (
      <Page title={messages.channels.add}>
        <ProblemNote error={types.error} onRetry={() => void types.refetch()} />
      </Page>
    );
  if (!types.data)
    return (
      <Page title={messages.channels.add}>
        <SlowSkeleton rows={5} height={64} />
      </Page>
    );
  if (!found || found.unavailable)
    return (
      <Page title={messages.channels.add}>
        <Empty title={found ? `${found.title}: ${messages.channels.gallery.unavailable}` : words.unknownType}>
          {found?.unavailable && <Text c="dimmed">{sentence(found.unavailable)}</Text>}
          <Button component={Link} to="/channels/new">
            {messages.channels.gallery.title}
          </Button>
        </Empty>
      </Page>
    );
  if (found.type === 'web-push') return <ThisDevice type={found} />;
  return <NewChannel key={found.type} type={found} />;
}

function NewChannel({ type }: { type: ChannelTypeResponse }) {
  const schema = type.settings as unknown as SettingsSchema;
  const element = useRef<HTMLFormElement>(null);
  const isAway = useAwaySince() !== null;
  const { created, secret, finish, onCreated } = useCreated();
  const form = useForm<ChannelValues>({
    initialValues: initialValues(schema, type.title),
    validate: (values) => channelFaults(schema, values),
  });
  /** Marks the fields that an answer is about. @returns what has to be said elsewhere */
  const mark = (error: unknown): unknown => {
    const { fields, rest } = fieldErrorsOf(error, isField(schema));
    form.setErrors(fields);
    focusFault(element.current);
    return rest;
  };
  const create = useMutation({
    mutationFn: (values: ChannelValues) => api.createChannel({ type: type.type, ...channelBody(schema, values) }),
    onSuccess: ({ data }, values) => onCreated(data, shownOnce(schema, settingsBody(schema, values.settings), data)),
    onError: mark,
  });
  const test = useChannelTest({
    isReady: () => {
      const faults = settingFaults(schema, form.values);
      form.setErrors(faults);
      if (Object.keys(faults).length > 0) focusFault(element.current);
      return Object.keys(faults).length === 0;
    },
    run: (signal) =>
      api
        .testUnsavedChannel({ type: type.type, settings: settingsBody(schema, form.values.settings) }, { signal })
        .then(
          ({ data }) => data,
          (error: unknown) => {
            throw mark(error);
          },
        ),
  });
  const rest = create.error && fieldErrorsOf(create.error, isField(schema)).rest;
  return (
    <Page
      title={words.newTitle(type.title)}
      lead={
        <Text c="dimmed">
          {type.description}{' '}
          <ExternalLink href={type.docs} inText>
            {words.docs}
          </ExternalLink>
          <ByPlugin of={type} />
        </Text>
      }
    >
      <form
        ref={element}
        noValidate
        className={classes.form}
        onSubmit={form.onSubmit(
          (values) => create.mutate(values),
          () => focusFault(element.current),
        )}
      >
        <Panel>
          <Stack gap="lg">
            {rest ? <ProblemNote error={rest} /> : null}
            <ChannelFields form={form} schema={schema} />
            <Group justify="space-between">
              {test.button}
              <Button type="submit" loading={create.isPending} disabled={isAway || created !== null}>
                {words.create}
              </Button>
            </Group>
            {test.result}
          </Stack>
        </Panel>
      </form>
      <SecretOnce title={type.title} label={secret?.label ?? ''} secret={secret?.secret ?? null} onDone={finish} />
    </Page>
  );
}

/** After a channel was created: its page, but first the secret that is shown this once. */
function useCreated() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [created, setCreated] = useState<ChannelResponse | null>(null);
  const [secret, setSecret] = useState<ReturnType<typeof shownOnce>>(null);
  const goTo = (id: string) => void navigate({ to: '/channels/$id', params: { id } });
  const onCreated = (channel: ChannelResponse, once: ReturnType<typeof shownOnce>) => {
    setCreated(channel);
    for (const resource of ['channels', 'summary']) void client.invalidateQueries({ queryKey: [resource] });
    if (once) setSecret(once);
    else goTo(channel.id);
  };
  const finish = () => {
    setSecret(null);
    if (created) goTo(created.id);
  };
  return { created, secret, finish, onCreated };
}
