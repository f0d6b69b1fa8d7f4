import { Button, Text, TextInput } from '../parts/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client';
import { useAwaySince } from '../api/connection';
import type { ListedUserResponse } from '../api/generated';
import { sessionQuery } from '../api/queries';
import { operator } from '../messages/en/operator';
import { ActButton } from '../parts/act';
import { Icon } from '../parts/icon';
import { visibleText } from '../parts/name';
import { exactTime } from '../parts/relative-time';
import type { Scope } from '../parts/scope-choice';
import { SecretDialog } from '../parts/secret-dialog';

const words = operator.users;

/** Lets somebody in: a name, what they may do, and a link that is shown once. */
export function InviteButton() {
  const [isOpen, setOpen] = useState(false);
  const isAway = useAwaySince() !== null;
  return (
    <>
      <Button leftSection={<Icon name="plus" size={16} />} disabled={isAway} onClick={() => setOpen(true)}>
        {words.invite}
      </Button>
      <InviteDialog opened={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

/** Of a user who has not come yet. */
export function LinkActions({ user }: { user: ListedUserResponse }) {
  const [isOpen, setOpen] = useState(false);
  const isAway = useAwaySince() !== null;
  const shown = visibleText(user.name);
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
      {user.link_until && (
        <ActButton
          act={() => api.deleteUserLink(user.id)}
          said={words.takenBack(shown)}
          refresh={['operator']}
          aria-label={words.takeBackOf(shown)}
        >
          {words.takeBack}
        </ActButton>
      )}
      <InviteDialog opened={isOpen} user={user} onClose={() => setOpen(false)} />
    </>
  );
}

function InviteDialog({
  opened,
  user,
  onClose,
}: {
  opened: boolean;
  /** Left out: a new user. */
  user?: ListedUserResponse;
  onClose(): void;
}) {
  const client = useQueryClient();
  const mail = useQuery(sessionQuery).data?.features.mail ?? false;
  return (
    <SecretDialog
      opened={opened}
      onClose={onClose}
      title={user ? words.newLinkOf(visibleText(user.name)) : words.inviteTitle}
      initialValues={{ name: user?.name ?? '', email: user?.email ?? '', scopes: ['read', 'write'] as Scope[] }}
      {...(user ? {} : { nameHint: words.nameHint })}
      scopesLabel={words.may}
      action={user ? words.newLink : words.invite}
      make={async ({ name, email, scopes }) => {
        const to = email.trim();
        const { data: link } = await (user
          ? api.createUserLink(user.id, { scopes })
          : api.inviteUser({ name: name.trim(), scopes, ...(to ? { email: to } : {}) }));
        const sent = mail && to ? words[link.mailed ? 'mailed' : 'notMailed'] : '';
        return {
          title: `${words.link}: ${visibleText(name.trim())}`,
          label: words.link,
          secret: link.url,
          note: <Text size="sm">{`${words.linkText(exactTime(link.ends_at))} ${sent}`}</Text>,
        };
      }}
      // Not before: the row of the button would go, with the dialog that shows the link.
      onDone={() => void client.invalidateQueries({ queryKey: ['operator', 'users'] })}
    >
      {(form) =>
        user ? (
          <Text size="sm">{words.newLinkText}</Text>
        ) : (
          <TextInput
            type="email"
            label={words.email}
            description={words.emailHint(mail)}
            autoComplete="off"
            {...form.getInputProps('email')}
          />
        )
      }
    </SecretDialog>
  );
}
