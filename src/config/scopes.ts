/** What a token may grant. */
export const SCOPES = ['read', 'write', 'catalogue:write', 'inventory:write', 'admin'] as const;
export type Scope = (typeof SCOPES)[number];

/** `write` has what `inventory:write` grants. */
export const grants = (scopes: ReadonlySet<Scope>, scope: Scope): boolean =>
  scopes.has(scope) || (scope === 'inventory:write' && scopes.has('write'));
