import { Checkbox } from '../parts/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client';
import type { TokenResponse } from '../api/generated';
import { sessionQuery } from '../api/queries';
import { messages } from '../messages';
import { Confirm } from '../parts/confirm';
import { visibleText } from '../parts/name';
import { say } from '../parts/say';

const words = messages.user.tokens;

/** Asks before a token is revoked; most of all before the one that this session was started with. */
export function RevokeDialog({
  token,
  all,
  onClose,
}: {
  token: TokenResponse | null;
  all: TokenResponse[];
  onClose(): void;
}) {
  const client = useQueryClient();
  const session = useQuery(sessionQuery).data;
  const [offspring, setOffspring] = useState(false);
  // What is being closed keeps its words.
  const [shown, setShown] = useState(token);
  if (token && token !== shown) {
    setShown(token);
    setOffspring(false);
  }
  const descendants = shown ? descendantsOf(shown.id, all) : new Set<string>();
  const endsSession =
    session?.token != null && (session.token === shown?.id || (offspring && descendants.has(session.token)));
  const revoke = async ({ id, name }: TokenResponse) => {
    await api.revokeToken(id, { offspring });
    // The session is over: the same way as after signing out.
    if (endsSession) return window.location.assign('/');
    say(words.revoked(visibleText(name)));
    onClose();
    for (const resource of ['tokens', 'sessions']) void client.invalidateQueries({ queryKey: [resource] });
  };
  return (
    <Confirm
      opened={token !== null}
      onClose={onClose}
      title={shown ? words.revokeTitle(visibleText(shown.name)) : ''}
      text={endsSession ? `${words.revokeText} ${words.revokeOwn}` : words.revokeText}
      action={words.revoke}
      onConfirm={() => shown && revoke(shown)}
    >
      {descendants.size > 0 && (
        <Checkbox
          label={words.offspring}
          checked={offspring}
          onChange={(event) => setOffspring(event.currentTarget.checked)}
        />
      )}
    </Confirm>
  );
}

function descendantsOf(id: string, all: TokenResponse[]): Set<string> {
  const found = new Set<string>();
  const visit = (parent: string) => {
    for (const one of all)
      if (one.parent === parent && !found.has(one.id)) {
        found.add(one.id);
        visit(one.id);
      }
  };
  visit(id);
  return found;
}
