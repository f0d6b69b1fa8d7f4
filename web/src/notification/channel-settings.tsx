import { Button, Group, Stack, Text } from '../parts/ui';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { api } from '../api/client';
import { useAwaySince } from '../api/connection';
import type { ChannelResponse } from '../api/generated';
import { messages } from '../messages';
import { fieldErrorsOf } from '../parts/field-errors';
import { Panel } from '../parts/panel';
import { ProblemNote } from '../parts/problem-note';
import { RelativeTime } from '../parts/relative-time';
import type { SettingsSchema } from '../parts/setting-values';
import { say } from '../parts/say';
import { ChannelFields, focusFault } from './channel-fields';
import { channelBody, channelFaults, type ChannelValues, initialValues, isField } from './channel-values';
import classes from './notification.module.css';

/** The form of a channel that there is. What is typed stays when the channel is read again. */
export function ChannelSettings({ channel, schema }: { channel: ChannelResponse; schema: SettingsSchema }) {
  const element = useRef<HTMLFormElement>(null);
  const client = useQueryClient();
  const isAway = useAwaySince() !== null;
  const form = useForm<ChannelValues>({
    initialValues: initialValues(schema, '', channel),
    validate: (values) => channelFaults(schema, values),
  });
  const save = useMutation({
    mutationFn: (values: ChannelValues) => api.updateChannel(channel.id, channelBody(schema, values)),
    onSuccess: ({ data }) => {
      client.setQueryData(['channels', channel.id], data);
      for (const resource of ['channels', 'summary']) void client.invalidateQueries({ queryKey: [resource] });
      const values = initialValues(schema, '', data);
      form.setInitialValues(values);
      form.setValues(values);
      say(messages.channels.channel.changed);
    },
    onError: (error) => {
      form.setErrors(fieldErrorsOf(error, isField(schema)).fields);
      focusFault(element.current);
    },
  });
  const rest = save.error && fieldErrorsOf(save.error, isField(schema)).rest;
  return (
    <form
      ref={element}
      noValidate
      className={classes.form}
      onSubmit={form.onSubmit(
        (values) => save.mutate(values),
        () => focusFault(element.current),
      )}
    >
      <Panel>
        <Stack gap="lg">
          {rest ? <ProblemNote error={rest} /> : null}
          <ChannelFields form={form} schema={schema} channel={channel} />
          <Group justify="space-between">
            <Text size="sm" c="dimmed">
              {messages.channels.channel.created} <RelativeTime time={channel.created_at} />
            </Text>
            <Button type="submit" loading={save.isPending} disabled={isAway || !form.isDirty()}>
              {messages.common.save}
            </Button>
          </Group>
        </Stack>
      </Panel>
    </form>
  );
}
