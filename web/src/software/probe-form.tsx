import { Alert, Button, Group, NativeSelect, PasswordInput, Stack, Text, Textarea, TextInput } from '../parts/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../api/client';
import { useAwaySince } from '../api/connection';
import type { FavoriteRow } from '../api/favorites';
import type { ProbePresetResponse, ProbeResponse, ProbeTestResponse } from '../api/generated';
import { ENVIRONMENT_LENGTH } from '../api/inventories';
import { presetFor, probePresetsQuery } from '../api/probes';
import { messages } from '../messages';
import { probes } from '../messages/en/probes';
import { ExternalLink } from '../parts/external-link';
import { fieldErrorsOf } from '../parts/field-errors';
import { visibleText } from '../parts/name';
import { hasFailed, ProblemNote, QueryNote } from '../parts/problem-note';
import { SlowSkeleton } from '../parts/slow-skeleton';
import { inputOf, type ProbeValues, USUAL_ENVIRONMENT, valuesOf } from './probe-input';

const words = probes.form;

/** The service's names of the fields. */
const FIELDS = ['address', 'preset', 'environment', 'interval'];
const OF_OTHERS = ['json_path', 'pattern', 'header', 'headers'];

interface Props {
  favorite: FavoriteRow;
  probe: ProbeResponse | null;
  /** Environments that are asked already. */
  taken: readonly string[];
  onClose(): void;
}

/** Where the version in use is asked for. */
export function ProbeForm(props: Props) {
  const presets = useQuery(probePresetsQuery);
  if (hasFailed(presets)) return <QueryNote of={presets} />;
  return presets.data ? <Form {...props} presets={presets.data} /> : <SlowSkeleton rows={3} height={50} />;
}

function Form({ favorite, probe, taken, onClose, presets }: Props & { presets: readonly ProbePresetResponse[] }) {
  const client = useQueryClient();
  const isAway = useAwaySince() !== null;
  const [values, setValues] = useState(() =>
    valuesOf(probe, presetFor(favorite.software, presets), environmentFor(favorite, taken)),
  );
  const [wrong, setWrong] = useState<string>();
  const preset = presets.find(({ key }) => key === values.preset);
  const input = () => {
    const made = inputOf(values, preset);
    setWrong(made === null ? words.headersWrong : undefined);
    return made;
  };
  const send = (mutate: (body: NonNullable<ReturnType<typeof inputOf>>) => void) => {
    const body = input();
    if (body) mutate(body);
  };
  const test = useMutation({
    mutationFn: (body: NonNullable<ReturnType<typeof inputOf>>) =>
      api.testFavoriteProbe(values.environment.trim(), favorite.uuid, body).then(({ data }) => data),
  });
  const save = useMutation({
    mutationFn: (body: NonNullable<ReturnType<typeof inputOf>>) =>
      api.replaceFavoriteProbe(values.environment.trim(), favorite.uuid, body),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['probes', favorite.uuid] });
      onClose();
    },
  });
  const { fields, rest } = fieldErrorsOf(
    save.error ?? test.error,
    (field) =>
      FIELDS.includes(field) || (preset ? field === 'token' && preset.token !== 'none' : OF_OTHERS.includes(field)),
  );
  const set = (change: Partial<ProbeValues>) => {
    setValues((before) => ({ ...before, ...change }));
    setWrong(undefined);
    test.reset();
    save.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send(save.mutate);
  };
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="sm">
        <NativeSelect
          label={words.program}
          data={[{ value: '', label: words.other }, ...presets.map(({ key, title }) => ({ value: key, label: title }))]}
          error={fields.preset}
          value={values.preset}
          onChange={(event) => set({ preset: event.currentTarget.value, token: '' })}
        />
        {preset && (
          <Text size="sm">
            <ExternalLink href={preset.docs}>{words.docs}</ExternalLink>
          </Text>
        )}
        <TextInput
          label={words.environment}
          description={words.environmentHint}
          maxLength={ENVIRONMENT_LENGTH}
          autoComplete="off"
          disabled={probe !== null}
          error={fields.environment}
          value={values.environment}
          onChange={(event) => set({ environment: event.currentTarget.value })}
        />
        <TextInput
          label={preset ? words.base : words.address}
          description={`${preset ? words.baseHint(preset.path) : words.addressHint} ${words.network}`}
          type="url"
          inputMode="url"
          placeholder="https://"
          maxLength={2048}
          autoComplete="off"
          error={fields.address}
          value={values.address}
          onChange={(event) => set({ address: event.currentTarget.value })}
        />
        {preset && preset.token !== 'none' && (
          <PasswordInput
            label={words.token}
            description={preset.token_hint}
            maxLength={4096}
            autoComplete="off"
            withAsterisk={preset.token === 'required'}
            placeholder={isKept(probe, preset) ? words.kept : undefined}
            error={fields.token}
            value={values.token}
            onChange={(event) => set({ token: event.currentTarget.value })}
          />
        )}
        {!preset && <Place values={values} set={set} fields={fields} probe={probe} wrong={wrong} />}
        <NativeSelect
          label={words.interval}
          data={intervalsWith(values.interval)}
          error={fields.interval}
          value={values.interval}
          onChange={(event) => set({ interval: event.currentTarget.value })}
        />
        {rest != null && <ProblemNote error={rest} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" size="sm" onClick={onClose}>
            {messages.common.cancel}
          </Button>
          <Button
            variant="default"
            size="sm"
            disabled={isAway}
            loading={test.isPending}
            onClick={() => send(test.mutate)}
          >
            {words.test}
          </Button>
          <Button type="submit" size="sm" disabled={isAway} loading={save.isPending}>
            {words.save}
          </Button>
        </Group>
        {test.data && <Found found={test.data} />}
      </Stack>
    </form>
  );
}

/** Where the version stands in the answer of a program without a preset, and what it wants to be sent. */
function Place({
  values,
  set,
  fields,
  probe,
  wrong,
}: {
  values: ProbeValues;
  set(change: Partial<ProbeValues>): void;
  fields: Record<string, string>;
  probe: ProbeResponse | null;
  wrong: string | undefined;
}) {
  const kept = probe?.preset === null ? probe.headers : [];
  return (
    <>
      <TextInput
        label={words.path}
        description={words.pathHint}
        maxLength={255}
        autoComplete="off"
        spellCheck={false}
        error={fields.json_path}
        value={values.path}
        onChange={(event) => set({ path: event.currentTarget.value })}
      />
      <TextInput
        label={words.pattern}
        description={words.patternHint}
        maxLength={255}
        autoComplete="off"
        spellCheck={false}
        error={fields.pattern}
        value={values.pattern}
        onChange={(event) => set({ pattern: event.currentTarget.value })}
      />
      <TextInput
        label={words.header}
        description={words.headerHint}
        maxLength={64}
        autoComplete="off"
        spellCheck={false}
        error={fields.header}
        value={values.header}
        onChange={(event) => set({ header: event.currentTarget.value })}
      />
      <Textarea
        label={words.headers}
        description={
          kept.length > 0 ? words.headersKept(kept.map((name) => visibleText(name)).join(', ')) : words.headersHint
        }
        minRows={1}
        maxRows={6}
        autoComplete="off"
        spellCheck={false}
        error={wrong ?? fields.headers}
        value={values.headers}
        onChange={(event) => set({ headers: event.currentTarget.value })}
      />
    </>
  );
}

function Found({ found: { answer, version, message } }: { found: ProbeTestResponse }) {
  if (answer === null) return <Alert color="red" role="alert" title={words.nothing}>{message}</Alert>; // prettier-ignore
  const shown = visibleText(answer);
  const text =
    version === null
      ? words.foundOther(shown, message ?? '')
      : version === answer
        ? words.found(shown)
        : words.foundAs(shown, visibleText(version));
  return (
    <Alert color={version === null ? 'orange' : 'green'} role="status">
      {text}
    </Alert>
  );
}

const isKept = (probe: ProbeResponse | null, preset: ProbePresetResponse) =>
  probe?.preset === preset.key && probe.headers.length > 0;

/** The first environment of the favorite that is not asked yet. */
const environmentFor = ({ deployments = [] }: FavoriteRow, taken: readonly string[]): string =>
  [...deployments.flatMap(({ environment }) => environment ?? []), USUAL_ENVIRONMENT].find(
    (one) => !taken.includes(one),
  ) ?? '';

const intervalsWith = (interval: string) =>
  [...new Set([...Object.keys(words.intervals), interval])].map((value) => ({
    value,
    label: words.intervals[value] ?? value,
  }));
