import { Injectable } from '@nestjs/common';
import { newId } from '../../common/ids';
import { Database, type Sql } from '../../database/database';
import { pagesOf, placeholders } from '../../database/rows';

/** Members of one message. */
const MEMBERS_AT_MOST = 10_000;
/** Channels that are seen to before the next claim. */
const CHANNELS_AT_ONCE = 20;
/**
 * Seconds after the due time of a head at which somebody looks whether it is still there: its favorite may be deleted, or it is
 * sent alone by hand.
 */
export const HEADLESS_AFTER = 120;

interface DueRow {
  id: string;
  digest_id: string | null;
}

/**
 * Puts what was collected together into the groups that are sent as one message. A group never changes but by losing members: all
 * have its `digest_id`, which is the key of the message on every attempt. One of them, its head, has the due time and the
 * lease in `next_at`; the others have a later `collect_at`, at which another head is made should there be none.
 */
@Injectable()
export class DigestGroups {
  constructor(private readonly database: Database) {}

  /**
   * Everything that is due of the channels that wait longest. What another replica is at is left to it.
   * @returns whether anything was due: there may be more
   */
  async gatherDue(): Promise<boolean> {
    const rows = await this.database.query<{ channel_id: string }>(
      `SELECT DISTINCT channel_id FROM (
         SELECT channel_id FROM delivery WHERE collect_at <= ${this.database.dialect.now}
         ORDER BY collect_at LIMIT ${MEMBERS_AT_MOST}) due LIMIT ${CHANNELS_AT_ONCE}`,
    );
    for (const { channel_id } of rows) await this.database.transaction((sql) => this.gather(sql, channel_id));
    return rows.length > 0;
  }

  private async gather(sql: Sql, channelId: string): Promise<void> {
    const { dialect } = sql;
    const held = await sql.query(`SELECT id FROM channel WHERE id = ? ${dialect.forUpdateSkipLocked}`, [channelId]);
    if (held.length === 0) return this.releaseOrphans(sql, channelId);
    const due = await sql.query<DueRow>(
      `SELECT id, digest_id FROM delivery WHERE channel_id = ? AND state = 'queued' AND collect_at <= ${dialect.now}
       ORDER BY collect_at, id LIMIT ${MEMBERS_AT_MOST} ${dialect.forUpdate}`,
      [channelId],
    );
    await this.found(
      sql,
      due.filter(({ digest_id }) => digest_id === null).map(({ id }) => id),
    );
    for (const digestId of new Set(due.map(({ digest_id }) => digest_id)))
      if (digestId !== null) await this.headAgain(sql, digestId);
  }

  /** A new group. The key of one alone is its own id, as if it had not waited. */
  private async found(sql: Sql, [head, ...members]: string[]): Promise<void> {
    if (head === undefined) return;
    const digestId = members.length === 0 ? head : newId();
    const { now, nowPlus } = sql.dialect;
    await sql.execute(`UPDATE delivery SET digest_id = ?, next_at = ${now}, collect_at = NULL WHERE id = ?`, [
      digestId,
      head,
    ]);
    for (const page of pagesOf(members))
      await sql.execute(
        `UPDATE delivery SET digest_id = ?, collect_at = ${nowPlus} WHERE id IN (${placeholders(page.length)})`,
        [digestId, HEADLESS_AFTER, ...page],
      );
  }

  private async headAgain(sql: Sql, digestId: string): Promise<void> {
    await makeHead(sql, digestId, sql.dialect.now);
    await putOffMembers(sql, digestId, HEADLESS_AFTER);
  }

  /** Their channel was deleted at that moment: each is cancelled by itself. */
  private async releaseOrphans(sql: Sql, channelId: string): Promise<void> {
    const { now } = sql.dialect;
    const orphans = await sql.query<{ id: string }>(
      `SELECT d.id FROM delivery d WHERE d.channel_id = ? AND d.state = 'queued' AND d.collect_at <= ${now}
         AND NOT EXISTS (SELECT 1 FROM channel c WHERE c.id = d.channel_id) LIMIT ${MEMBERS_AT_MOST}`,
      [channelId],
    );
    for (const page of pagesOf(orphans))
      await sql.execute(
        `UPDATE delivery SET next_at = ${now}, collect_at = NULL, digest_id = NULL
         WHERE id IN (${placeholders(page.length)}) AND state = 'queued' AND collect_at <= ${now}`,
        page.map(({ id }) => id),
      );
  }
}

/**
 * Its members but the head are looked at again in so many seconds, should the head be gone by then.
 * @param claim who claims them with the head; null = nobody
 */
export async function putOffMembers(
  sql: Sql,
  digestId: string,
  seconds: number,
  claim: string | null = null,
): Promise<void> {
  const claims = claim === null ? '' : 'claim_id = ?, attempts = attempts + 1,';
  const members = await sql.query<{ id: string }>(
    'SELECT id FROM delivery WHERE digest_id = ? AND collect_at IS NOT NULL',
    [digestId],
  );
  // Compared like this, as SQLite would else go through the whole digest for each page.
  for (const page of pagesOf(members))
    await sql.execute(
      `UPDATE delivery SET ${claims} collect_at = ${sql.dialect.nowPlus}
       WHERE id IN (${placeholders(page.length)}) AND (digest_id = ?) = 1 AND (collect_at IS NOT NULL) = 1`,
      [...(claim === null ? [] : [claim]), seconds, ...page.map(({ id }) => id), digestId],
    );
}

/**
 * The first of the group that waits becomes its head, unless there is one.
 * @param at when it is due, an expression without parameters
 * @returns the head; null when nothing is left of the group
 */
export async function makeHead(sql: Sql, digestId: string, at: string): Promise<string | null> {
  const [head] = await sql.query<{ id: string }>(
    'SELECT id FROM delivery WHERE digest_id = ? AND collect_at IS NULL AND next_at IS NOT NULL LIMIT 1',
    [digestId],
  );
  if (head) return head.id;
  // Not by `ORDER BY id LIMIT 1`: for that MariaDB goes through all deliveries in their order until it meets one of the group.
  const [first] = await sql.query<{ id: string | null }>(
    'SELECT MIN(id) AS id FROM delivery WHERE digest_id = ? AND collect_at IS NOT NULL',
    [digestId],
  );
  if (!first?.id) return null;
  await sql.execute(`UPDATE delivery SET next_at = ${at}, collect_at = NULL WHERE id = ?`, [first.id]);
  return first.id;
}
