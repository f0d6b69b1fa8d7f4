import { Alert, Button, NativeSelect, PasswordInput, Stack, Text, Textarea, TextInput } from '../parts/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../api/client';
import { useAwaySince } from '../api/connection';
import type { FavoriteRow } from '../api/favorites';
import type { ProbePresetResponse, ProbeResponse, ProbeTestResponse, WriteProbeDto } from '../api/generated';
import { ENVIRONMENT_LENGTH } from '../api/inventories';
import { presetFor, probePresetsQuery } from '../api/probes';
import { probes } from '../messages/en/probes';
import { ExternalLink } from '../parts/external-link';
import { fieldErrorsOf } from '../parts/field-errors';
import { FormFoot } from '../parts/form-foot';
import { visibleText } from '../parts/name';
import { hasFailed, ProblemNote, QueryNote } from '../parts/problem-note';
import { SlowSkeleton } from '../parts/slow-skeleton';

const words = probes.form;
const USUAL_INTERVAL = '15m';
const USUAL_ENVIRONMENT = 'prod';

/** Where the version stands in the answer of a program without a preset: the service's name, our words, and how long it may be. */
const PLACES = [
  ['json_path', 'path', 255],
  ['pattern', 'pattern', 255],
  ['header', 'header', 64],
] as const;
/** Fields that are always there, and those of programs without a preset. */
const FIELDS = ['address', 'preset', 'environment', 'interval'];
const OF_OTHERS: string[] = [...PLACES.map(([name]) => name), 'headers'];
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
  const [key, setKey] = useState((probe ? probe.preset : presetFor(favorite.software, presets)?.key) ?? '');
  const [interval, setEvery] = useState<string>(probe?.interval ?? USUAL_INTERVAL);
  const [wrong, setWrong] = useState<string>();
  const preset = presets.find((one) => one.key === key);
  type Sent = { environment: string; body: WriteProbeDto };
  const test = useMutation({
    mutationFn: ({ environment, body }: Sent) =>
      api.testFavoriteProbe(environment, favorite.uuid, body).then(({ data }) => data),
  });
  const save = useMutation({
    mutationFn: ({ environment, body }: Sent) => api.replaceFavoriteProbe(environment, favorite.uuid, body),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['probes', favorite.uuid] });
      onClose();
    },
  });
  const send = (form: HTMLFormElement, mutate: (sent: Sent) => void) => {
    const texts = Object.fromEntries(new FormData(form)) as Record<string, string>;
    const body = bodyOf({ ...texts, interval }, preset);
    setWrong(body ? undefined : words.headersWrong);
    if (body) mutate({ environment: probe?.environment ?? texts.environment!.trim(), body });
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    send(event.currentTarget, save.mutate);
  };
  const reset = () => {
    setWrong(undefined);
    test.reset();
    save.reset();
  };
  const { fields, rest } = fieldErrorsOf(
    save.error ?? test.error,
    (field) =>
      FIELDS.includes(field) || (preset ? field === 'token' && preset.token !== 'none' : OF_OTHERS.includes(field)),
  );
  const field = (name: string) => ({ name, error: fields[name], ...PLAIN });
  const kept = probe?.headers ?? [];
  return (
    <form noValidate onSubmit={submit} onInput={reset}>
      <Stack gap="sm">
        <NativeSelect
          label={words.program}
          data={[{ value: '', label: words.other }, ...presets.map(({ key, title }) => ({ value: key, label: title }))]}
          error={fields.preset}
          value={key}
          onChange={(event) => setKey(event.currentTarget.value)}
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
          disabled={probe !== null}
          defaultValue={probe?.environment ?? environmentFor(favorite, taken)}
          {...field('environment')}
        />
        <TextInput
          label={preset ? words.base : words.address}
          description={`${preset ? words.baseHint(preset.path) : words.addressHint} ${words.network}`}
          type="url"
          inputMode="url"
          placeholder="https://"
          maxLength={2048}
          defaultValue={probe?.address}
          {...field('address')}
        />
        {preset && preset.token !== 'none' && (
          <PasswordInput
            key={key}
            label={words.token}
            description={preset.token_hint}
            maxLength={4096}
            withAsterisk={preset.token === 'required'}
            placeholder={probe?.preset === key && kept.length > 0 ? words.kept : undefined}
            {...field('token')}
          />
        )}
        {!preset && (
          <>
            {PLACES.map(([name, word, maxLength]) => (
              <TextInput
                key={name}
                label={words[word]}
                description={words[`${word}Hint`]}
                maxLength={maxLength}
                defaultValue={probe?.[name] ?? ''}
                {...field(name)}
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
              {...field('headers')}
              error={wrong ?? fields.headers}
            />
          </>
        )}
        <NativeSelect
          label={words.interval}
          data={[...new Set([...Object.keys(words.intervals), interval])].map((value) => ({
            value,
            label: words.intervals[value] ?? value,
          }))}
          error={fields.interval}
          value={interval}
          onChange={(event) => setEvery(event.currentTarget.value)}
        />
        {rest != null && <ProblemNote error={rest} />}
        <FormFoot onCancel={onClose} isBusy={save.isPending} submit={words.save}>
          <Button
            variant="default"
            disabled={isAway}
            loading={test.isPending}
            onClick={(event) => send(event.currentTarget.form!, test.mutate)}
          >
            {words.test}
          </Button>
        </FormFoot>
        {test.data && <Found found={test.data} />}
      </Stack>
    </form>
  );
}

/** Secrets that were not typed stay as they are. null = a line is no header */
function bodyOf(texts: Record<string, string>, preset: ProbePresetResponse | undefined): WriteProbeDto | null {
  const { address = '', interval, token, json_path: path, pattern, header } = texts;
  if (preset) return { address, interval, preset: preset.key, ...(token ? { token } : {}) };
  const lines = (texts.headers ?? '').split('\n').filter((line) => line.trim() !== '');
  const headers = lines.map((line) => {
    const [name = '', ...value] = line.split(':');
    return { name: name.trim(), value: value.join(':').trim() };
  });
  if (headers.some(({ name, value }) => name === '' || value === '')) return null;
  return {
    ...{ address, interval },
    json_path: path?.trim() || null,
    pattern: pattern || null,
    header: header?.trim() || null,
    ...(headers.length > 0 ? { headers } : {}),
  };
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
