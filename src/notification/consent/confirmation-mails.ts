import { Injectable } from '@nestjs/common';
import { newId } from '../../common/ids';
import { Database, type Sql } from '../../database/database';
import { isDuplicateKey } from '../../database/errors';
import { type Lease, type LeasedRow, leaseDueRows, releaseRow } from '../../database/leased-rows';
import { placeholders } from '../../database/rows';
import { ConfirmationLimits, SLOTS_OF_MAILBOX } from './confirmation-limits';
import { ConsentTokens } from './consent-tokens';

const DAY = 86_400;
/** Seconds for which a link works, and for which its mail is tried. */
export const LINK_SECONDS = 7 * DAY;
const TABLE = 'confirmation_mail';

/** A confirmation mail that this process holds. */
export interface ClaimedMail extends LeasedRow {
  expired: number;
  /** Seconds since it was queued. */
  age: number;
  /** Seconds since 1970. */
  expires: number | string;
  address_key: string;
  channel_id: string;
  /** null: the channel was deleted. */
  type: string | null;
  settings: string;
  state: string;
  user_disabled: number;
}

/** Who is to be asked for what. */
export interface ConfirmationRequest {
  /** The owner of the channel. */
  userId: string;
  channelId: string;
  address: string;
}

/** The queue of confirmation mails: due time and lease are one column, and the database's clock decides, as for deliveries. */
@Injectable()
export class ConfirmationMails {
  constructor(
    private readonly database: Database,
    private readonly tokens: ConsentTokens,
    private readonly limits: ConfirmationLimits,
  ) {}

  /**
   * Queues a mail, in place of one to this channel that has not gone out yet. Its link is the only one of the channel that works from
   * then on. The transaction holds the rows of the user and of the channel.
   * @throws Problem 429 when the user, the channel, the mailbox or the installation had its mails
   */
  async request(sql: Sql, { userId, channelId, address }: ConfirmationRequest): Promise<void> {
    await this.limits.demandTurn(sql, userId, channelId);
    await this.withdraw(sql, channelId);
    const mail = await this.insert(sql, { userId, channelId, address }, await this.secondsToWork(sql, channelId));
    await sql.execute(
      'UPDATE channel SET confirmation_expires_at = (SELECT m.expires_at FROM confirmation_mail m WHERE m.id = ?) WHERE id = ?',
      [mail, channelId],
    );
    await this.limits.takeOfHour(sql);
  }

  /** A link is known by the second of its end, so each ends later than the one before it, also when both are made in one second. */
  private async secondsToWork(sql: Sql, channelId: string): Promise<number> {
    const { now, unixSeconds } = sql.dialect;
    const [row] = await sql.query<{ remaining: number | string | null }>(
      `SELECT ${unixSeconds('confirmation_expires_at')} - ${unixSeconds(now)} AS remaining FROM channel WHERE id = ?`,
      [channelId],
    );
    return Math.max(LINK_SECONDS, Number(row?.remaining ?? 0) + 1);
  }

  /** Nothing that is still queued for this channel is sent. */
  async withdraw(sql: Sql, channelId: string): Promise<void> {
    await sql.execute(
      'UPDATE confirmation_mail SET next_at = NULL, claim_id = NULL WHERE channel_id = ? AND next_at IS NOT NULL',
      [channelId],
    );
  }

  /** At most `limit` due mails, held by nobody else until the lease ends. */
  async claim(limit: number): Promise<ClaimedMail[]> {
    const lease = await leaseDueRows(this.database, TABLE, limit);
    return lease ? this.load(lease) : [];
  }

  /** @see releaseRow */
  finish(sql: Sql, mail: ClaimedMail, nextIn: number | null, counts: boolean): Promise<boolean> {
    return releaseRow(sql, TABLE, mail, nextIn, counts);
  }

  private load({ ids, claim }: Lease): Promise<ClaimedMail[]> {
    const { now, secondsBetween, unixSeconds } = this.database.dialect;
    return this.database.query<ClaimedMail>(
      `SELECT m.id, m.claim_id, m.attempts, (m.expires_at <= ${now}) AS expired,
         ${unixSeconds('m.expires_at')} AS expires,
         ${secondsBetween('m.created_at', now)} AS age, m.address_key, m.channel_id,
         c.type, c.settings, c.state, (u.disabled_at IS NOT NULL) AS user_disabled
       FROM confirmation_mail m LEFT JOIN channel c ON c.id = m.channel_id LEFT JOIN user u ON u.id = c.user_id
       WHERE m.id IN (${placeholders(ids.length)}) AND m.claim_id = ?`,
      [...ids, claim],
    );
  }

  /** @returns the id of the mail */
  private async insert(
    sql: Sql,
    { userId, channelId, address }: ConfirmationRequest,
    worksFor: number,
  ): Promise<string> {
    const [mailbox, key] = [this.tokens.mailboxKey(address), this.tokens.addressKey(address)];
    await this.limits.freeSlots(sql, { mailbox_key: mailbox, address_key: key });
    const id = newId();
    for (let slot = 1; slot <= SLOTS_OF_MAILBOX; slot++)
      if (await this.insertAt(sql, slot, [id, userId, channelId, mailbox, key], worksFor)) return id;
    return this.limits.refuseMailbox(sql, mailbox);
  }

  /** @returns false when the slot is taken: a unique key says so, whoever else is at it in this moment */
  private async insertAt(sql: Sql, slot: number, values: string[], worksFor: number): Promise<boolean> {
    const { now, nowPlus } = sql.dialect;
    try {
      await sql.execute(
        `INSERT INTO confirmation_mail (id, user_id, channel_id, mailbox_key, address_key, slot, next_at, expires_at, created_at)
         VALUES (?, ?, ?, ?, ?, ?, ${now}, ${nowPlus}, ${now})`,
        [...values, slot, worksFor],
      );
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }
}
