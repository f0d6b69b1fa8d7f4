import { createHash } from 'node:crypto';
import type { Pool, RowDataPacket } from 'mysql2/promise';

/** The rules of the service's `TokenService`: the hash of a token is looked up, and the answer holds for three seconds. */
const CACHE_MS = 3_000;

export class TokenCache {
  private readonly cache = new Map<string, { userId: string | null; until: number }>();

  constructor(private readonly pool: Pool) {}

  async userOf(token: string): Promise<string | null> {
    const hash = createHash('sha256').update(token).digest('hex');
    const cached = this.cache.get(hash);
    if (cached && cached.until > performance.now()) return cached.userId;
    const [rows] = await this.pool.execute<(RowDataPacket & { user_id: string })[]>(
      `SELECT t.id, t.scopes, t.expires_at, t.user_id, u.name FROM access_token t JOIN user u ON u.id = t.user_id
       WHERE t.hash = ? AND (t.expires_at IS NULL OR t.expires_at > UTC_TIMESTAMP(6))`,
      [hash],
    );
    const userId = rows[0]?.user_id ?? null;
    this.cache.set(hash, { userId, until: performance.now() + CACHE_MS });
    return userId;
  }
}
