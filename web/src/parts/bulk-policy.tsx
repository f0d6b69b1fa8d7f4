import { Button, CloseButton, Group, CheckboxGroup, NumberInput, Select, Stack, Text, TextInput } from './ui';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { BulkOperation } from '../api/bulk';
import { api } from '../api/client';
import type { UpdatePolicyDto } from '../api/generated';
import { messages } from '../messages';
import { tags } from '../messages/en/tags';

const words = tags.policy;
const { policy } = messages.software;

type Changes = Pick<UpdatePolicyDto, 'series' | 'include_prereleases' | 'minimum_age_days' | 'channels'>;

/** What of the policy of many favorites is changed: a field that nobody touches is not sent. Loaded when it is needed. */
export default function BulkPolicy({
  count,
  disabled,
  onSave,
}: {
  /** undefined = not known yet; the question after this says it. */
  count: number | undefined;
  disabled: boolean;
  onSave: (operations: BulkOperation[]) => void;
}) {
  const [changes, setChanges] = useState<Changes>({});
  const [usesProfile, setUsesProfile] = useState(true);
  const channels = useQuery({
    queryKey: ['channels', 'names'],
    queryFn: ({ signal }) => api.listChannels({ per_page: 200 }, { signal }).then(({ data }) => data),
  });
  const set = (change: Changes) => setChanges((before) => ({ ...before, ...change }));
  const isTouched = (field: keyof Changes) => field in changes;
  const leave = (field: keyof Changes, label: string): ReactNode =>
    isTouched(field) && (
      <CloseButton
        aria-label={words.leave(label)}
        title={words.leave(label)}
        onClick={() => setChanges(({ [field]: _left, ...others }) => others)}
      />
    );
  const written = { ...changes, ...(typeof changes.series === 'string' && { series: changes.series.trim() || null }) };
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {words.text}
      </Text>
      <TextInput
        label={policy.series}
        description={isTouched('series') && !changes.series ? words.anySeries : policy.seriesHint}
        placeholder={isTouched('series') ? undefined : words.same}
        maxLength={64}
        spellCheck={false}
        value={changes.series ?? ''}
        rightSection={leave('series', policy.series)}
        onChange={(event) => set({ series: event.currentTarget.value })}
      />
      <Select
        label={words.prereleases}
        placeholder={words.same}
        data={[
          { value: 'yes', label: words.prereleasesYes },
          { value: 'no', label: words.prereleasesNo },
        ]}
        value={changes.include_prereleases === undefined ? null : changes.include_prereleases ? 'yes' : 'no'}
        rightSection={leave('include_prereleases', words.prereleases) || undefined}
        onChange={(value) => value && set({ include_prereleases: value === 'yes' })}
      />
      <NumberInput
        label={policy.minimumAge}
        description={isTouched('minimum_age_days') && !changes.minimum_age_days ? words.noAge : policy.minimumAgeHint}
        placeholder={isTouched('minimum_age_days') ? undefined : words.same}
        min={0}
        max={3650}
        suffix={changes.minimum_age_days === 1 ? policy.day : policy.days}
        value={changes.minimum_age_days ?? ''}
        rightSection={leave('minimum_age_days', policy.minimumAge) || undefined}
        onChange={(value) => {
          const days = value === '' ? null : Number(value);
          // Mantine tells its first, empty value, too.
          if (days !== null || isTouched('minimum_age_days')) set({ minimum_age_days: days });
        }}
      />
      <Select
        label={words.channels}
        placeholder={words.same}
        data={[
          { value: 'profile', label: words.channelsOf.profile },
          { value: 'own', label: words.channelsOf.own },
        ]}
        value={isTouched('channels') ? (usesProfile ? 'profile' : 'own') : null}
        rightSection={leave('channels', words.channels) || undefined}
        onChange={(value) => {
          if (value === null) return;
          setUsesProfile(value === 'profile');
          set({ channels: [] });
        }}
      />
      {isTouched('channels') && !usesProfile && (
        <CheckboxGroup
          label={words.channelsOf.own}
          description={changes.channels?.length === 0 ? words.noChannels : undefined}
          data={(channels.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          value={changes.channels ?? []}
          onChange={(ids) => set({ channels: ids })}
        />
      )}
      <Group justify="flex-end">
        <Button
          disabled={disabled || Object.keys(changes).length === 0}
          onClick={() =>
            onSave([
              {
                action: 'policy',
                policy: written,
                ...(isTouched('channels') && { use_default_notification: usesProfile }),
              },
            ])
          }
        >
          {words.save(count)}
        </Button>
      </Group>
    </Stack>
  );
}
