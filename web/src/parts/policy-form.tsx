import { Button, Checkbox, Group, NumberInput, Select, Stack, TagsInput, Text, TextInput } from './ui';
import { useForm } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Fragment, useEffect, useState } from 'react';
import type { PolicyResponse, PreviewResponse, UpdatePolicyDto } from '../api/generated';
import { api } from '../api/client';
import { isProblem } from '../api/problem';
import { answerQuery } from '../api/queries';
import { messages } from '../messages';
import { vulnerabilities } from '../messages/en/vulnerabilities';
import { type Target, useActions } from './actions';
import { fieldErrorsOf } from './field-errors';
import { Name } from './name';
import { fromLocalTime, isNotice, noticeOf, noticeText, toLocalTime } from './policy-values';
import { ProblemNote } from './problem-note';

const words = messages.software.policy;
const support = messages.support.policy;
const risk = vulnerabilities.policy;

/** Days that a release is left to others, if somebody wants fixes earlier. */
const USUAL_URGENT_AGE = 1;
/** Versions that are not offered, with their reasons. */
const SHOWN = 3;

/** As the fields have it. */
const valuesOf = (policy: PolicyResponse) => ({
  series: policy.series ?? '',
  include_prereleases: policy.include_prereleases,
  minimum_age_days: policy.minimum_age_days ?? ('' as const),
  skip: policy.skip,
  snoozed_until: toLocalTime(policy.snoozed_until),
  support_notice: noticeText(policy.support_notice),
  support_basis: policy.support_basis,
  supported_until: policy.supported_until ?? '',
  advisories: policy.advisories,
  urgent_from: policy.urgent?.from ?? ('off' as const),
  urgent_age_days: policy.urgent?.minimum_age_days ?? USUAL_URGENT_AGE,
});

type Values = ReturnType<typeof valuesOf>;

const inputOf = ({ urgent_from: from, urgent_age_days: age, ...values }: Values) =>
  ({
    ...values,
    series: values.series.trim() || null,
    minimum_age_days: values.minimum_age_days === '' ? null : values.minimum_age_days,
    snoozed_until: fromLocalTime(values.snoozed_until),
    support_notice: noticeOf(values.support_notice),
    supported_until: values.supported_until || null,
    urgent: from === 'off' ? null : { from, minimum_age_days: age || 0 },
  }) satisfies UpdatePolicyDto;

/** The field of the form in which somebody gives what the service calls so. */
const placeOf = (field: string) =>
  ({ 'urgent.minimum_age_days': 'urgent_age_days', 'urgent.from': 'urgent_from', urgent: 'urgent_from' })[field] ??
  field.split(/[.[]/)[0]!;

const optionsOf = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

/** A number of days, which a field has. */
const daysOf = (value: number | '') => ({ min: 0, max: 3650, suffix: value === 1 ? words.day : words.days }) as const;

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
  const form = useForm<Values>({
    mode: 'controlled',
    initialValues: valuesOf(policy),
    validate: { support_notice: (text) => (isNotice(text) ? null : support.noticeWrong) },
    validateInputOnBlur: ['support_notice'],
  });
  const values = form.getValues();
  const isDirty = form.isDirty();
  // What was changed elsewhere, by skipping a version for example, is taken over unless somebody is writing here.
  useEffect(() => {
    const others = JSON.parse(stored) as Values;
    form.setInitialValues(others);
    form.resetDirty(others);
    if (!isDirty) form.setValues(others);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only when the stored policy is another
  }, [stored]);
  const [asked] = useDebouncedValue(JSON.stringify({ ...policy, ...inputOf(values) }), 200);
  const preview = useQuery({
    ...answerQuery(['favorites', target.uuid, 'preview', asked], (options) =>
      api.previewFavoritePolicy(target.uuid, JSON.parse(asked) as PolicyResponse, options),
    ),
    enabled: isDirty,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
  const { fields, rest } = fieldErrorsOf(preview.error, (field) => placeOf(field) in values);
  const errors = Object.fromEntries(Object.entries(fields).map(([field, text]) => [placeOf(field), text]));
  const isRefused = isProblem(preview.error, 422);
  const save = async (typed: Values) => {
    setSaving(true);
    await act({ action: 'policy', policy: inputOf(typed) }, { rows: [target] });
    setSaving(false);
  };
  const propsOf = (field: keyof Values) => {
    const { error, ...props } = form.getInputProps(field) as { error?: string; value: never; onChange: () => void };
    return { ...props, error: errors[field] ?? error };
  };
  return (
    <form onSubmit={form.onSubmit((typed) => void save(typed))}>
      <Stack gap="sm">
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
          {...daysOf(values.minimum_age_days)}
          {...propsOf('minimum_age_days')}
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
        {values.urgent_from !== 'off' && (
          <NumberInput
            label={risk.urgentAge}
            description={risk.urgentAgeHint}
            {...daysOf(values.urgent_age_days)}
            {...propsOf('urgent_age_days')}
          />
        )}
        {isDirty && preview.data && !isRefused && <PreviewLine {...preview.data} />}
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

/** `Would offer 1.30.4 · not 1.31.0: another series`, as the service computed it. */
function PreviewLine({ available_version: offered, excluded }: PreviewResponse) {
  return (
    <Text size="sm" role="status" className="tabular">
      {offered ? (
        <>
          {words.offers}{' '}
          <strong>
            <Name>{offered.version}</Name>
          </strong>
        </>
      ) : (
        words.offersNothing
      )}
      {excluded.slice(0, SHOWN).map(({ version, reason }) => (
        <Fragment key={version.id}>
          {' · '}
          {words.not} <Name>{version.version}</Name>: {words.reasons[reason] ?? reason}
        </Fragment>
      ))}
      {excluded.length > SHOWN && ` · ${words.others(excluded.length - SHOWN)}`}
    </Text>
  );
}
