import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config';
import { Database, type Sql } from '../../database/database';
import { pagesOf, placeholders } from '../../database/rows';
import { byLink } from '../../user/actor';
import { audit } from '../../user/audit/audit-log';
import { FavoriteFlags } from '../../favorite/favorite-flags';
import { ChannelStore } from '../channel-store';
import { ConfirmationMails, type ConfirmationRequest } from './confirmation-mails';
import { type ConsentClaim, ConsentTokens } from './consent-tokens';

/** What is asked of a channel's row here. */
interface ConsentRow {
  id: string;
  user_id: string;
  type: string;
  settings: string;
  state: string;
  confirmed_at: string | null;
  expired: number;
  /** The end of the newest link, in seconds since 1970; null = none is known. */
  newest: number | string | null;
}

/** `works`: it confirms; `replaced`: it did until a newer mail was requested; `invalid`: anything else. */
export type LinkState = 'works' | 'replaced' | 'invalid';

/** A change of a channel that its owner asks for. */
export interface RecipientChange {
  id: string;
  userId: string;
  /** Null: the type has none. */
  before: string | null;
  after: string | null;
  state: string;
  confirmed: boolean;
  /** It is switched on. */
  enabling: boolean;
}

const UNSUBSCRIBED = 'unsubscribed by a link in a mail';
const UNCONFIRMED = 'waiting for the owner of the address to confirm it';

/**
 * Whether the owner of an address wants what is sent there: double opt-in, and an end without a login (RFC 8058). A channel without
 * consent is `unconfirmed`, or `disabled` without `confirmed_at`.
 */
@Injectable()
export class ConsentService {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
    private readonly store: ChannelStore,
    private readonly mails: ConfirmationMails,
    private readonly tokens: ConsentTokens,
    private readonly flags: FavoriteFlags,
  ) {}

  /**
   * In the transaction that writes the channel: asks the owner of a new address, or of one that had unsubscribed.
   * @throws Problem 429 when that address was asked too often
   */
  async settle(sql: Sql, change: RecipientChange): Promise<void> {
    const { id, userId, before, after, state, confirmed, enabling } = change;
    const moved = before !== after;
    if (after === null || (confirmed && !moved)) return;
    if (!moved && !enabling) return;
    if (this.config.trustEmailAddresses) return this.trust(sql, id);
    if (moved || state !== 'unconfirmed') await this.ask(sql, { userId, channelId: id, address: after });
  }

  /** Asks again. The transaction holds the user and the channel. @throws Problem 429 */
  async ask(sql: Sql, request: ConfirmationRequest): Promise<void> {
    // What is known of the health of a channel is about the address before.
    await sql.execute(
      `UPDATE channel SET state = 'unconfirmed', state_reason = ?, confirmed_at = NULL, consecutive_failures = 0,
         refusals = 0, first_failure_at = NULL, blocked_until = NULL WHERE id = ?`,
      [UNCONFIRMED, request.channelId],
    );
    await this.mails.request(sql, request);
  }

  /** What the link is worth now. */
  async look(token: string): Promise<LinkState> {
    const claim = this.tokens.read('confirm', token);
    return claim === null ? 'invalid' : this.stateOf(claim, await this.find(this.database, claim));
  }

  /** @returns `works` each time when it does, also after the first one */
  async confirm(token: string, requestId: string): Promise<LinkState> {
    const claim = this.tokens.read('confirm', token);
    if (!claim) return 'invalid';
    return this.database.transaction(async (sql) => {
      const row = await this.find(sql, claim, sql.dialect.forUpdate);
      const link = this.stateOf(claim, row);
      if (link !== 'works' || row!.state !== 'unconfirmed') return link;
      await this.release(sql, row!);
      await audit(sql, byLink(row!.user_id, requestId), 'channel.confirmed', row!.id);
      return link;
    });
  }

  /** Switches the channel off, if the link is ours and about the address that the channel has now. Nobody is told which it was. */
  async unsubscribe(token: string, requestId: string): Promise<void> {
    const claim = this.tokens.read('unsubscribe', token);
    if (!claim) return;
    await this.database.transaction(async (sql) => {
      const row = await this.find(sql, claim, sql.dialect.forUpdate);
      if (!row || !(this.isFor(claim, row) || this.isUnreadable(row))) return;
      if (row.state === 'disabled' && row.confirmed_at === null) return;
      await this.store.disable(sql, row.id, UNSUBSCRIBED);
      await sql.execute('UPDATE channel SET confirmed_at = NULL WHERE id = ?', [row.id]);
      await this.mails.withdraw(sql, row.id);
      await audit(sql, byLink(row.user_id, requestId), 'channel.unsubscribed', row.id);
    });
  }

  private async trust(sql: Sql, id: string): Promise<void> {
    await sql.execute(
      `UPDATE channel SET confirmed_at = ${sql.dialect.now},
         state_reason = CASE WHEN state = 'unconfirmed' THEN NULL ELSE state_reason END,
         state = CASE WHEN state = 'unconfirmed' THEN 'ok' ELSE state END WHERE id = ?`,
      [id],
    );
    await this.mails.withdraw(sql, id);
  }

  /** What waited for the consent goes out, and what was found meanwhile is announced by the next check. */
  private async release(sql: Sql, row: ConsentRow): Promise<void> {
    const { now } = sql.dialect;
    await sql.execute(`UPDATE channel SET state = 'ok', state_reason = NULL, confirmed_at = ${now} WHERE id = ?`, [
      row.id,
    ]);
    await this.mails.withdraw(sql, row.id);
    const waiting = `state = 'queued' AND claim_id IS NULL AND next_at IS NOT NULL AND (held_until IS NULL OR held_until <= ${now})`;
    const rows = await sql.query<{ id: string }>(`SELECT id FROM delivery WHERE channel_id = ? AND ${waiting}`, [
      row.id,
    ]);
    for (const page of pagesOf(rows))
      await sql.execute(
        `UPDATE delivery SET next_at = ${now} WHERE id IN (${placeholders(page.length)}) AND ${waiting}`,
        page.map(({ id }) => id),
      );
    await this.flags.announceOutstanding(sql, row.user_id);
  }

  private async find(sql: Sql, claim: ConsentClaim, ending = ''): Promise<ConsentRow | undefined> {
    const { now, unixSeconds } = sql.dialect;
    const [row] = await sql.query<ConsentRow>(
      `SELECT c.id, c.user_id, c.type, c.settings, c.state, c.confirmed_at,
         (${unixSeconds(now)} >= ?) AS expired, ${unixSeconds('c.confirmation_expires_at')} AS newest
       FROM channel c WHERE c.id = ? ${ending}`,
      [claim.expires, claim.channelId],
    );
    return row;
  }

  /** A link of ours, not expired, to the address that the channel has now. One that unsubscribed has to be switched on again first. */
  private stateOf(claim: ConsentClaim, row: ConsentRow | undefined): LinkState {
    if (!row || row.expired || !this.isFor(claim, row)) return 'invalid';
    if (row.state !== 'unconfirmed' && row.confirmed_at === null) return 'invalid';
    return row.newest === null || Number(row.newest) === claim.expires ? 'works' : 'replaced';
  }

  private isFor(claim: ConsentClaim, row: ConsentRow): boolean {
    const address = this.isUnreadable(row) ? null : this.store.recipientOf(row);
    return address !== null && this.tokens.isFor(claim, address);
  }

  /** Whoever asks to be left alone is, also while nobody can tell which address the channel has. */
  private isUnreadable({ id, settings }: ConsentRow): boolean {
    return !this.store.isReadable(id, settings);
  }
}
