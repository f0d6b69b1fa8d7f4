import { Button, Group, NativeSelect, Stack, TextInput } from '../parts/ui';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client';
import { now } from '../api/clock';
import { useAwaySince } from '../api/connection';
import { withFreshSignIn } from '../api/session-state';
import { messages } from '../messages';
import { Dialog } from '../parts/dialog';
import { fieldErrorsOf } from '../parts/field-errors';
import { ProblemNote } from '../parts/problem-note';
import { type Scope, ScopeChoice } from '../parts/scope-choice';
import { SecretOnce } from '../parts/secret-once';

const words = messages.user.tokens;
const ENDS = {
  '30': words.ends30,
  '90': words.ends90,
  '365': words.ends365,
  never: words.endsNever,
  date: words.endsOn,
};
const FIELDS = ['name', 'scopes', 'expires_at'];

interface TokenValues {
  name: string;
  scopes: Scope[];
  end: keyof typeof ENDS;
  /** `YYYY-MM-DD` */
  date: string;
}

/** Its last moment, in the time zone of this browser. */
const endOf = ({ end, date }: TokenValues): string | null => {
  if (end === 'never') return null;
  if (end === 'date') return new Date(`${date}T23:59:59`).toISOString();
  return new Date(now() + Number(end) * 86_400_000).toISOString();
};

/** A new token. After an hour the service asks to sign in again first; what was typed stays. */
export function NewTokenDialog({ opened, onClose }: { opened: boolean; onClose(): void }) {
  const [made, setMade] = useState<{ name: string; token: string } | null>(null);
  return (
    <>
      <Dialog opened={opened} onClose={onClose} title={words.add}>
        <NewTokenForm
          onClose={onClose}
          onMade={(token) => {
            setMade(token);
            onClose();
          }}
        />
      </Dialog>
      <SecretOnce
        title={words.created}
        label={made?.name ?? ''}
        secret={made?.token ?? null}
        onDone={() => setMade(null)}
      />
    </>
  );
}

function NewTokenForm({ onClose, onMade }: { onClose(): void; onMade(token: { name: string; token: string }): void }) {
  const client = useQueryClient();
  const isAway = useAwaySince() !== null;
  const form = useForm<TokenValues>({
    initialValues: { name: '', scopes: ['read'], end: '90', date: '' },
    validate: {
      name: (name) => (name.trim() ? null : words.needName),
      scopes: (scopes) => (scopes.length > 0 ? null : words.needScopes),
      date: (date, { end }) =>
        end !== 'date' || new Date(`${date}T23:59:59`).getTime() > now() ? null : words.needDate,
    },
  });
  const create = useMutation({
    mutationFn: (values: TokenValues) =>
      withFreshSignIn(() =>
        api.createToken({ name: values.name.trim(), scopes: values.scopes, expires_at: endOf(values) }),
      ),
    onSuccess: ({ data }) => {
      void client.invalidateQueries({ queryKey: ['tokens'] });
      onMade(data);
    },
    onError: (error) => {
      const { name, scopes, expires_at: end } = fieldErrorsOf(error, (field) => FIELDS.includes(field)).fields;
      form.setErrors({ name, scopes, [form.values.end === 'date' ? 'date' : 'end']: end });
    },
  });
  const rest = create.error && fieldErrorsOf(create.error, (field) => FIELDS.includes(field)).rest;
  return (
    <form noValidate onSubmit={form.onSubmit((values) => create.mutate(values))}>
      <Stack>
        <TextInput
          data-autofocus
          label={words.name}
          description={words.nameHint}
          withAsterisk
          aria-required
          maxLength={100}
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <ScopeChoice label={words.scopes} {...form.getInputProps('scopes')} />
        <Group align="flex-start" grow>
          <NativeSelect
            label={words.end}
            data={Object.entries(ENDS).map(([value, label]) => ({ value, label }))}
            {...form.getInputProps('end')}
          />
          {form.values.end === 'date' && (
            <TextInput type="date" label={words.endDate} {...form.getInputProps('date')} />
          )}
        </Group>
        {rest ? <ProblemNote error={rest} /> : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {messages.common.cancel}
          </Button>
          <Button type="submit" loading={create.isPending} disabled={isAway}>
            {words.create}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
