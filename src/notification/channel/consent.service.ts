import { Injectable } from '@nestjs/common';
import { audit } from '../../access/audit/audit.repository';
import { byLink } from '../../api/identity/actor';
import { Config } from '../../config/config';
import { Database, type Transaction } from '../../database/database';
import { ChannelRepository, type ConsentRow } from '../channel-state/channel.repository';
import { ChannelSettingsService } from '../channel-state/channel-settings.service';
import { ChannelEffects } from './channel-effects';
import { type ConsentClaim, ConsentLinks } from '../link/signed-links';
import { type ConfirmationRequest, ConfirmationService } from '../system-message/confirmation.service';

/** `valid`: it confirms; `replaced`: it did until a newer mail was requested; `invalid`: anything else. */
export type LinkState = 'valid' | 'replaced' | 'invalid';

/** A change of a channel that its owner asks for. */
export interface RecipientChange {
  id: string;
  userId: string;
  /** The address; null: the type has none. */
  before: string | null;
  after: string | null;
  state: string;
  confirmed: boolean;
  /** The channel is switched on. */
  enabling: boolean;
}

const UNSUBSCRIBED = 'unsubscribed by a link in a mail';
const UNCONFIRMED = 'waiting for the owner of the address to confirm it';

/**
 * The consent of the owner of an address: double opt-in, and unsubscribing without a login (RFC 8058). A channel without consent is
 * `unconfirmed`, or `disabled` without `confirmed_at`.
 */
@Injectable()
export class ConsentService {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
    private readonly channels: ChannelRepository,
    private readonly settings: ChannelSettingsService,
    private readonly confirmations: ConfirmationService,
    private readonly effects: ChannelEffects,
    private readonly tokens: ConsentLinks,
  ) {}

  /**
   * In the transaction that writes the channel: requests the consent for a new address, or for one that had unsubscribed.
   * @throws Problem 429 when that address was asked too often
   */
  async requestIfNeeded(sql: Transaction, change: RecipientChange): Promise<void> {
    const { id, userId, before, after, state, confirmed, enabling } = change;
    const moved = before !== after;
    if (after === null || (confirmed && !moved)) return;
    if (!moved && !enabling) return;
    if (this.config.trustEmailAddresses) {
      await this.channels.trust(sql, id);
      await this.confirmations.withdraw(sql, id);
    } else if (moved || state !== 'unconfirmed') await this.request(sql, { userId, channelId: id, address: after });
  }

  /** The transaction has locked the user and the channel. @throws Problem 429 */
  async request(sql: Transaction, request: ConfirmationRequest): Promise<void> {
    await this.channels.awaitConfirmation(sql, request.channelId, UNCONFIRMED);
    await this.confirmations.request(sql, request);
  }

  /** Whether a confirmation link works now. */
  async check(token: string): Promise<LinkState> {
    const claim = this.tokens.read('confirm', token);
    if (!claim) return 'invalid';
    return this.stateOf(
      claim,
      await this.channels.findForConsent(this.database, claim.channelId, claim.expires, false),
    );
  }

  /** @returns `valid` each time, also after the first one */
  async confirm(token: string, requestId: string): Promise<LinkState> {
    const claim = this.tokens.read('confirm', token);
    if (!claim) return 'invalid';
    return this.database.transaction(async (sql) => {
      const row = await this.channels.findForConsent(sql, claim.channelId, claim.expires, true);
      const link = this.stateOf(claim, row);
      if (link !== 'valid' || row!.state !== 'unconfirmed') return link;
      const { id, user_id: userId } = row!;
      await this.channels.confirm(sql, id);
      await this.confirmations.withdraw(sql, id);
      await this.effects.confirmed(sql, userId, id);
      await audit(sql, byLink(userId, requestId), 'channel.confirmed', id);
      return link;
    });
  }

  /** Switches the channel off if the link is ours and for the channel's current address. The caller does not learn whether it was. */
  async unsubscribe(token: string, requestId: string): Promise<void> {
    const claim = this.tokens.read('unsubscribe', token);
    if (!claim) return;
    await this.database.transaction(async (sql) => {
      const row = await this.channels.findForConsent(sql, claim.channelId, claim.expires, true);
      // Unreadable settings hide the address, but unsubscribing must work all the same.
      if (!row || !(this.isFor(claim, row) || this.isUnreadable(row))) return;
      if (row.state === 'disabled' && row.confirmed_at === null) return;
      await this.channels.unsubscribe(sql, row.id, UNSUBSCRIBED);
      await this.effects.switchedOff(sql, row.id, `the channel was switched off: ${UNSUBSCRIBED}`);
      await this.confirmations.withdraw(sql, row.id);
      await audit(sql, byLink(row.user_id, requestId), 'channel.unsubscribed', row.id);
    });
  }

  /** A channel that unsubscribed has to be switched on again first. */
  private stateOf(claim: ConsentClaim, row: ConsentRow | null): LinkState {
    if (!row || row.expired || !this.isFor(claim, row)) return 'invalid';
    if (row.state !== 'unconfirmed' && row.confirmed_at === null) return 'invalid';
    return row.newest === null || Number(row.newest) === claim.expires ? 'valid' : 'replaced';
  }

  private isFor(claim: ConsentClaim, row: ConsentRow): boolean {
    const address = this.isUnreadable(row) ? null : this.settings.recipientOf(row);
    return address !== null && this.tokens.isFor(claim, address);
  }

  private isUnreadable({ id, settings }: ConsentRow): boolean {
    return !this.settings.isReadable(id, settings);
  }
}
