import { NativeSelect, Stack, Switch, Text, TextInput } from '../parts/ui';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { profileQuery } from '../api/profile';
import { messages } from '../messages';
import type { ChannelValues } from './channel-values';
import classes from './notification.module.css';

const words = messages.channels.timing;
const optionsOf = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));
const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}));
const WEEKDAYS = words.weekdays.map((label, index) => ({ value: String(index + 1), label }));

/** When a channel sends: how often, and when not. */
export function TimingFields({ form }: { form: UseFormReturnType<ChannelValues> }) {
  const { digest, quiet_hours: quiet } = form.values;
  const profile = useQuery(profileQuery);
  const hasHour = digest.every === 'daily' || digest.every === 'weekly';
  return (
    <Stack gap="sm">
      <div className={classes.inline}>
        <NativeSelect label={words.digest} data={optionsOf(words.every)} {...form.getInputProps('digest.every')} />
        {digest.every === 'weekly' && (
          <NativeSelect label={words.weekday} data={WEEKDAYS} {...form.getInputProps('digest.weekday')} />
        )}
        {hasHour && <NativeSelect label={words.hour} data={HOURS} {...form.getInputProps('digest.hour')} />}
      </div>
      <Switch
        label={words.quiet}
        description={words.quietHint}
        {...form.getInputProps('quiet_hours.isOn', { type: 'checkbox' })}
      />
      {quiet.isOn && (
        <div className={classes.inline}>
          <TextInput type="time" label={words.from} required {...form.getInputProps('quiet_hours.from')} />
          <TextInput type="time" label={words.to} required {...form.getInputProps('quiet_hours.to')} />
          <NativeSelect
            label={words.except}
            data={optionsOf(words.exceptions)}
            {...form.getInputProps('quiet_hours.except')}
          />
        </div>
      )}
      {(quiet.isOn || hasHour) && profile.data && (
        <Text size="sm" c="dimmed">
          {words.zone(profile.data.time_zone)}
        </Text>
      )}
    </Stack>
  );
}
