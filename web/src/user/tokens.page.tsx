import { Badge, Button, Text } from '../parts/ui';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { now } from '../api/clock';
import { useAwaySince } from '../api/connection';
import type { TokenResponse } from '../api/generated';
import { sessionQuery } from '../api/queries';
import { tokensQuery } from '../api/users';
import { messages } from '../messages';
import { Empty } from '../parts/empty';
import { Icon } from '../parts/icon';
import { Name, visibleText } from '../parts/name';
import { Page } from '../parts/page';
import { QueryNote } from '../parts/problem-note';
import { exactTime, RelativeTime } from '../parts/relative-time';
import { Row, Rows } from '../parts/rows';
import { ShowMore } from '../parts/show-more';
import { SlowSkeleton } from '../parts/slow-skeleton';
import { NewTokenDialog } from './new-token';
import { RevokeDialog } from './revoke-token';
import type { TokenSearch } from '../parts/searches';
import classes from './user.module.css';

const words = messages.user.tokens;

/** What programs use in somebody's name. */
export function TokensPage() {
  const list = useInfiniteQuery(tokensQuery);
  const { new: isAdding }: TokenSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const isAway = useAwaySince() !== null;
  const [revoking, setRevoking] = useState<TokenResponse | null>(null);
  const tokens = list.data?.pages.flatMap(({ data }) => data);
  const show = (isOpen: boolean) =>
    void navigate({ to: '.', search: (isOpen ? { new: 'yes' } : {}) as never, replace: true });
  const add = (
    <Button leftSection={<Icon name="plus" size={16} />} disabled={isAway} onClick={() => show(true)}>
      {words.add}
    </Button>
  );
  return (
    <Page
      title={words.title}
      lead={<Text c="dimmed">{words.lead}</Text>}
      beside={tokens && tokens.length > 0 ? add : null}
    >
      <QueryNote of={list} />
      {list.isPending && !list.error && <SlowSkeleton rows={4} height={60} />}
      {tokens?.length === 0 && (
        <Empty title={words.empty}>
          <Text c="dimmed">{words.emptyText}</Text>
          {add}
        </Empty>
      )}
      {tokens && tokens.length > 0 && (
        <Rows label={words.title} columns="minmax(0, 1.5fr) minmax(0, 1.2fr) minmax(0, 1.1fr) auto">
          {tokens.map((token) => (
            <TokenRow key={token.id} token={token} all={tokens} onRevoke={() => setRevoking(token)} />
          ))}
        </Rows>
      )}
      <ShowMore list={list} />
      <NewTokenDialog opened={isAdding === 'yes'} onClose={() => show(false)} />
      <RevokeDialog token={revoking} all={tokens ?? []} onClose={() => setRevoking(null)} />
    </Page>
  );
}

function TokenRow({ token, all, onRevoke }: { token: TokenResponse; all: TokenResponse[]; onRevoke(): void }) {
  const session = useQuery(sessionQuery).data;
  const isAway = useAwaySince() !== null;
  const { name, parent, scopes, last_used_at: used, expires_at: ends } = token;
  const maker = all.find(({ id }) => id === parent);
  return (
    <Row>
      <div>
        <Text fw={600} className={classes.name} title={name}>
          <Name>{name}</Name>
        </Text>
        {session?.token === token.id && (
          <Badge variant="light" className={classes.badge}>
            {words.ofThisSession}
          </Badge>
        )}
        {parent && (
          <Text size="xs" c="dimmed" className={classes.name}>
            {maker ? words.madeWith(visibleText(maker.name)) : words.madeWithRevoked}
          </Text>
        )}
      </div>
      <div className={classes.scopes}>
        {scopes.map((scope) => (
          <code key={scope}>{scope}</code>
        ))}
      </div>
      <Text size="sm" c="dimmed" component="div">
        <div>
          {used ? (
            <>
              {words.columns.used} <RelativeTime time={used} />
            </>
          ) : (
            words.neverUsed
          )}
        </div>
        <div>{ends ? endText(ends) : words.neverEnds}</div>
      </Text>
      <Button
        size="xs"
        variant="default"
        disabled={isAway}
        aria-label={words.revokeOf(visibleText(name))}
        onClick={onRevoke}
        justify="center"
        className={classes.action}
      >
        {words.revoke}
      </Button>
    </Row>
  );
}

const endText = (time: string) =>
  new Date(time).getTime() < now() ? words.ended(exactTime(time)) : words.ends(exactTime(time));
