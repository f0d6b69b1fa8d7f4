import { Button, Checkbox, Divider, Group, NativeSelect, Stack, Text, TextInput, Title } from '../parts/ui';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useAwaySince } from '../api/connection';
import type { ChannelResponse, ChannelTestResponse } from '../api/generated';
import { profileQuery } from '../api/profile';
import { messages } from '../messages';
import { fieldErrorsOf } from '../parts/field-errors';
import { Panel } from '../parts/panel';
import { ProblemNote } from '../parts/problem-note';
import { When } from '../parts/rows';
import { SchemaForm } from '../parts/schema-form';
import { settingsBody, type SettingsSchema } from '../parts/setting-values';
import { useChannelTest } from './channel-test';
import {
  type ChannelBody,
  channelBody,
  channelFaults,
  type ChannelValues,
  initialValues,
  isField,
  settingFaults,
} from './channel-values';
import classes from './notification.module.css';

const { form: words, timing } = messages.channels;
const optionsOf = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));
const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}));
const WEEKDAYS = timing.weekdays.map((label, index) => ({ value: String(index + 1), label }));

/** What a channel is made of: its settings, what it is called, and when it sends. What is typed stays when the channel is read again. */
export function ChannelForm({
  schema,
  name = '',
  channel,
  save,
  tryOut,
  onSaved,
}: {
  schema: SettingsSchema;
  /** What a new one is called until somebody says otherwise. */
  name?: string;
  /** Left out: a new one. */
  channel?: ChannelResponse;
  save(body: ChannelBody): Promise<ChannelResponse>;
  /** Sends a test before it is saved. */
  tryOut?(settings: ChannelBody['settings']): Promise<ChannelTestResponse>;
  onSaved(channel: ChannelResponse, given: ChannelBody): void;
}) {
  const element = useRef<HTMLFormElement>(null);
  const client = useQueryClient();
  const isAway = useAwaySince() !== null;
  const form = useForm<ChannelValues>({
    initialValues: initialValues(schema, name, channel),
    validate: (values) => channelFaults(schema, values),
  });
  const { settings } = form.values;
  /** Once it is marked. */
  const focusFault = () =>
    requestAnimationFrame(() => element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  /** Marks the fields that an answer is about. @returns what has to be said elsewhere */
  const mark = (error: unknown): unknown => {
    const { fields, rest } = fieldErrorsOf(error, isField(schema));
    form.setErrors(fields);
    focusFault();
    return rest;
  };
  const saving = useMutation({
    mutationFn: save,
    onSuccess: (saved, given) => {
      for (const resource of ['channels', 'summary']) void client.invalidateQueries({ queryKey: [resource] });
      if (channel) {
        const values = initialValues(schema, '', saved);
        form.setInitialValues(values);
        form.setValues(values);
      }
      onSaved(saved, given);
    },
    onError: mark,
  });
  const { rest } = fieldErrorsOf(saving.error, isField(schema));
  const test = useChannelTest({
    isReady: () => {
      const faults = settingFaults(schema, form.values);
      form.setErrors(faults);
      focusFault();
      return Object.keys(faults).length === 0;
    },
    run: () =>
      tryOut!(settingsBody(schema, settings)).catch((error: unknown) => {
        throw mark(error);
      }),
  });
  const leave = (field: string) => {
    const value = settings[field];
    if (Array.isArray(value) ? value.some(Boolean) : value) form.validateField(`settings.${field}`);
  };
  return (
    <form
      ref={element}
      noValidate
      className={classes.form}
      onSubmit={form.onSubmit((values) => saving.mutate(channelBody(schema, values)), focusFault)}
    >
      <Panel>
        <Stack gap="lg">
          {rest ? <ProblemNote error={rest} /> : null}
          <SchemaForm
            schema={schema}
            values={settings}
            stored={channel?.settings}
            errorOf={(field) => form.errors[`settings.${field}`]}
            onChange={(field, value) => form.setFieldValue(`settings.${field}`, value)}
            onLeave={leave}
          />
          <Divider />
          <TextInput
            label={words.name}
            description={words.nameHint}
            withAsterisk
            aria-required
            maxLength={100}
            {...form.getInputProps('name')}
          />
          <Title order={2}>{words.when}</Title>
          <TimingFields form={form} />
          <Checkbox
            label={words.isDefault}
            description={words.isDefaultHint}
            {...form.getInputProps('is_default', { type: 'checkbox' })}
          />
          <Group justify="space-between">
            {channel ? (
              <Text size="sm" c="dimmed">
                <When word={messages.channels.channel.created} time={channel.created_at} />
              </Text>
            ) : (
              test.button
            )}
            <Button
              type="submit"
              loading={saving.isPending}
              disabled={isAway || (channel ? !form.isDirty() : saving.isSuccess)}
            >
              {channel ? messages.common.save : words.create}
            </Button>
          </Group>
          {test.result}
        </Stack>
      </Panel>
    </form>
  );
}

/** When a channel sends: how often, and when not. */
function TimingFields({ form }: { form: UseFormReturnType<ChannelValues> }) {
  const { digest, quiet_hours: quiet } = form.values;
  const profile = useQuery(profileQuery);
  const hasHour = digest.every === 'daily' || digest.every === 'weekly';
  return (
    <Stack gap="sm">
      <div className={classes.inline}>
        <NativeSelect label={timing.digest} data={optionsOf(timing.every)} {...form.getInputProps('digest.every')} />
        {digest.every === 'weekly' && (
          <NativeSelect label={timing.weekday} data={WEEKDAYS} {...form.getInputProps('digest.weekday')} />
        )}
        {hasHour && <NativeSelect label={timing.hour} data={HOURS} {...form.getInputProps('digest.hour')} />}
      </div>
      <Checkbox
        label={timing.quiet}
        description={timing.quietHint}
        {...form.getInputProps('quiet_hours.isOn', { type: 'checkbox' })}
      />
      {quiet.isOn && (
        <div className={classes.inline}>
          <TextInput type="time" label={timing.from} required {...form.getInputProps('quiet_hours.from')} />
          <TextInput type="time" label={timing.to} required {...form.getInputProps('quiet_hours.to')} />
          <NativeSelect
            label={timing.except}
            data={optionsOf(timing.exceptions)}
            {...form.getInputProps('quiet_hours.except')}
          />
        </div>
      )}
      {(quiet.isOn || hasHour) && profile.data && (
        <Text size="sm" c="dimmed">
          {timing.zone(profile.data.time_zone)}
        </Text>
      )}
    </Stack>
  );
}
