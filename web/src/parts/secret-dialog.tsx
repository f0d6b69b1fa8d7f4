import { useForm, type UseFormReturnType } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useAwaySince } from '../api/connection';
import { withFreshSignIn } from '../api/session-state';
import { messages } from '../messages';
import { Dialog } from './dialog';
import { fieldErrorsOf } from './field-errors';
import { ProblemNote } from './problem-note';
import { type Scope, ScopeChoice } from './scope-choice';
import { SecretOnce } from './secret-once';
import { Button, Group, Stack, TextInput } from './ui';

const words = messages.user.tokens;

interface Made {
  title: string;
  label: string;
  secret: string;
  note?: ReactNode;
}

interface FormProps<Values> {
  initialValues: Values;
  /** Faults of its own fields. */
  validate?(values: Values): Partial<Record<keyof Values, string>>;
  /** Of the field for the name; left out: the name is known. */
  nameHint?: string;
  scopesLabel: string;
  action: string;
  make(values: Values): Promise<Made>;
  children?(form: UseFormReturnType<Values>): ReactNode;
}

/** Makes something that has a name and scopes, and whose secret is shown once. */
export function SecretDialog<Values extends { name: string; scopes: Scope[] }>({
  opened,
  title,
  onClose,
  onDone,
  ...form
}: FormProps<Values> & {
  opened: boolean;
  title: string;
  onClose(): void;
  /** Somebody has the secret. */
  onDone(): void;
}) {
  const [made, setMade] = useState<Made | null>(null);
  const show = (next: Made) => {
    setMade(next);
    onClose();
  };
  const done = () => {
    setMade(null);
    onDone();
  };
  return (
    <>
      <Dialog opened={opened} onClose={onClose} title={title}>
        <SecretForm {...form} onClose={onClose} onMade={show} />
      </Dialog>
      <SecretOnce title={made?.title ?? ''} label={made?.label ?? ''} secret={made?.secret ?? null} onDone={done}>
        {made?.note}
      </SecretOnce>
    </>
  );
}

/** After an hour the service asks to sign in again first; what was typed stays. */
function SecretForm<Values extends { name: string; scopes: Scope[] }>({
  initialValues,
  validate,
  nameHint,
  scopesLabel,
  action,
  make,
  children,
  onClose,
  onMade,
}: FormProps<Values> & { onClose(): void; onMade(made: Made): void }) {
  const isAway = useAwaySince() !== null;
  const form = useForm<Values>({
    initialValues,
    validate: (values) => ({
      ...(values.name.trim() ? {} : { name: words.needName }),
      ...(values.scopes.length > 0 ? {} : { scopes: words.needScopes }),
      ...validate?.(values),
    }),
  });
  const isField = (field: string) => field in initialValues;
  const making = useMutation({
    mutationFn: (values: Values) => withFreshSignIn(() => make(values)),
    onSuccess: onMade,
    onError: (error) => form.setErrors(fieldErrorsOf(error, isField).fields),
  });
  const { rest } = fieldErrorsOf(making.error, isField);
  return (
    <form noValidate onSubmit={form.onSubmit((values) => making.mutate(values))}>
      <Stack>
        {nameHint && (
          <TextInput
            data-autofocus
            label={words.name}
            description={nameHint}
            withAsterisk
            aria-required
            maxLength={100}
            autoComplete="off"
            {...form.getInputProps('name')}
          />
        )}
        {children?.(form)}
        <ScopeChoice label={scopesLabel} {...form.getInputProps('scopes')} />
        {rest ? <ProblemNote error={rest} /> : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {messages.common.cancel}
          </Button>
          <Button type="submit" loading={making.isPending} disabled={isAway}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
