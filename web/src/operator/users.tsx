import { Badge, Button, Group, Text } from '../parts/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ListedUserResponse } from '../api/generated';
import { usersQuery } from '../api/operator';
import { operator } from '../messages/en/operator';
import { Empty } from '../parts/empty';
import { Filters, TextFilter } from '../parts/filters';
import { Listing } from '../parts/listing';
import { Name, visibleText } from '../parts/name';
import { exactDate } from '../parts/relative-time';
import { Row, RowActs, When } from '../parts/rows';
import { InviteButton, LinkActions } from './invite';
import { type OperatorSearch, useOperatorSearch } from './operator-search';

const words = operator.users;

/** Who uses the service, by name. */
export function Users({ search }: { search: OperatorSearch }) {
  const { q = '' } = search;
  const list = useInfiniteQuery(usersQuery(q));
  const set = useOperatorSearch(search);
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
