import { Alert, Button, Group, NativeSelect, PasswordInput, Stack, Text, Textarea, TextInput } from '../parts/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../api/client';
import { useAwaySince } from '../api/connection';
import type { FavoriteRow } from '../api/favorites';
import type { ProbePresetResponse, ProbeResponse, ProbeTestResponse, WriteProbeDto } from '../api/generated';
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
/** Where the version stands in the answer of a program without a preset: our names, theirs, and how long they may be. */
const PLACES = [
  ['path', 'json_path', 255],
  ['pattern', 'pattern', 255],
  ['header', 'header', 64],
] as const;
const OF_OTHERS: string[] = [...PLACES.map(([, name]) => name), 'headers'];
/** Of fields that programs read. */
const PLAIN = { autoComplete: 'off', spellCheck: false } as const;

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
  const environment = values.environment.trim();
  const test = useMutation({
    mutationFn: (body: WriteProbeDto) =>
      api.testFavoriteProbe(environment, favorite.uuid, body).then(({ data }) => data),
  });
  const save = useMutation({
    mutationFn: (body: WriteProbeDto) => api.replaceFavoriteProbe(environment, favorite.uuid, body),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['probes', favorite.uuid] });
      onClose();
    },
  });
  const send = (mutate: (body: WriteProbeDto) => void) => {
    const body = inputOf(values, preset);
    setWrong(body ? undefined : words.headersWrong);
    if (body) mutate(body);
  };
  const { fields, rest } = fieldErrorsOf(
    save.error ?? test.error,
    (field) =>
      FIELDS.includes(field) || (preset ? field === 'token' && preset.token !== 'none' : OF_OTHERS.includes(field)),
  );
  /** What every field has. @param name the service's, where it is another */
  const field = (key: keyof ProbeValues, name: string = key) => ({
    error: fields[name],
    value: values[key],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => {
      setValues({ ...values, [key]: currentTarget.value, ...(key === 'preset' ? { token: '' } : {}) });
      setWrong(undefined);
      test.reset();
      save.reset();
    },
  });
  const kept = probe?.headers ?? [];
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
          {...field('preset')}
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
          {...field('environment')}
        />
        <TextInput
          label={preset ? words.base : words.address}
          description={`${preset ? words.baseHint(preset.path) : words.addressHint} ${words.network}`}
          type="url"
          inputMode="url"
          placeholder="https://"
          maxLength={2048}
          autoComplete="off"
          {...field('address')}
        />
        {preset && preset.token !== 'none' && (
          <PasswordInput
            label={words.token}
            description={preset.token_hint}
            maxLength={4096}
            autoComplete="off"
            withAsterisk={preset.token === 'required'}
            placeholder={probe?.preset === preset.key && kept.length > 0 ? words.kept : undefined}
            {...field('token')}
          />
        )}
        {!preset && (
          <>
            {PLACES.map(([key, name, maxLength]) => (
              <TextInput
                key={key}
                label={words[key]}
                description={words[`${key}Hint`]}
                maxLength={maxLength}
                {...PLAIN}
                {...field(key, name)}
              />
            ))}
            <Textarea
              label={words.headers}
              description={
                probe?.preset === null && kept.length > 0
                  ? words.headersKept(kept.map((name) => visibleText(name)).join(', '))
                  : words.headersHint
              }
              minRows={1}
              maxRows={6}
              {...PLAIN}
              {...field('headers')}
              error={wrong ?? fields.headers}
            />
          </>
        )}
        <NativeSelect
          label={words.interval}
          data={[...new Set([...Object.keys(words.intervals), values.interval])].map((value) => ({
            value,
            label: words.intervals[value] ?? value,
          }))}
          {...field('interval')}
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

/** The first environment of the favorite that is not asked yet. */
const environmentFor = ({ deployments = [] }: FavoriteRow, taken: readonly string[]): string =>
  [...deployments.flatMap(({ environment }) => environment ?? []), USUAL_ENVIRONMENT].find(
    (one) => !taken.includes(one),
  ) ?? '';
