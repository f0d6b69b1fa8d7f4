/** All descendants of a token. */
export function descendantsOf(id: string, tokens: { id: string; parent_id: string }[]): string[] {
  const childrenOf = new Map<string, string[]>();
  for (const token of tokens) {
    const children = childrenOf.get(token.parent_id);
    if (children) children.push(token.id);
    else childrenOf.set(token.parent_id, [token.id]);
  }
  // Iterating a set also visits members that are added meanwhile.
  const found = new Set([id]);
  for (const ancestor of found) for (const child of childrenOf.get(ancestor) ?? []) found.add(child);
  found.delete(id);
  return [...found];
}
