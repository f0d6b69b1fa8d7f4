import { Badge, Button, Group, Text, TextInput } from '../parts/ui';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../api/client';
import { useAwaySince } from '../api/connection';
import type { ListedUserResponse } from '../api/generated';
import { usersQuery } from '../api/operator';
import { sessionQuery } from '../api/queries';
import { operator } from '../messages/en/operator';
import { ActButton } from '../parts/act';
import { Empty } from '../parts/empty';
import { Icon } from '../parts/icon';
import { Filters, Listing, TextFilter, useFilter } from '../parts/listing';
import { Name, visibleText } from '../parts/name';
import { exactDate, exactTime } from '../parts/relative-time';
import { Row, RowActs, When } from '../parts/rows';
import type { Scope } from '../parts/scope-choice';
import { SecretDialog } from '../parts/secret-dialog';
import type { OperatorSearch } from '../parts/searches';

const words = operator.users;

/** Who uses the service, by name. */
export function Users({ search }: { search: OperatorSearch }) {
  const { q = '' } = search;
  const list = useInfiniteQuery(usersQuery(q));
  const set = useFilter();
  const total = list.data?.pages[0]?.meta.total;
  return (
    <>
      <Filters label={words.filters}>
        <TextFilter label={words.search} value={q} onChange={(next) => set({ q: next })} />
        {total !== undefined && (
          <Text size="sm" c="dimmed" role="status">
            {words.count(total)}
          </Text>
        )}
        <InviteButton />
      </Filters>
      <Listing
        of={list}
        label={operator.views.users}
        columns="minmax(0, 1.5fr) minmax(0, 1fr) minmax(0, 1fr) auto"
        bars={6}
        empty={<Empty title={words.noMatch} />}
      >
        {(user) => <UserRow key={user.id} user={user} />}
      </Listing>
    </>
  );
}

function UserRow({ user }: { user: ListedUserResponse }) {
  const { id, name, email, is_person: isPerson, favorites, last_seen_at: seen, disabled_at: disabled } = user;
  return (
    <Row>
      <div>
        <Group gap="xs">
          <Text fw={600}>
            <Name>{name}</Name>
          </Text>
          {disabled && (
            <Badge color="gray" variant="light">
              {words.disabled}
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          {[isPerson ? words.person : '', email ? visibleText(email) : ''].filter(Boolean).join(' · ')}
        </Text>
      </div>
      <Text size="sm">{words.tracks(favorites)}</Text>
      <Text size="sm" c="dimmed" component="div">
        <div>
          <When word={words.seen} time={seen} never={words.notSeen} />
        </div>
        <div>
          {words.since} {exactDate(user.created_at)}
        </div>
        {user.link_until && (
          <div>
            {words.invited} {exactDate(user.link_until)}
          </div>
        )}
      </Text>
      <RowActs>
        {seen === null && favorites === 0 && !isPerson && !disabled && <LinkActions user={user} />}
        <Button
          size="xs"
          variant="default"
          aria-label={words.changesOf(visibleText(name))}
          component={Link}
          to="/operator"
          search={{ view: 'audit', user: id } as never}
        >
          {words.changes}
        </Button>
      </RowActs>
    </Row>
  );
}

/** Lets somebody in: a name, what they may do, and a link that is shown once. */
function InviteButton() {
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
function LinkActions({ user }: { user: ListedUserResponse }) {
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
