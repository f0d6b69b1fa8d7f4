import { Injectable, Logger } from '@nestjs/common';
import { firstCharacters } from 'small-parts';
import type { Transaction } from '../../database/database';
import { ChannelSettingsService } from '../channel-state/channel-settings.service';
import { ChannelRepository } from '../channel-state/channel.repository';
import { ConsentLinks } from '../link/signed-links';
import type { Outcome, RetryProfile } from '../providers/channel';
import { EmailChannel } from '../providers/email.channel';
import { html } from '../rendering/html';
import { INLINE, mailButton, mailFrame } from '../rendering/mail-frame';
import type { Skipped, SystemMessageKind } from './system-message';
import { DAY, LIFETIME, type QueuedMessage } from './system-message.repository';

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
  ) {}

  async send(mail: QueuedMessage): Promise<Outcome | Skipped> {
    const { channel_id, type, settings, address_key: key } = mail;
    if (mail.user_disabled || type === null || mail.state !== 'unconfirmed') return { skip: 'finish' };
    const id = channel_id!;
    const address = this.settings.recipientOf({ id, type, settings: settings! });
    // The channel may have another address by now.
    if (address === null || this.links.addressKey(address) !== key) return { skip: 'finish' };
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

/**
 * The mail that asks the owner of an address for consent. It contains no text of users: otherwise they could write to strangers in our
 * name.
 */
export function confirmationContent(url: string, origin: string): { subject: string; text: string; html: string } {
  const subject = 'Please confirm your e-mail address';
  const asked = (where: string) =>
    `Someone asked at ${where} to receive software update notifications at this address.`;
  const yes = 'If this was you, open this page and confirm:';
  const no = 'If this was not you, ignore this e-mail. You will not hear from us unless someone asks again.';
  const until = `The link works for ${LIFETIME / DAY} days. If you receive several of these, use the newest: the others stop working.`;
  const body = html`<h1 class="ink" style="${INLINE.h1}">${subject}</h1>
    <p style="${INLINE.p}">${asked(new URL(origin).host)}</p>
    <p style="${INLINE.p}">${yes}</p>
    ${mailButton('Confirm my address', url)}
    <p style="margin:0">${until}</p>`;
  return {
    subject,
    text: [subject, asked(origin), yes, url, until, no].join('\n\n') + '\n',
    html: mailFrame(subject, body, html`${no}`).source,
  };
}
