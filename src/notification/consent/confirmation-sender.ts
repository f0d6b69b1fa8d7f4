import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { SecretError } from '../../common/secret-box';
import { firstCharacters } from '../../common/text';
import { Database } from '../../database/database';
import { recordPersistently } from '../../database/leased-rows';
import { ChannelStore } from '../channel-store';
import { EmailChannel } from '../channels/email.channel';
import type { Outcome } from '../channels/outcome';
import { DueWork } from '../due-work';
import { nextAttemptIn } from '../retry-schedule';
import { confirmationLetter } from './confirmation-letter';
import { type ClaimedMail, ConfirmationMails } from './confirmation-mails';
import { ConsentLinks } from './consent-links';
import { ConsentTokens } from './consent-tokens';

const AT_ONCE = 5;

/** Sends the confirmation mails that are due. A death at any moment costs at most the lease; an outage of the relay, nothing. */
@Injectable()
export class ConfirmationSender implements OnModuleDestroy {
  private readonly logger = new Logger(ConfirmationSender.name);
  private readonly work = new DueWork<ClaimedMail>(
    () => this.mails.claim(AT_ONCE),
    (mail) => this.handle(mail),
    (mail, err) => this.logger.error({ msg: 'confirmation mail failed', channel: mail.channel_id, err }),
  );

  constructor(
    private readonly database: Database,
    private readonly mails: ConfirmationMails,
    private readonly store: ChannelStore,
    private readonly email: EmailChannel,
    private readonly links: ConsentLinks,
    private readonly tokens: ConsentTokens,
  ) {}

  /** Sends until nothing is due any more. */
  sendDue(): Promise<void> {
    return this.work.run();
  }

  onModuleDestroy(): Promise<void> {
    return this.work.stop();
  }

  private async handle(mail: ClaimedMail): Promise<void> {
    if (mail.expired || mail.user_disabled || mail.type === null || mail.state !== 'unconfirmed')
      return this.drop(mail);
    const outcome = await this.send(mail, mail.type);
    if (outcome === null) return this.drop(mail);
    const nextIn = outcome.kind === 'retry' ? nextAttemptIn('email', mail.attempts, outcome, mail.age) : null;
    await recordPersistently(this.database, async (sql) => {
      const held = await this.mails.finish(sql, mail, nextIn, outcome.transport !== true);
      if (!held || nextIn !== null || outcome.kind === 'ok') return;
      const reason = `the confirmation mail was not accepted: ${outcome.reason ?? outcome.kind}`;
      await sql.execute(`UPDATE channel SET state_reason = ? WHERE id = ? AND state = 'unconfirmed'`, [
        firstCharacters(reason, 500),
        mail.channel_id,
      ]);
    });
  }

  /** null: the channel has another address by now. */
  private async send(mail: ClaimedMail, type: string): Promise<Outcome | null> {
    try {
      const address = this.store.recipientOf({ id: mail.channel_id, type, settings: mail.settings });
      if (address === null || this.tokens.addressKey(address) !== mail.address_key) return null;
      const url = this.links.confirm(mail.channel_id, address, Number(mail.expires));
      return await this.email.sendTo(address, { id: `c-${mail.id}`, ...confirmationLetter(url, this.links.origin) });
    } catch (error) {
      // The operator's mistake: it goes out when the key is right again.
      if (error instanceof SecretError) return { kind: 'retry', transport: true, reason: error.message };
      throw error;
    }
  }

  private async drop(mail: ClaimedMail): Promise<void> {
    await this.mails.finish(this.database, mail, null, false);
  }
}
