import { Button, Group, Stack, Text, TextInput } from '../parts/ui';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client';
import { useAwaySince } from '../api/connection';
import type { InvitationResponse, ListedUserResponse } from '../api/generated';
import { sessionQuery } from '../api/queries';
import { withFreshSignIn } from '../api/session-state';
import { messages } from '../messages';
import { operator } from '../messages/en/operator';
import { Dialog } from '../parts/dialog';
import { fieldErrorsOf } from '../parts/field-errors';
import { Icon } from '../parts/icon';
import { visibleText } from '../parts/name';
import { ProblemNote } from '../parts/problem-note';
import { exactTime } from '../parts/relative-time';
import { say, sayRefused } from '../parts/say';
import { type Scope, ScopeChoice } from '../parts/scope-choice';
import { SecretOnce } from '../parts/secret-once';

const words = operator.users;
const FIELDS = ['name', 'email', 'scopes'];

interface Invited {
  name: string;
  /** They have an address that the link should have gone to. */
  hasAddress: boolean;
  link: InvitationResponse;
}

/** Lets somebody in: a name, what they may do, and a link that is shown once. */
export function InviteButton() {
  const [isOpen, setOpen] = useState(false);
  const isAway = useAwaySince() !== null;
  return (
    <>
      <Button leftSection={<Icon name="plus" size={16} />} disabled={isAway} onClick={() => setOpen(true)}>
        {words.invite}
      </Button>
      <InviteDialog opened={isOpen} title={words.inviteTitle} onClose={() => setOpen(false)} />
    </>
  );
}

/** Of a user who has not come yet. */
export function LinkActions({ user: { id, name, email, link_until: until } }: { user: ListedUserResponse }) {
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const isAway = useAwaySince() !== null;
  const shown = visibleText(name);
  const takeBack = useMutation({
    mutationFn: () => api.deleteUserLink(id),
    onSuccess: () => say(words.takenBack(shown)),
    onError: sayRefused,
    onSettled: () => client.invalidateQueries({ queryKey: ['operator', 'users'] }),
  });
  return (
    <>
      <Button
        size="xs"
        variant="default"
        disabled={isAway}
        aria-label={words.newLinkOf(shown)}
        onClick={() => setOpen(true)}
      >
        {words.newLink}
      </Button>
      {until && (
        <Button
          size="xs"
          variant="default"
          disabled={isAway}
          loading={takeBack.isPending}
          aria-label={words.takeBackOf(shown)}
          onClick={() => takeBack.mutate()}
        >
          {words.takeBack}
        </Button>
      )}
      <InviteDialog
        opened={isOpen}
        title={words.newLinkOf(shown)}
        user={{ id, name, email }}
        onClose={() => setOpen(false)}
      />
    </>
  );
}

type Known = Pick<ListedUserResponse, 'id' | 'name' | 'email'>;

function InviteDialog({
  opened,
  title,
  user,
  onClose,
}: {
  opened: boolean;
  title: string;
  /** Left out: a new user. */
  user?: Known;
  onClose(): void;
}) {
  const client = useQueryClient();
  const [invited, setInvited] = useState<Invited | null>(null);
  const done = () => {
    setInvited(null);
    // Not before: the row of the button would go, with the dialog that shows the link.
    void client.invalidateQueries({ queryKey: ['operator', 'users'] });
  };
  return (
    <>
      <Dialog opened={opened} onClose={onClose} title={title}>
        <InviteForm
          {...(user ? { user } : {})}
          onClose={onClose}
          onInvited={(made) => {
            setInvited(made);
            onClose();
          }}
        />
      </Dialog>
      <SecretOnce
        title={`${words.link}: ${visibleText(invited?.name ?? '')}`}
        label={words.link}
        secret={invited?.link.url ?? null}
        onDone={done}
      >
        {invited && (
          <Text size="sm">
            {words.linkText(exactTime(invited.link.ends_at))}{' '}
            {invited.hasAddress && (invited.link.mailed ? words.mailed : words.notMailed)}
          </Text>
        )}
      </SecretOnce>
    </>
  );
}

function InviteForm({ user, onClose, onInvited }: { user?: Known; onClose(): void; onInvited(made: Invited): void }) {
  const mail = useQuery(sessionQuery).data?.features.mail ?? false;
  const isAway = useAwaySince() !== null;
  const form = useForm({
    initialValues: { name: user?.name ?? '', email: user?.email ?? '', scopes: ['read', 'write'] as Scope[] },
    validate: {
      name: (name) => (name.trim() ? null : words.needName),
      scopes: (scopes) => (scopes.length > 0 ? null : words.needScopes),
    },
  });
  const { name, email, scopes } = form.values;
  const invite = useMutation({
    mutationFn: () =>
      withFreshSignIn(() =>
        user
          ? api.createUserLink(user.id, { scopes })
          : api.inviteUser({ name: name.trim(), scopes, ...(email.trim() ? { email: email.trim() } : {}) }),
      ),
    onSuccess: ({ data }) => onInvited({ name: name.trim(), hasAddress: mail && email.trim() !== '', link: data }),
    onError: (error) => form.setErrors(fieldErrorsOf(error, (field) => FIELDS.includes(field)).fields),
  });
  const rest = invite.error && fieldErrorsOf(invite.error, (field) => FIELDS.includes(field)).rest;
  return (
    <form noValidate onSubmit={form.onSubmit(() => invite.mutate())}>
      <Stack>
        {user ? (
          <Text size="sm">{words.newLinkText}</Text>
        ) : (
          <>
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
            <TextInput
              type="email"
              label={words.email}
              description={words.emailHint(mail)}
              autoComplete="off"
              {...form.getInputProps('email')}
            />
          </>
        )}
        <ScopeChoice label={words.may} {...form.getInputProps('scopes')} />
        {rest ? <ProblemNote error={rest} /> : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {messages.common.cancel}
          </Button>
          <Button type="submit" loading={invite.isPending} disabled={isAway}>
            {user ? words.newLink : words.invite}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
