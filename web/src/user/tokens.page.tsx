import { Badge, Button, Checkbox, Text } from '../parts/ui';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../api/client';
import { now } from '../api/clock';
import { useAwaySince } from '../api/connection';
import type { TokenResponse } from '../api/generated';
import { sessionQuery } from '../api/queries';
import { tokensQuery } from '../api/users';
import { messages } from '../messages';
import { ActButton } from '../parts/act';
import { Empty } from '../parts/empty';
import { Icon } from '../parts/icon';
import { Listing, rowsOf } from '../parts/listing';
import { Name, visibleText } from '../parts/name';
import { Page } from '../parts/page';
import { exactTime } from '../parts/relative-time';
import { Row, When } from '../parts/rows';
import { NewTokenDialog } from './new-token';
import type { TokenSearch } from '../parts/searches';
import { Scopes } from './scopes';
import classes from './user.module.css';

const words = messages.user.tokens;

/** What programs use in somebody's name. */
export function TokensPage() {
  const list = useInfiniteQuery(tokensQuery);
  const { new: isAdding }: TokenSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const isAway = useAwaySince() !== null;
  const tokens = rowsOf(list) ?? [];
  const show = (isOpen: boolean) =>
    void navigate({ to: '.', search: (isOpen ? { new: 'yes' } : {}) as never, replace: true });
  const add = (
    <Button leftSection={<Icon name="plus" size={16} />} disabled={isAway} onClick={() => show(true)}>
      {words.add}
    </Button>
  );
  return (
    <Page title={words.title} lead={<Text c="dimmed">{words.lead}</Text>} beside={tokens.length > 0 && add}>
      <Listing
        of={list}
        label={words.title}
        columns="minmax(0, 1.5fr) minmax(0, 1.2fr) minmax(0, 1.1fr) auto"
        empty={
          <Empty title={words.empty}>
            <Text c="dimmed">{words.emptyText}</Text>
            {add}
          </Empty>
        }
      >
        {(token) => <TokenRow key={token.id} token={token} all={tokens} />}
      </Listing>
      <NewTokenDialog opened={isAdding === 'yes'} onClose={() => show(false)} />
    </Page>
  );
}

function TokenRow({ token, all }: { token: TokenResponse; all: readonly TokenResponse[] }) {
  const session = useQuery(sessionQuery).data;
  const { name, parent, scopes, last_used_at: used, expires_at: ends } = token;
  const maker = all.find(({ id }) => id === parent);
  return (
    <Row>
      <div>
        <Text fw={600} lineClamp={1} title={name}>
          <Name>{name}</Name>
        </Text>
        {session?.token === token.id && (
          <Badge variant="light" className={classes.badge}>
            {words.ofThisSession}
          </Badge>
        )}
        {parent && (
          <Text size="xs" c="dimmed" lineClamp={1}>
            {maker ? words.madeWith(visibleText(maker.name)) : words.madeWithRevoked}
          </Text>
        )}
      </div>
      <Scopes scopes={scopes} />
      <Text size="sm" c="dimmed" component="div">
        <div>
          <When word={words.lastUsed} time={used} never={words.neverUsed} />
        </div>
        <div>{ends ? endText(ends) : words.neverEnds}</div>
      </Text>
      <RevokeButton token={token} all={all} />
    </Row>
  );
}

/** Asks before a token is revoked; most of all before the one that this session was started with. */
function RevokeButton({ token: { id, name }, all }: { token: TokenResponse; all: readonly TokenResponse[] }) {
  const session = useQuery(sessionQuery).data;
  const [offspring, setOffspring] = useState(false);
  const descendants = descendantsOf(id, all);
  const endsSession =
    session?.token != null && (session.token === id || (offspring && descendants.includes(session.token)));
  return (
    <ActButton
      act={() => api.revokeToken(id, { offspring })}
      // The session is over: the same way as after signing out.
      {...(endsSession
        ? { onDone: () => window.location.assign('/') }
        : { said: words.revoked(visibleText(name)), refresh: ['tokens', 'sessions'] })}
      question={{
        title: words.revokeTitle(visibleText(name)),
        text: endsSession ? `${words.revokeText} ${words.revokeOwn}` : words.revokeText,
        action: words.revoke,
        children: descendants.length > 0 && (
          <Checkbox
            label={words.offspring}
            checked={offspring}
            onChange={(event) => setOffspring(event.currentTarget.checked)}
          />
        ),
      }}
      aria-label={words.revokeOf(visibleText(name))}
    >
      {words.revoke}
    </ActButton>
  );
}

/** A token is made before those that are made with it. */
const descendantsOf = (id: string, all: readonly TokenResponse[]): string[] =>
  all.filter(({ parent }) => parent === id).flatMap((one) => [one.id, ...descendantsOf(one.id, all)]);

const endText = (time: string) =>
  new Date(time).getTime() < now() ? words.ended(exactTime(time)) : words.ends(exactTime(time));
