import type { Sql } from '../database/database';
import { pagesOf } from '../database/rows';
import type { Actor } from './actor';
import { audit } from './audit/audit-log';

export interface Revoked {
  /** How many tokens. */
  revoked: number;
  /** Tokens that were made with it, by itself or by others in between, and stay. */
  kept: number;
}

/**
 * Revokes a user's token, and those that descend from it if asked to. One that is revoked already may still have offspring.
 * The transaction holds the user, and so does whoever makes a token: nothing is added to the family meanwhile.
 */
export async function revokeFamily(
  sql: Sql,
  actor: Actor,
  userId: string,
  id: string,
  withOffspring: boolean,
): Promise<Revoked> {
  const [token] = await sql.query<{ parent_id: string | null }>(
    'SELECT parent_id FROM access_token WHERE id = ? AND user_id = ?',
    [id, userId],
  );
  const offspring = await offspringOf(sql, userId, id);
  if (withOffspring) await removeTokens(sql, offspring);
  if (token) await removeTokens(sql, [id]);
  // Its children stay in the line of its parent, so that they are found when that one is revoked.
  if (token && token.parent_id !== null && !withOffspring)
    await sql.execute('UPDATE access_token SET parent_id = ? WHERE user_id = ? AND parent_id = ?', [
      token.parent_id,
      userId,
      id,
    ]);
  if (token) await audit(sql, actor, 'token.revoked', id);
  if (withOffspring)
    for (const descendant of offspring) await audit(sql, actor, 'token.revoked', descendant, { offspring_of: id });
  const revoked = (token ? 1 : 0) + (withOffspring ? offspring.length : 0);
  return { revoked, kept: withOffspring ? 0 : offspring.length };
}

/** The tokens that were made with this one, with those, and so on. */
async function offspringOf(sql: Sql, userId: string, id: string): Promise<string[]> {
  const rows = await sql.query<{ id: string; parent_id: string }>(
    'SELECT id, parent_id FROM access_token WHERE user_id = ? AND parent_id IS NOT NULL',
    [userId],
  );
  const childrenOf = new Map<string, string[]>();
  for (const row of rows) childrenOf.set(row.parent_id, [...(childrenOf.get(row.parent_id) ?? []), row.id]);
  const found = new Set<string>();
  // A set gives what is added while it is walked, and each only once.
  for (const child of childrenOf.get(id) ?? []) found.add(child);
  for (const descendant of found) for (const child of childrenOf.get(descendant) ?? []) found.add(child);
  found.delete(id);
  return [...found];
}

async function removeTokens(sql: Sql, ids: string[]): Promise<void> {
  for (const page of pagesOf(ids))
    await sql.execute(sql.dialect.deleteGiven('access_token', { id: 'text' }), [
      JSON.stringify(page.map((one) => [one])),
    ]);
}
