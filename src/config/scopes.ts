/** The scopes of tokens. */
export const SCOPES = ['read', 'write', 'catalogue:write', 'inventory:write', 'admin'] as const;
export type Scope = (typeof SCOPES)[number];

/** `write` includes `inventory:write`. */
export const grants = (scopes: ReadonlySet<Scope>, scope: Scope): boolean =>
  scopes.has(scope) || (scope === 'inventory:write' && scopes.has('write'));
