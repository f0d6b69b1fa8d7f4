import { Injectable, Logger } from '@nestjs/common';
import { Problem } from '../../api/problem/problem';
import { Config } from '../../config/config';
import type { Sql } from '../../database/database';
import { isDuplicateKey } from '../../database/errors';
import { ChannelRepository } from '../channel-state/channel.repository';
import { ConsentLinks } from '../link/signed-links';
import { type CountedBy, DAY, LIFETIME, SystemMessageRepository } from './system-message.repository';

/** Mails in a day: nobody can flood strangers, or one stranger, however many channels and users take part. */
const A_DAY: Record<CountedBy, number> = { user_id: 10, channel_id: 3, mailbox_key: 5 };

/** What each limit is called in a problem. */
const NAMES: Record<CountedBy, string> = { user_id: 'user', channel_id: 'channel', mailbox_key: 'e-mail address' };

/** Whose consent is asked for which channel. */
export interface ConfirmationRequest {
  /** The owner of the channel. */
  userId: string;
  channelId: string;
  address: string;
}

/**
 * Requests confirmation mails, within limits. Every request counts, also those of deleted channels. The counts are rows, so replicas and
 * restarts share them.
 */
@Injectable()
export class ConfirmationService {
  private readonly logger = new Logger(ConfirmationService.name);
  /** The hour whose exhausted limit this process has logged. */
  private loggedHour = 0;

  constructor(
    private readonly config: Config,
    private readonly messages: SystemMessageRepository,
    private readonly channels: ChannelRepository,
    private readonly tokens: ConsentLinks,
  ) {}

  /**
   * Queues a mail in place of one to this channel that has not been sent yet. From then on, only the new link confirms the channel. The
   * transaction has locked the user and the channel.
   * @throws Problem 429 when a limit of the user, the channel, the mailbox or the installation is reached
   */
  async request(sql: Sql, request: ConfirmationRequest): Promise<void> {
    const { userId, channelId } = request;
    await this.assertBelowLimit(sql, 'user_id', userId);
    await this.assertBelowLimit(sql, 'channel_id', channelId);
    await this.withdraw(sql, channelId);
    const mailId = await this.enqueue(sql, request);
    await this.channels.setConfirmationLink(sql, channelId, mailId);
    // Last, since it makes other requests wait until this transaction ends.
    await this.countInHour(sql);
  }

  /** No mail that is queued for this channel is sent. */
  async withdraw(sql: Sql, channelId: string): Promise<void> {
    await this.messages.withdrawConfirmations(sql, [channelId]);
  }

  /** A unique key on mailbox and slot keeps the limit, also between concurrent requests. @returns the id of the mail */
  private async enqueue(sql: Sql, { userId, channelId, address }: ConfirmationRequest): Promise<string> {
    const keys = { mailbox_key: this.tokens.mailboxKey(address), address_key: this.tokens.addressKey(address) };
    // A link is identified by the second in which it ends, so each ends later than the one before.
    const before = await this.channels.secondsOfConfirmationLink(sql, channelId);
    const seconds = Math.max(LIFETIME, before + 1);
    for (const [column, key] of Object.entries(keys)) await this.messages.deleteFinished(sql, DAY, { [column]: key });
    for (let slot = 1; slot <= A_DAY.mailbox_key; slot++) {
      const values = { user_id: userId, channel_id: channelId, ...keys, slot };
      try {
        return await this.messages.enqueue(sql, 'confirmation', values, { seconds });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
    }
    throw tooMany('mailbox_key', (await this.mailsOfDay(sql, 'mailbox_key', keys.mailbox_key)).secondsLeft);
  }

  /** Counts a mail to an address whose owner has not asked for it. @throws Problem 429 when there were too many in this hour */
  async countInHour(sql: Sql): Promise<void> {
    const { hour, mails, secondsLeft } = await this.messages.countInHour(sql);
    const limit = this.config.confirmationsPerHour;
    if (mails <= limit) return;
    if (this.loggedHour !== hour) this.logger.warn({ msg: 'confirmation mails of this hour are used up', limit });
    this.loggedHour = hour;
    const detail = 'This service has sent as many mails to new addresses as it may in one hour. Try again later.';
    throw new Problem('too-many-requests', detail, [], { 'Retry-After': String(secondsLeft) });
  }

  private async assertBelowLimit(sql: Sql, column: CountedBy, value: string): Promise<void> {
    const { messages, secondsLeft } = await this.mailsOfDay(sql, column, value);
    if (messages >= A_DAY[column]) throw tooMany(column, secondsLeft);
  }

  private mailsOfDay(sql: Sql, column: CountedBy, value: string) {
    return this.messages.countWithin(sql, DAY, { [column]: value, kind: 'confirmation' });
  }
}

function tooMany(column: CountedBy, secondsLeft: number): Problem {
  const detail =
    `Too many confirmation mails for this ${NAMES[column]}. At most ${A_DAY.channel_id} are sent in a day for one channel, ` +
    `${A_DAY.mailbox_key} for one e-mail address and ${A_DAY.user_id} for one user; channels that were deleted count too.`;
  return new Problem('too-many-requests', detail, [], { 'Retry-After': String(secondsLeft) });
}
