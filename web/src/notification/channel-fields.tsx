import { Checkbox, Divider, Stack, TextInput, Title } from '../parts/ui';
import type { UseFormReturnType } from '@mantine/form';
import type { ChannelResponse } from '../api/generated';
import { messages } from '../messages';
import { SchemaForm } from '../parts/schema-form';
import type { SettingsSchema } from '../parts/setting-values';
import type { ChannelValues } from './channel-values';
import { TimingFields } from './timing-fields';

const words = messages.channels.form;

export type ChannelForm = UseFormReturnType<ChannelValues>;

/** What a channel is made of: its settings, what it is called, and when it sends. */
export function ChannelFields({
  form,
  schema,
  channel,
}: {
  form: ChannelForm;
  schema: SettingsSchema;
  channel?: ChannelResponse;
}) {
  const { values } = form;
  const leave = (name: string) => {
    const value = values.settings[name];
    if (Array.isArray(value) ? value.some(Boolean) : value) form.validateField(`settings.${name}`);
  };
  return (
    <Stack gap="lg">
      <SchemaForm
        schema={schema}
        values={values.settings}
        stored={channel?.settings}
        errorOf={(name) => form.errors[`settings.${name}`]}
        onChange={(name, value) => form.setFieldValue(`settings.${name}`, value)}
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
      <Title order={2} style={{ fontSize: '1rem' }}>
        {words.when}
      </Title>
      <TimingFields form={form} />
      <Checkbox
        label={words.isDefault}
        description={words.isDefaultHint}
        {...form.getInputProps('is_default', { type: 'checkbox' })}
      />
    </Stack>
  );
}

/** Moves to the first field that has an error, once it is marked. */
export const focusFault = (form: HTMLElement | null) =>
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
