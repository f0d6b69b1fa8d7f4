import { Injectable } from '@nestjs/common';
import { newId } from '../../common/ids';
import type { UtcTimestamp } from '../../common/time/utc-timestamp';
import { Database, type Parameter, type Sql } from '../../database/database';
import { LEASE_SECONDS } from '../../database/leased-rows';
import { placeholders } from '../../database/rows';

const HOUR = 3_600;
export const DAY = 86_400;
/** Seconds for which a message is tried. */
export const LIFETIME = 7 * DAY;
/** Due messages among which a process claims: more than other processes claim at the same time. */
const LOOKED_AT = 100;
/** Hours for which a count of confirmation mails is kept. */
const KEPT_HOURS = 24;

/** Mails that ask for consent; notices about channels that were switched off; reports to the operator, of sources and of held imports. */
export type Kind = 'confirmation' | 'notice' | 'report' | 'held';

/** What confirmation mails are counted by, each with an index that begins with it. */
export type CountedBy = 'user_id' | 'channel_id' | 'mailbox_key';

type Where = Partial<Record<'kind' | 'address_key' | CountedBy, string>>;

const conditionOf = (where: Where) =>
  Object.keys(where)
    .map((column) => `${column} = ?`)
    .join(' AND ');

/** A message that this process has claimed, with the channels that it names. A channel that was deleted has null in each column. */
export interface QueuedMessage {
  id: string;
  kind: Kind;
  claim_id: string;
  /** This attempt included. */
  attempts: number;
  /** Past `expires_at`. */
  expired: number;
  /** `expires_at` in seconds since 1970. */
  expires: number | string;
  /** Seconds since it was queued. */
  age: number;
  created_at: UtcTimestamp;
  payload: string | null;
  address_key: string | null;
  channel_id: string | null;
  type: string | null;
  settings: string | null;
  state: string | null;
  user_disabled: number;
  /** Whether messages may go through the channel. */
  usable: number | null;
  /** Seconds for which nothing is sent through it; null or not above 0 = none. */
  paused_for: number | string | null;
  about_channel_id: string | null;
  /** Whether the channel that it is about is still disabled. */
  about_disabled: number | null;
}

/**
 * All statements on the tables `system_message` and `confirmation_hour`. `next_at` is when a message is due, or until when its claim holds;
 * null = finished. The clock of the database alone decides what is due.
 */
@Injectable()
export class SystemMessageRepository {
  constructor(private readonly database: Database) {}

  /**
   * Queues a message that is due at once.
   * @param ending what follows the values, such as `dialect.keepExisting(table)`
   * @returns its id
   */
  async enqueue(
    sql: Sql,
    kind: Kind,
    values: Record<string, Parameter> = {},
    { seconds = LIFETIME, ending = '' } = {},
  ): Promise<string> {
    const { now, nowPlus } = sql.dialect;
    const id = newId();
    const given = { id, kind, ...values };
    await sql.execute(
      `INSERT INTO system_message (${Object.keys(given).join(', ')}, next_at, expires_at, created_at)
       VALUES (${placeholders(Object.keys(given).length)}, ${now}, ${nowPlus}, ${now}) ${ending}`,
      [...Object.values(given), seconds],
    );
    return id;
  }

  /** Queues a notice, unless one about the same channel waits for this one already. */
  async enqueueNotice(sql: Sql, channelId: string, aboutId: string, payload: object): Promise<void> {
    const values = { channel_id: channelId, about_channel_id: aboutId, payload: JSON.stringify(payload) };
    await this.enqueue(sql, 'notice', values, { ending: sql.dialect.keepExisting('system_message') });
  }

  /**
   * Claims at most `limit` due messages by the index `system_message_due`. The lease outlasts the longest attempt, so nobody renews it: when
   * the process dies, its messages are due again.
   */
  async claimDue(kind: Kind, limit: number): Promise<QueuedMessage[]> {
    const { now, byIndex, secondsBetween, unixSeconds } = this.database.dialect;
    const due = await this.database.query<{ id: string }>(
      `SELECT id FROM system_message ${byIndex('system_message_due')} WHERE kind = ? AND next_at <= ${now}
       ORDER BY next_at, id LIMIT ${LOOKED_AT}`,
      [kind],
    );
    if (due.length === 0) return [];
    const claim = newId();
    const dueIds = due.map(({ id }) => id);
    const ids = await this.database.transaction((sql) => this.lease(sql, dueIds, claim, limit));
    if (ids.length === 0) return [];
    return this.database.query<QueuedMessage>(
      `SELECT m.*, (m.expires_at <= ${now}) AS expired, ${unixSeconds('m.expires_at')} AS expires,
         ${secondsBetween('m.created_at', now)} AS age, c.type, c.settings, c.state,
         (u.disabled_at IS NOT NULL) AS user_disabled,
         (c.enabled = 1 AND c.state IN ('ok', 'failing') AND u.disabled_at IS NULL) AS usable,
         ${secondsBetween(now, 'c.blocked_until')} AS paused_for, (a.state = 'disabled') AS about_disabled
       FROM system_message m LEFT JOIN channel c ON c.id = m.channel_id LEFT JOIN user u ON u.id = c.user_id
         LEFT JOIN channel a ON a.id = m.about_channel_id
       WHERE m.id IN (${placeholders(ids.length)}) AND m.claim_id = ?`,
      [...ids, claim],
    );
  }

  /** A condition: whether a message of these kinds is due. Index: `system_message_due`. */
  anyDue(kinds: Kind[]): string {
    const { now, byIndex } = this.database.dialect;
    const any = (kind: Kind) =>
      `EXISTS (SELECT 1 FROM system_message ${byIndex('system_message_due')} WHERE kind = '${kind}' AND next_at <= ${now})`;
    return kinds.map(any).join(' OR ');
  }

  /** Makes a message due again, unless its claim was lost meanwhile. @param counts whether there was an attempt */
  async postpone(sql: Sql, { id, claim_id }: QueuedMessage, seconds: number, counts: boolean): Promise<void> {
    await sql.execute(
      `UPDATE system_message SET claim_id = NULL, attempts = attempts - ?, next_at = ${sql.dialect.nowPlus}
       WHERE id = ? AND claim_id = ?`,
      [counts ? 0 : 1, seconds, id, claim_id],
    );
  }

  /** A claimed message was sent, or never will be. Limits count mails and reports. @returns false when the claim was lost meanwhile */
  async finish(sql: Sql, message: QueuedMessage): Promise<boolean> {
    if (message.kind === 'notice') return this.delete(sql, message);
    const changed = await sql.execute(
      'UPDATE system_message SET claim_id = NULL, next_at = NULL WHERE id = ? AND claim_id = ?',
      [message.id, message.claim_id],
    );
    return changed > 0;
  }

  /** Deletes a claimed message: no limit counts it. @returns false when the claim was lost meanwhile */
  async delete(sql: Sql, { id, claim_id }: QueuedMessage): Promise<boolean> {
    return (await sql.execute('DELETE FROM system_message WHERE id = ? AND claim_id = ?', [id, claim_id])) > 0;
  }

  /** No confirmation mail that is queued for these channels is sent. The rows stay, because limits count them. */
  async withdrawConfirmations(sql: Sql, channelIds: string[]): Promise<void> {
    await sql.execute(
      `UPDATE system_message SET next_at = NULL, claim_id = NULL
       WHERE channel_id IN (${placeholders(channelIds.length)}) AND kind = 'confirmation' AND next_at IS NOT NULL`,
      channelIds,
    );
  }

  /** Nothing that is queued about these channels is sent: they are about to be deleted. */
  async forgetChannels(sql: Sql, channelIds: string[]): Promise<void> {
    const given = JSON.stringify(channelIds.map((id) => [id]));
    await sql.execute(sql.dialect.deleteGiven('system_message', { about_channel_id: 'text' }, 'system_message_once'), [
      given,
    ]);
    await this.withdrawConfirmations(sql, channelIds);
  }

  /** Messages that were queued within so many seconds, finished or not, and seconds until the oldest of them is older; at least 1. */
  async countWithin(sql: Sql, seconds: number, where: Where): Promise<{ messages: number; secondsLeft: number }> {
    const { now, nowPlus, secondsBetween } = sql.dialect;
    const [row] = await sql.query<{ messages: number | string; age: number | string | null }>(
      `SELECT COUNT(*) AS messages, ${secondsBetween('MIN(created_at)', now)} AS age FROM system_message
       WHERE ${conditionOf(where)} AND created_at > ${nowPlus}`,
      [...Object.values(where), -seconds],
    );
    return { messages: Number(row!.messages), secondsLeft: Math.max(1, seconds - Number(row!.age ?? 0)) };
  }

  /** Deletes finished messages that are older: no limit counts them any more. */
  async deleteFinished(sql: Sql, seconds: number, where: Where): Promise<void> {
    await sql.execute(
      `DELETE FROM system_message WHERE ${conditionOf(where)} AND next_at IS NULL AND created_at <= ${sql.dialect.nowPlus}`,
      [...Object.values(where), -seconds],
    );
  }

  /**
   * Counts one mail in the current hour of the clock. Locks the row of the hour: requests wait here for each other's transactions.
   * @returns the hour since 1970, how many mails it has now, and when it ends
   */
  async countInHour(sql: Sql): Promise<{ hour: number; mails: number; secondsLeft: number }> {
    const { now, unixSeconds, onDuplicate } = sql.dialect;
    const [time] = await sql.query<{ seconds: number | string }>(`SELECT ${unixSeconds(now)} AS seconds`);
    const seconds = Number(time!.seconds);
    const hour = Math.floor(seconds / HOUR);
    await sql.execute(
      `INSERT INTO confirmation_hour (hour, mails) VALUES (?, 1) ${onDuplicate(['hour'], { mails: 'confirmation_hour.mails + 1' })}`,
      [hour],
    );
    const [row] = await sql.query<{ mails: number }>('SELECT mails FROM confirmation_hour WHERE hour = ?', [hour]);
    const { mails } = row!;
    if (mails === 1) await sql.execute('DELETE FROM confirmation_hour WHERE hour < ?', [hour - KEPT_HOURS]);
    return { hour, mails, secondsLeft: HOUR - (seconds % HOUR) };
  }

  /**
   * Locks by the primary key alone: a range of the index `system_message_due` would lock the first row of the next kind too, whose claim would
   * skip it.
   * @returns the ids of the rows that were claimed; rows that another process has locked are skipped
   */
  private async lease(sql: Sql, due: string[], claim: string, limit: number): Promise<string[]> {
    const { now, nowPlus, byIndex, forUpdateSkipLocked } = sql.dialect;
    const rows = await sql.query<{ id: string }>(
      `SELECT id FROM system_message ${byIndex('PRIMARY')} WHERE id IN (${placeholders(due.length)}) AND next_at <= ${now}
       LIMIT ${limit} ${forUpdateSkipLocked}`,
      due,
    );
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0)
      await sql.execute(
        `UPDATE system_message SET claim_id = ?, attempts = attempts + 1, next_at = ${nowPlus} WHERE id IN (${placeholders(ids.length)})`,
        [claim, LEASE_SECONDS, ...ids],
      );
    return ids;
  }
}
