import { Autocomplete, Button, Checkbox, Group, NumberInput, Stack, TagsInput, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../api/client';
import { useAwaySince } from '../api/connection';
import type { PolicyResponse, UpdatePolicyDto } from '../api/generated';
import { previewPolicy } from '../api/policy';
import { isProblem } from '../api/problem';
import { messages } from '../messages';
import { PolicyPreviewLine } from './policy-preview';
import { fromLocalTime, toLocalTime } from './policy-values';
import { ProblemNote } from './problem-note';

const words = messages.software.policy;

/** As the fields have it. */
export interface PolicyValues {
  series: string;
  include_prereleases: boolean;
  minimum_age_days: number | '';
  skip: string[];
  /** Of `datetime-local`: `2026-11-23T14:00`, or ''. */
  snoozed_until: string;
}

export const valuesOf = (policy: PolicyResponse): PolicyValues => ({
  series: policy.series ?? '',
  include_prereleases: policy.include_prereleases,
  minimum_age_days: policy.minimum_age_days ?? '',
  skip: policy.skip,
  snoozed_until: toLocalTime(policy.snoozed_until),
});

export const inputOf = (values: PolicyValues) =>
  ({
    series: values.series.trim() || null,
    include_prereleases: values.include_prereleases,
    minimum_age_days: values.minimum_age_days === '' ? null : values.minimum_age_days,
    skip: values.skip,
    snoozed_until: fromLocalTime(values.snoozed_until),
  }) satisfies UpdatePolicyDto;

/** What counts as an update of one favorite: the fields, what they would offer, and saving. Typed values outlive a failed request. */
export function PolicyForm({
  favorite,
  policy,
  series = [],
  onSaved,
}: {
  /** The favorite's uuid. */
  favorite: string;
  policy: PolicyResponse;
  /** Suggestions: the series that the product has. */
  series?: readonly string[];
  onSaved?(policy: PolicyResponse): void;
}) {
  const client = useQueryClient();
  const isAway = useAwaySince() !== null;
  const stored = valuesOf(policy);
  const form = useForm<PolicyValues>({ mode: 'controlled', initialValues: stored });
  const isDirty = form.isDirty();
  const storedText = JSON.stringify(stored);
  // What was changed elsewhere, by skipping a version for example, is taken over unless somebody is writing here.
  useEffect(() => {
    const values = JSON.parse(storedText) as PolicyValues;
    form.setInitialValues(values);
    if (!isDirty) form.setValues(values);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only when the stored policy is another
  }, [storedText]);
  const save = useMutation({
    mutationFn: (values: PolicyValues) => api.updateFavoritePolicy(favorite, inputOf(values)),
    onSuccess: ({ data }) => {
      form.resetDirty(form.getValues());
      for (const resource of ['favorites', 'summary', 'software'])
        void client.invalidateQueries({ queryKey: [resource] });
      notifications.show({ color: 'accent', withBorder: true, message: words.saved });
      onSaved?.(data);
    },
    onError: (error) => {
      if (isProblem(error)) form.setErrors(Object.fromEntries(error.errors.map(fieldError)));
    },
  });
  const [asked] = useDebouncedValue(JSON.stringify({ ...policy, ...inputOf(form.getValues()) }), 200);
  const preview = useQuery({
    queryKey: ['favorites', favorite, 'preview', asked],
    queryFn: ({ signal }) => previewPolicy(favorite, JSON.parse(asked) as PolicyResponse, signal),
    enabled: isDirty,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
  const isRefused = isProblem(save.error, 422) && save.error.errors.length > 0;
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <Stack gap="sm">
        <PolicyFields form={form} series={series} />
        {isDirty && preview.data && <PolicyPreviewLine {...preview.data} />}
        {isDirty && preview.error && !isProblem(preview.error, 422) && <ProblemNote error={preview.error} />}
        {save.error && !isRefused && <ProblemNote error={save.error} />}
        {isDirty && (
          <Group justify="flex-end" gap="xs">
            <Button variant="default" size="sm" onClick={() => form.reset()} disabled={save.isPending}>
              {words.reset}
            </Button>
            <Button type="submit" size="sm" loading={save.isPending} disabled={isAway}>
              {messages.common.save}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}

const fieldError = ({ field, message }: { field: string; message: string }) =>
  [field.split(/[.[]/)[0]!, message] as const;

/** The fields alone, for forms that set the policy of many favorites. */
export function PolicyFields({
  form,
  series = [],
}: {
  form: UseFormReturnType<PolicyValues>;
  series?: readonly string[];
}) {
  return (
    <>
      <Autocomplete
        label={words.series}
        description={words.seriesHint}
        maxLength={64}
        spellCheck={false}
        data={[...new Set(series)]}
        {...form.getInputProps('series')}
      />
      <Checkbox label={words.prereleases} {...form.getInputProps('include_prereleases', { type: 'checkbox' })} />
      <NumberInput
        label={words.minimumAge}
        description={words.minimumAgeHint}
        min={0}
        max={3650}
        allowDecimal={false}
        allowNegative={false}
        suffix={form.getValues().minimum_age_days === 1 ? words.day : words.days}
        {...form.getInputProps('minimum_age_days')}
        onChange={(value) => form.setFieldValue('minimum_age_days', value === '' ? '' : Number(value))}
      />
      <TagsInput
        label={words.skipped}
        description={words.skippedHint}
        maxTags={200}
        // Versions may have commas in them.
        splitChars={[]}
        {...form.getInputProps('skip')}
      />
      <TextInput
        type="datetime-local"
        label={words.snoozed}
        description={words.snoozedHint}
        {...form.getInputProps('snoozed_until')}
      />
    </>
  );
}
