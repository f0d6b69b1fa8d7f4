/** Names that fields of a record had before, and have now. The old ones are read until 0.2. */
export const NEW_NAMES = { feed: 'source', source: 'identity' } as const;

export type OutdatedName = keyof typeof NEW_NAMES;

/** What `source` means in a record. It was the identity (`kind`, `id`), and is where releases come from (`type`, `settings`). */
export function meaningOfSource(source: unknown, identity: unknown): 'identity' | 'source' | 'both' {
  if (typeof source !== 'object' || source === null) return 'source';
  if (!('kind' in source || 'id' in source)) return 'source';
  if (!('settings' in source)) return 'identity';
  // Where the identity is stated, `kind` and `id` are keys to ignore.
  return identity === undefined || identity === null ? 'both' : 'source';
}

export const warningOf = (name: OutdatedName): string =>
  `${name} is called ${NEW_NAMES[name]} now; the old name is read until 0.2`;
