import { Checkbox, NativeSelect, optionsOf, Stack, Text, TextInput } from '../parts/ui';
import { useQuery } from '@tanstack/react-query';
import { profileQuery } from '../api/profile';
import { messages } from '../messages';
import type { ChannelForm } from './channel-fields';
import classes from './notification.module.css';

const words = messages.channels.timing;
const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}));
const WEEKDAYS = words.weekdays.map((label, index) => ({ value: String(index + 1), label }));

/** When a channel sends: how often, and when not. */
export function TimingFields({ form }: { form: ChannelForm }) {
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
      <Checkbox
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
