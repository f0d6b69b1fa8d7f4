import { Badge, Button, Group, Text, TextInput } from '../parts/ui';
import { useDebouncedCallback } from '@mantine/hooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ListedUserResponse } from '../api/generated';
import { usersQuery } from '../api/operator';
import { operator } from '../messages/en/operator';
import { Empty } from '../parts/empty';
import { Name, visibleText } from '../parts/name';
import { QueryNote } from '../parts/problem-note';
import { exactDate, RelativeTime } from '../parts/relative-time';
import { Row, Rows } from '../parts/rows';
import { ShowMore } from '../parts/show-more';
import { SlowSkeleton } from '../parts/slow-skeleton';
import { InviteButton, LinkActions } from './invite';
import type { OperatorSearch } from '../parts/searches';
import classes from './operator.module.css';

const words = operator.users;

/** Who uses the service, by name. */
export function Users({ search }: { search: OperatorSearch }) {
  const { q = '' } = search;
  const navigate = useNavigate();
  const list = useInfiniteQuery(usersQuery(q));
  const rows = list.data?.pages.flatMap(({ data }) => data);
  const total = list.data?.pages[0]?.meta.total;
  const ask = useDebouncedCallback(
    (next: string) => void navigate({ to: '/operator', search: { ...search, q: next } as never, replace: true }),
    250,
  );
  return (
    <>
      <search className={classes.filters}>
        <TextInput
          type="search"
          label={words.search}
          defaultValue={q}
          maxLength={100}
          onChange={(event) => ask(event.currentTarget.value.trim())}
        />
        {total !== undefined && (
          <Text size="sm" c="dimmed" role="status">
            {words.count(total)}
          </Text>
        )}
        <InviteButton />
      </search>
      <QueryNote of={list} />
      {list.isPending && !list.error && <SlowSkeleton rows={6} height={60} />}
      {rows?.length === 0 && <Empty title={words.noMatch} />}
      {rows && rows.length > 0 && (
        <Rows label={operator.views.users} columns="minmax(0, 1.5fr) minmax(0, 1fr) minmax(0, 1fr) auto">
          {rows.map((user) => (
            <UserRow key={user.id} user={user} />
          ))}
        </Rows>
      )}
      <ShowMore list={list} />
    </>
  );
}

function UserRow({ user }: { user: ListedUserResponse }) {
  const { id, name, email, is_person: isPerson, favorites, last_seen_at: seen, disabled_at: disabled } = user;
  return (
    <Row>
      <div className={classes.wrapping}>
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
          {seen ? (
            <>
              {words.seen} <RelativeTime time={seen} />
            </>
          ) : (
            words.notSeen
          )}
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
      <div className={classes.actions}>
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
      </div>
    </Row>
  );
}
