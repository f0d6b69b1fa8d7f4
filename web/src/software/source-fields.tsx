import { Button, Group, NativeSelect, Stack, Text, TextInput } from '../parts/ui';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useAwaySince } from '../api/connection';
import type { OrderingResponse, SourceResponse, SourceTypeResponse, WriteOrderingDto } from '../api/generated';
import { saveSource, SCHEMES, type SourceDraft, sourcePreviewQuery } from '../api/sources';
import { messages } from '../messages';
import { AnswerSummary } from '../parts/answer-summary';
import { fieldErrorsOf } from '../parts/field-errors';
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

type Ordering = Record<'scheme' | (typeof PATTERNS)[number][0], string>;

const texts = (stored: OrderingResponse) =>
  Object.fromEntries(
    (['scheme', ...PATTERNS.map(([name]) => name)] as const).map((name) => [name, stored[name] ?? '']),
  ) as Ordering;

/** '' = no pattern. */
const orderingBody = ({ scheme, ...patterns }: Ordering): WriteOrderingDto =>
  ({
    scheme,
    ...Object.fromEntries(Object.entries(patterns).map(([name, text]) => [name, text.trim() || null])),
  }) as WriteOrderingDto;

/** The fields, and below them what the source would give. */
export function SourceFields({
  software,
  types,
  source,
  ordering: stored,
  onClose,
}: {
  software: string;
  types: readonly SourceTypeResponse[];
  /** null = it has none. */
  source: SourceResponse | null;
  ordering: OrderingResponse;
  onClose(): void;
}) {
  const client = useQueryClient();
  const isAway = useAwaySince() !== null;
  const [type, setType] = useState(source?.type ?? '');
  const schemaOf = (name: string) => types.find((one) => one.type === name)?.settings as SettingsSchema | undefined;
  const schema = schemaOf(type);
  const plugin = types.find((one) => one.type === type)?.plugin;
  const [values, setValues] = useState<SettingValues>(() => (schema ? initialSettings(schema, source?.settings) : {}));
  const [ordering, setOrdering] = useState(() => texts(stored));
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
    save.reset();
  };
  const set = (name: keyof Ordering, text: string) => {
    setOrdering((before) => ({ ...before, [name]: text }));
    save.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form onSubmit={submit} noValidate>
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
            label={words.scheme}
            data={[...SCHEMES]}
            error={fields['ordering.scheme'] ?? fields.scheme}
            value={ordering.scheme}
            onChange={(event) => set('scheme', event.currentTarget.value)}
          />
          {PATTERNS.filter(([name]) => name !== 'calver_pattern' || ordering.scheme === 'calver').map(
            ([name, label, hint]) => (
              <TextInput
                key={name}
                label={label}
                description={hint}
                maxLength={255}
                autoComplete="off"
                spellCheck={false}
                error={fields[`ordering.${name}`] ?? fields[name]}
                value={ordering[name]}
                onChange={(event) => set(name, event.currentTarget.value)}
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
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {messages.common.cancel}
          </Button>
          <Button type="submit" loading={save.isPending} disabled={isAway || !isWhole}>
            {messages.common.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Whether the form shows what the service says of a field. */
const hasPlace = (schema: SettingsSchema | undefined, scheme: string) => (field: string) => {
  const name = field.replace(/^(?:settings|ordering)\./, '');
  if (field.startsWith('settings.')) return schema !== undefined && name in schema.properties;
  if (name === 'calver_pattern') return scheme === 'calver';
  return name === 'type' || name === 'scheme' || PATTERNS.some(([one]) => one === name);
};
