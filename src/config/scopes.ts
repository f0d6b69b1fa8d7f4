/** What a token may grant. */
export const SCOPES = ['read', 'write', 'catalogue:write', 'admin'] as const;
export type Scope = (typeof SCOPES)[number];
