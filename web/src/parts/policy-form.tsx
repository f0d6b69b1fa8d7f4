import { Button, Checkbox, Group, NumberInput, optionsOf, Select, Stack, TagsInput, TextInput } from './ui';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { PolicyResponse, PreviewResponse, UpdatePolicyDto, UrgentDto } from '../api/generated';
import { api } from '../api/client';
import { isProblem } from '../api/problem';
import { messages } from '../messages';
import { vulnerabilities } from '../messages/en/vulnerabilities';
import { type Target, useActions } from './actions';
import { PolicyPreviewLine } from './policy-preview';
import { fromLocalTime, isNotice, noticeOf, noticeText, type SupportPolicy, toLocalTime } from './policy-values';
import { fieldErrorsOf } from './field-errors';
import { ProblemNote } from './problem-note';

const words = messages.software.policy;
const support = messages.support.policy;
const risk = vulnerabilities.policy;

/** Days that a release is left to others, if somebody wants fixes earlier. */
const USUAL_URGENT_AGE = 1;

/** As the fields have it. */
export interface PolicyValues {
  series: string;
  include_prereleases: boolean;
  minimum_age_days: number | '';
  skip: string[];
  /** Of `datetime-local`: `2026-11-23T14:00`, or ''. */
  snoozed_until: string;
  /** `90, 30, 7, 0` */
  support_notice: string;
  support_basis: SupportPolicy['support_basis'];
  /** `2028-12-31`, or ''. */
  supported_until: string;
  advisories: PolicyResponse['advisories'];
  urgent_from: 'off' | UrgentDto['from'];
  urgent_age_days: number | '';
}

export const valuesOf = (policy: PolicyResponse & Partial<SupportPolicy>): PolicyValues => ({
  series: policy.series ?? '',
  include_prereleases: policy.include_prereleases,
  minimum_age_days: policy.minimum_age_days ?? '',
  skip: policy.skip,
  snoozed_until: toLocalTime(policy.snoozed_until),
  support_notice: noticeText(policy.support_notice ?? null),
  support_basis: policy.support_basis ?? 'eol',
  supported_until: policy.supported_until ?? '',
  advisories: policy.advisories,
  urgent_from: policy.urgent?.from ?? 'off',
  urgent_age_days: policy.urgent?.minimum_age_days ?? USUAL_URGENT_AGE,
});

export const inputOf = (values: PolicyValues) =>
  ({
    series: values.series.trim() || null,
    include_prereleases: values.include_prereleases,
    minimum_age_days: values.minimum_age_days === '' ? null : values.minimum_age_days,
    skip: values.skip,
    snoozed_until: fromLocalTime(values.snoozed_until),
    support_notice: noticeOf(values.support_notice),
    support_basis: values.support_basis,
    supported_until: values.supported_until || null,
    advisories: values.advisories,
    urgent:
      values.urgent_from === 'off' ? null : { from: values.urgent_from, minimum_age_days: values.urgent_age_days || 0 },
  }) satisfies Omit<UpdatePolicyDto, keyof SupportPolicy> & SupportPolicy;

/** What counts as an update of one favorite: the fields, what they would offer, and saving. Typed values outlive a failed request. */
export function PolicyForm({
  target,
  policy,
  series = [],
}: {
  target: Target;
  policy: PolicyResponse;
  /** Suggestions: the series that the product has. */
  series?: readonly string[];
}) {
  const { act, disabled } = useActions();
  const [isSaving, setSaving] = useState(false);
  const stored = JSON.stringify(valuesOf(policy));
  const form = useForm<PolicyValues>({
    mode: 'controlled',
    initialValues: valuesOf(policy),
    validate: { support_notice: (text) => (isNotice(text) ? null : messages.support.policy.noticeWrong) },
    validateInputOnBlur: ['support_notice'],
  });
  const isDirty = form.isDirty();
  // What was changed elsewhere, by skipping a version for example, is taken over unless somebody is writing here.
  useEffect(() => {
    const values = JSON.parse(stored) as PolicyValues;
    form.setInitialValues(values);
    form.resetDirty(values);
    if (!isDirty) form.setValues(values);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only when the stored policy is another
  }, [stored]);
  const preview = usePreview(target.uuid, policy, form.getValues(), isDirty);
  const { fields: errors, rest } = fieldErrorsOf(preview.error, (field) => placeOf(field) in form.getValues());
  const isRefused = isProblem(preview.error, 422);
  const save = async (values: PolicyValues) => {
    setSaving(true);
    await act({ action: 'policy', policy: inputOf(values) }, { rows: [target] });
    setSaving(false);
  };
  return (
    <form onSubmit={form.onSubmit((values) => void save(values))}>
      <Stack gap="sm">
        <PolicyFields
          form={form}
          series={series}
          errors={Object.fromEntries(Object.entries(errors).map(([field, text]) => [placeOf(field), text]))}
        />
        {isDirty && preview.data && !isRefused && <PolicyPreviewLine {...preview.data} />}
        {isDirty && rest != null && <ProblemNote error={rest} />}
        {isDirty && (
          <Group justify="flex-end" gap="xs">
            <Button variant="default" size="sm" onClick={() => form.reset()} disabled={isSaving}>
              {words.reset}
            </Button>
            <Button type="submit" size="sm" loading={isSaving} disabled={disabled || isRefused}>
              {messages.common.save}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}

/** What the policy in the fields would offer, asked 200 ms after the last change. */
function usePreview(favorite: string, policy: PolicyResponse, values: PolicyValues, isDirty: boolean) {
  const [asked] = useDebouncedValue(JSON.stringify({ ...policy, ...inputOf(values) }), 200);
  return useQuery<PreviewResponse>({
    queryKey: ['favorites', favorite, 'preview', asked],
    queryFn: ({ signal }) =>
      api.previewFavoritePolicy(favorite, JSON.parse(asked) as PolicyResponse, { signal }).then(({ data }) => data),
    enabled: isDirty,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
}

/** The field of the form in which somebody gives what the service calls so. */
const placeOf = (field: string) =>
  ({ 'urgent.minimum_age_days': 'urgent_age_days', 'urgent.from': 'urgent_from', urgent: 'urgent_from' })[field] ??
  field.split(/[.[]/)[0]!;

/** The fields alone, for forms that set the policy of many favorites. */
export function PolicyFields({
  form,
  series = [],
  errors = {},
}: {
  form: UseFormReturnType<PolicyValues>;
  series?: readonly string[];
  /** What the service said of a field. */
  errors?: Record<string, string>;
}) {
  const propsOf = (field: keyof PolicyValues) => {
    const { error, ...props } = form.getInputProps(field) as { error?: string; value: never; onChange: () => void };
    return { ...props, error: errors[field] ?? error };
  };
  return (
    <>
      <TextInput
        label={words.series}
        description={words.seriesHint}
        maxLength={64}
        spellCheck={false}
        data={[...new Set(series)]}
        {...propsOf('series')}
      />
      <Checkbox label={words.prereleases} {...form.getInputProps('include_prereleases', { type: 'checkbox' })} />
      <NumberInput
        label={words.minimumAge}
        description={words.minimumAgeHint}
        min={0}
        max={3650}
        suffix={form.getValues().minimum_age_days === 1 ? words.day : words.days}
        {...propsOf('minimum_age_days')}
        onChange={(value) => form.setFieldValue('minimum_age_days', value === '' ? '' : Number(value))}
      />
      <TagsInput label={words.skipped} description={words.skippedHint} maxTags={200} {...propsOf('skip')} />
      <TextInput
        type="datetime-local"
        label={words.snoozed}
        description={words.snoozedHint}
        {...propsOf('snoozed_until')}
      />
      <TextInput
        label={support.notice}
        description={support.noticeHint}
        maxLength={100}
        inputMode="numeric"
        spellCheck={false}
        {...propsOf('support_notice')}
      />
      <Select label={support.basis} data={optionsOf(support.bases)} {...propsOf('support_basis')} />
      <TextInput
        type="date"
        label={support.contract}
        description={support.contractHint}
        {...propsOf('supported_until')}
      />
      <Select
        label={risk.advisories}
        description={risk.advisoriesHint}
        data={optionsOf(risk.levels)}
        {...propsOf('advisories')}
      />
      <Select
        label={risk.urgent}
        description={risk.urgentHint}
        data={optionsOf(risk.urgentFrom)}
        {...propsOf('urgent_from')}
      />
      {form.getValues().urgent_from !== 'off' && (
        <NumberInput
          label={risk.urgentAge}
          description={risk.urgentAgeHint}
          min={0}
          max={3650}
          suffix={form.getValues().urgent_age_days === 1 ? words.day : words.days}
          {...propsOf('urgent_age_days')}
          onChange={(value) => form.setFieldValue('urgent_age_days', value === '' ? '' : Number(value))}
        />
      )}
    </>
  );
}
