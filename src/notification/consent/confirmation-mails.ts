import { Injectable } from '@nestjs/common';
import { newId } from '../../common/ids';
import { Problem } from '../../common/problem/problem';
import { Database, type Sql } from '../../database/database';
import { isDuplicateKey } from '../../database/errors';
import { type Lease, type LeasedRow, leaseDueRows, releaseRow } from '../../database/leased-rows';
import { placeholders } from '../../database/rows';
import { ConsentTokens } from './consent-tokens';

const DAY = 86_400;
/** Seconds for which a link works, and for which its mail is tried. */
export const LINK_SECONDS = 7 * DAY;
/** Mails in a day: nobody may use the service to flood a stranger, however many users and channels take part. */
const A_DAY_FOR_CHANNEL = 3;
const A_DAY_FOR_ADDRESS = 5;
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

/** The queue of confirmation mails: due time and lease are one column, and the database's clock decides, as for deliveries. */
@Injectable()
export class ConfirmationMails {
  constructor(
    private readonly database: Database,
    private readonly tokens: ConsentTokens,
  ) {}

  /**
   * Queues a mail, in place of one to this channel that has not gone out yet. The transaction holds the row of the channel.
   * @throws Problem 429 when the channel or the address had its mails of the day
   */
  async request(sql: Sql, channelId: string, address: string): Promise<void> {
    await this.demandTurnOfChannel(sql, channelId);
    await this.withdraw(sql, channelId);
    const key = this.tokens.addressKey(address);
    await sql.execute(
      `DELETE FROM confirmation_mail WHERE address_key = ? AND next_at IS NULL AND created_at <= ${sql.dialect.nowPlus}`,
      [key, -DAY],
    );
    for (let slot = 1; slot <= A_DAY_FOR_ADDRESS; slot++) if (await this.insert(sql, channelId, key, slot)) return;
    throw tooMany(await this.secondsUntilFree(sql, 'address_key', key));
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

  private async demandTurnOfChannel(sql: Sql, channelId: string): Promise<void> {
    const rows = await sql.query(
      `SELECT id FROM confirmation_mail WHERE channel_id = ? AND created_at > ${sql.dialect.nowPlus}`,
      [channelId, -DAY],
    );
    if (rows.length >= A_DAY_FOR_CHANNEL) throw tooMany(await this.secondsUntilFree(sql, 'channel_id', channelId));
  }

  /** @returns false when the slot is taken: a unique key says so, whoever else is at it in this moment */
  private async insert(sql: Sql, channelId: string, key: string, slot: number): Promise<boolean> {
    const { now, nowPlus } = sql.dialect;
    try {
      await sql.execute(
        `INSERT INTO confirmation_mail (id, channel_id, address_key, slot, next_at, expires_at, created_at)
         VALUES (?, ?, ?, ?, ${now}, ${nowPlus}, ${now})`,
        [newId(), channelId, key, slot, LINK_SECONDS],
      );
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  private async secondsUntilFree(sql: Sql, column: 'address_key' | 'channel_id', value: string): Promise<number> {
    const { now, nowPlus, secondsBetween } = sql.dialect;
    const [row] = await sql.query<{ age: number | string | null }>(
      `SELECT ${secondsBetween('MIN(created_at)', now)} AS age FROM confirmation_mail
       WHERE ${column} = ? AND created_at > ${nowPlus}`,
      [value, -DAY],
    );
    return Math.max(1, DAY - Number(row?.age ?? 0));
  }
}

function tooMany(wait: number): Problem {
  const detail = `At most ${A_DAY_FOR_CHANNEL} confirmation mails a day for a channel, and ${A_DAY_FOR_ADDRESS} for an address.`;
  return new Problem('too-many-requests', detail, [], { 'Retry-After': String(wait) });
}
