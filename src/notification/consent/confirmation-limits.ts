import { Injectable, Logger } from '@nestjs/common';
import { Problem } from '../../common/problem/problem';
import { Config } from '../../config/config';
import type { Sql } from '../../database/database';

const HOUR = 3_600;
const DAY = 86_400;
/** Mails in a day: nobody may use the service to flood strangers, or one stranger, however many channels and users take part. */
const A_DAY = { user_id: 10, channel_id: 3, mailbox_key: 5 };
/** Hours for which a count is kept. */
const KEPT_HOURS = 24;

type Counted = keyof typeof A_DAY;

/** What each limit is called in a problem. */
const NAMES: Record<Counted, string> = { user_id: 'user', channel_id: 'channel', mailbox_key: 'e-mail address' };

/** The slots of a mailbox, of which each mail takes one: `ConfirmationMails` writes them. */
export const SLOTS_OF_MAILBOX = A_DAY.mailbox_key;

/**
 * How many confirmation mails may be requested. Every request counts, and counts stay in rows when a channel is deleted: replicas and
 * restarts change nothing.
 */
@Injectable()
export class ConfirmationLimits {
  private readonly logger = new Logger(ConfirmationLimits.name);
  /** The hour whose end of mails this process has logged. */
  private loggedHour = 0;

  constructor(private readonly config: Config) {}

  /**
   * The transaction holds the user and the channel: two requests at a time are counted one after the other.
   * @throws Problem 429
   */
  async demandTurn(sql: Sql, userId: string, channelId: string): Promise<void> {
    await this.demand(sql, 'user_id', userId);
    await this.demand(sql, 'channel_id', channelId);
  }

  /** Gives back the slots of a mailbox whose mails are a day old. Ended mails only: the others still have to go out. */
  async freeSlots(sql: Sql, keys: { mailbox_key: string; address_key: string }): Promise<void> {
    for (const [column, key] of Object.entries(keys))
      await sql.execute(
        `DELETE FROM confirmation_mail WHERE ${column} = ? AND next_at IS NULL AND created_at <= ${sql.dialect.nowPlus}`,
        [key, -DAY],
      );
  }

  /** @throws Problem 429 for a mailbox that has no free slot */
  async refuseMailbox(sql: Sql, mailboxKey: string): Promise<never> {
    throw await this.tooMany(sql, 'mailbox_key', mailboxKey);
  }

  /**
   * Counts one mail for the whole installation. Requests wait here for each other until their transactions end, so this comes last.
   * @throws Problem 429 when the mails of this hour are used up
   */
  async takeOfHour(sql: Sql): Promise<void> {
    const { now, unixSeconds, onDuplicate } = sql.dialect;
    const [time] = await sql.query<{ seconds: number | string }>(`SELECT ${unixSeconds(now)} AS seconds`);
    const seconds = Number(time!.seconds);
    const hour = Math.floor(seconds / HOUR);
    await sql.execute(
      `INSERT INTO confirmation_hour (hour, mails) VALUES (?, 1) ${onDuplicate(['hour'], { mails: 'confirmation_hour.mails + 1' })}`,
      [hour],
    );
    const [row] = await sql.query<{ mails: number }>('SELECT mails FROM confirmation_hour WHERE hour = ?', [hour]);
    if (row!.mails > this.config.confirmationsPerHour) throw this.usedUp(hour, HOUR - (seconds % HOUR));
    if (row!.mails === 1) await sql.execute('DELETE FROM confirmation_hour WHERE hour < ?', [hour - KEPT_HOURS]);
  }

  private usedUp(hour: number, wait: number): Problem {
    if (this.loggedHour !== hour) {
      this.loggedHour = hour;
      const limit = this.config.confirmationsPerHour;
      this.logger.warn({ msg: 'confirmation mails of this hour are used up', limit });
    }
    const detail = 'This service has sent as many confirmation mails as it may in one hour. Try again later.';
    return new Problem('too-many-requests', detail, [], { 'Retry-After': String(wait) });
  }

  private async demand(sql: Sql, column: Counted, value: string): Promise<void> {
    const rows = await sql.query(
      `SELECT id FROM confirmation_mail WHERE ${column} = ? AND created_at > ${sql.dialect.nowPlus} LIMIT ${A_DAY[column]}`,
      [value, -DAY],
    );
    if (rows.length >= A_DAY[column]) throw await this.tooMany(sql, column, value);
  }

  private async tooMany(sql: Sql, column: Counted, value: string): Promise<Problem> {
    const { now, nowPlus, secondsBetween } = sql.dialect;
    const [row] = await sql.query<{ age: number | string | null }>(
      `SELECT ${secondsBetween('MIN(created_at)', now)} AS age FROM confirmation_mail
       WHERE ${column} = ? AND created_at > ${nowPlus}`,
      [value, -DAY],
    );
    const detail =
      `Too many confirmation mails for this ${NAMES[column]}. At most ${A_DAY.channel_id} are sent in a day for one channel, ` +
      `${A_DAY.mailbox_key} for one e-mail address and ${A_DAY.user_id} for one user; channels that were deleted count too.`;
    const wait = Math.max(1, DAY - Number(row?.age ?? 0));
    return new Problem('too-many-requests', detail, [], { 'Retry-After': String(wait) });
  }
}
