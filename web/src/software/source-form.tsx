import { NativeSelect, Stack, Text, TextInput } from '../parts/ui';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { OrderingResponse, SourceResponse, SourceTypeResponse, WriteOrderingDto } from '../api/generated';
import { isProblem } from '../api/problem';
import {
  orderingQuery,
  saveSource,
  SCHEMES,
  type SourceDraft,
  sourcePreviewQuery,
  sourceQuery,
  sourceTypesQuery,
} from '../api/sources';
import { messages } from '../messages';
import { AnswerSummary } from '../parts/answer-summary';
import { fieldErrorsOf } from '../parts/field-errors';
import { FormFoot } from '../parts/form-foot';
import classes from '../parts/lookup.module.css';
import { ProblemNote } from '../parts/problem-note';
import { SchemaForm } from '../parts/schema-form';
import { initialSettings, type SettingsSchema, type SettingValues, settingsBody } from '../parts/setting-values';
import { say } from '../parts/say';
import { SlowSkeleton } from '../parts/slow-skeleton';

const words = messages.software.source.form;
/** Milliseconds without a key until the source is asked. */
const PAUSE = 800;
const PATTERNS = [
  ['calver_pattern', words.calverPattern, words.calverHint],
  ['tag_pattern', words.tagPattern, words.tagPatternHint],
  ['ignore_pattern', words.ignorePattern, words.patternHint],
  ['prerelease_pattern', words.prereleasePattern, words.patternHint],
] as const;

interface Props {
  software: string;
  onClose(): void;
}

/** The source of a product and the order of its versions, with what the source answers to them. */
export default function SourceForm({ hasSource, ...props }: Props & { hasSource: boolean }) {
  const { software } = props;
  const types = useQuery(sourceTypesQuery);
  const ordering = useQuery(orderingQuery(software));
  const source = useQuery({ ...sourceQuery(software), enabled: hasSource });
  const isNone = !hasSource || isProblem(source.error, 404);
  const error = types.error ?? ordering.error ?? (isNone ? null : source.error);
  const retry = () => void Promise.all([types.refetch(), ordering.refetch(), hasSource && source.refetch()]);
  if (error) return <ProblemNote error={error} onRetry={retry} />;
  if (!types.data || !ordering.data || (!isNone && !source.data)) return <SlowSkeleton rows={6} />;
  return <Fields {...props} types={types.data} source={isNone ? null : source.data!} stored={ordering.data} />;
}

/** As the fields have it: '' = no pattern. */
type Ordering = Record<'scheme' | (typeof PATTERNS)[number][0], string>;

/** The fields, and below them what the source would give. */
function Fields({
  software,
  types,
  source,
  stored,
  onClose,
}: Props & {
  types: readonly SourceTypeResponse[];
  /** null = it has none. */
  source: SourceResponse | null;
  stored: OrderingResponse;
}) {
  const client = useQueryClient();
  const [type, setType] = useState(source?.type ?? '');
  const schemaOf = (name: string) => types.find((one) => one.type === name)?.settings as SettingsSchema | undefined;
  const schema = schemaOf(type);
  const plugin = types.find((one) => one.type === type)?.plugin;
  const [values, setValues] = useState<SettingValues>(() => (schema ? initialSettings(schema, source?.settings) : {}));
  const [ordering, setOrdering] = useState(() => {
    const patterns = PATTERNS.map(([name]) => [name, stored[name] ?? '']);
    return { scheme: stored.scheme, ...Object.fromEntries(patterns) } as Ordering;
  });
  const settings = schema ? settingsBody(schema, values) : {};
  const isWhole =
    schema !== undefined && schema.required.every((name) => name in settings || values[name] === undefined);
  const draft: SourceDraft = { type, settings, ordering: orderingBody(ordering) };
  const before = source && schemaOf(source.type);
  const stays = before && settingsBody(before, initialSettings(before, source.settings));
  const isChanged = source?.type !== type || JSON.stringify(stays) !== JSON.stringify(settings);
  const save = useMutation({
    mutationFn: () => saveSource(software, draft, { isChanged, interval: source?.interval ?? null }),
    onSuccess: () => {
      say(words.saved);
      void client.invalidateQueries({ queryKey: ['software'] });
      void client.invalidateQueries({ queryKey: ['favorites'] });
      onClose();
    },
  });
  const [asked] = useDebouncedValue(draft, PAUSE);
  const preview = useQuery({ ...sourcePreviewQuery(software, asked), enabled: isWhole && asked.type !== '' });
  const { fields, rest } = fieldErrorsOf(save.error ?? preview.error, hasPlace(schema, ordering.scheme));
  const choose = (next: string) => {
    const nextSchema = schemaOf(next);
    setType(next);
    setValues(nextSchema ? initialSettings(nextSchema, next === source?.type ? source.settings : undefined) : {});
  };
  /** Only the order of versions has names of its own. */
  const typed = (event: FormEvent<HTMLFormElement>) => {
    const form = new FormData(event.currentTarget);
    setOrdering((before) => ({ ...before, ...Object.fromEntries(form) }));
    save.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form onSubmit={submit} onInput={typed} noValidate>
      <Stack>
        <NativeSelect
          label={words.type}
          data={[
            ...(type === '' ? [{ value: '', label: words.choose }] : []),
            ...types.map((one) => ({ value: one.type, label: one.title })),
          ]}
          description={plugin && messages.common.byPlugin(plugin)}
          error={fields.type}
          value={type}
          onChange={(event) => choose(event.currentTarget.value)}
        />
        {schema && (
          <SchemaForm
            key={type}
            schema={schema}
            values={values}
            stored={type === source?.type ? source.settings : undefined}
            errorOf={(name) => fields[`settings.${name}`]}
            onChange={(name, value) => {
              setValues((before) => ({ ...before, [name]: value }));
              save.reset();
            }}
            onLeave={() => undefined}
          />
        )}
        <div className={classes.fields}>
          <NativeSelect
            name="scheme"
            label={words.scheme}
            data={[...SCHEMES]}
            error={fields['ordering.scheme'] ?? fields.scheme}
            value={ordering.scheme}
          />
          {PATTERNS.filter(([name]) => name !== 'calver_pattern' || ordering.scheme === 'calver').map(
            ([name, label, hint]) => (
              <TextInput
                key={name}
                name={name}
                label={label}
                description={hint}
                maxLength={255}
                autoComplete="off"
                spellCheck={false}
                error={fields[`ordering.${name}`] ?? fields[name]}
                defaultValue={ordering[name]}
              />
            ),
          )}
        </div>
        <section aria-label={words.preview} aria-live="polite" aria-busy={preview.isFetching}>
          <Text fw={600}>{words.preview}</Text>
          {!isWhole && (
            <Text size="sm" c="dimmed">
              {words.incomplete}
            </Text>
          )}
          {isWhole && preview.isPending && <SlowSkeleton rows={2} />}
          {preview.data && !preview.error && <AnswerSummary answer={preview.data} />}
          {rest ? <ProblemNote error={rest} /> : null}
        </section>
        <Text size="sm" c="dimmed">
          {words.shared}
        </Text>
        <FormFoot onCancel={onClose} isBusy={save.isPending} disabled={!isWhole} />
      </Stack>
    </form>
  );
}

const orderingBody = ({ scheme, ...patterns }: Ordering): WriteOrderingDto =>
  ({
    scheme,
    ...Object.fromEntries(Object.entries(patterns).map(([name, text]) => [name, text.trim() || null])),
  }) as WriteOrderingDto;

/** Whether the form shows what the service says of a field. */
const hasPlace = (schema: SettingsSchema | undefined, scheme: string) => (field: string) => {
  const name = field.replace(/^(?:settings|ordering)\./, '');
  if (field.startsWith('settings.')) return schema !== undefined && name in schema.properties;
  if (name === 'calver_pattern') return scheme === 'calver';
  return name === 'type' || name === 'scheme' || PATTERNS.some(([one]) => one === name);
};
