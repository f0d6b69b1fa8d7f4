import { Injectable, Logger } from '@nestjs/common';
import { firstCharacters } from '../../common/text';
import type { Transaction } from '../../database/database';
import { ChannelRepository } from '../channel-state/channel.repository';
import { ChannelSettingsService } from '../channel-state/channel-settings.service';
import { ConsentLinks, ConsentTokens } from '../link/consent-links';
import type { RetryProfile } from '../providers/channel';
import { EmailChannel } from '../providers/email.channel';
import type { Outcome } from '../providers/outcome';
import { confirmationContent } from './confirmation-mail-text';
import type { Skipped, SystemMessageKind } from './system-message';
import type { QueuedMessage } from './system-message.repository';

const MAX_REASON = 500;

/** Mails that ask the owner of an address to confirm it. */
@Injectable()
export class ConfirmationMails implements SystemMessageKind {
  readonly kind = 'confirmation';
  readonly concurrency = 5;
  private readonly logger = new Logger(ConfirmationMails.name);

  constructor(
    private readonly channels: ChannelRepository,
    private readonly settings: ChannelSettingsService,
    private readonly email: EmailChannel,
    private readonly links: ConsentLinks,
    private readonly tokens: ConsentTokens,
  ) {}

  async send(mail: QueuedMessage): Promise<Outcome | Skipped> {
    const { channel_id, type, settings, address_key: key } = mail;
    if (mail.user_disabled || type === null || mail.state !== 'unconfirmed') return { skip: 'finish' };
    const id = channel_id!;
    const address = this.settings.recipientOf({ id, type, settings: settings! });
    // The channel may have another address by now.
    if (address === null || this.tokens.addressKey(address) !== key) return { skip: 'finish' };
    const url = this.links.confirm(id, address, Number(mail.expires));
    return this.email.sendTo(address, { id: `c-${mail.id}`, ...confirmationContent(url, this.links.origin) });
  }

  retryProfileOf(): RetryProfile {
    return 'email';
  }

  async recordFailure(sql: Transaction, mail: QueuedMessage, outcome: Outcome): Promise<void> {
    const reason = `the confirmation mail was not accepted: ${outcome.reason ?? outcome.kind}`;
    await this.channels.explainUnconfirmed(sql, mail.channel_id!, firstCharacters(reason, MAX_REASON));
  }

  logError({ channel_id: channel }: QueuedMessage, err: unknown): void {
    this.logger.error({ msg: 'confirmation mail failed', channel, err });
  }
}
