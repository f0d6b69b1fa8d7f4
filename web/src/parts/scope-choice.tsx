import { CheckboxGroup } from './ui';
import { useQuery } from '@tanstack/react-query';
import type { CreateTokenDto } from '../api/generated';
import { mayUpload } from '../api/inventories';
import { sessionQuery } from '../api/queries';
import { messages } from '../messages';

const words = messages.user.tokens;
export type Scope = CreateTokenDto['scopes'][number];
const SCOPES = Object.keys(words.scopeWords) as Scope[];

/** `write` has what `inventory:write` grants. */
const isIn = (scopes: readonly string[], scope: Scope) =>
  scope === 'inventory:write' ? mayUpload(scopes) : scopes.includes(scope);

/** What a token or a person may do: nothing that this session may not. */
export function ScopeChoice(group: Omit<Parameters<typeof CheckboxGroup>[0], 'data'>) {
  const session = useQuery(sessionQuery).data;
  const data = SCOPES.map((scope) => {
    const isMissing = session !== undefined && !isIn(session.scopes, scope);
    const [label, of] = words.scopeWords[scope]!;
    return { value: scope, label, description: isMissing ? words.scopeMissing : of, disabled: isMissing };
  });
  return <CheckboxGroup withAsterisk {...group} data={data} />;
}
