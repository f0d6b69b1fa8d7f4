import { Injectable } from '@nestjs/common';
import { ConfirmationSender } from './consent/confirmation-sender';
import { NoticeSender } from './notices/notice-sender';

/** What the service sends on its own account, beside the notifications. */
@Injectable()
export class ServiceMessages {
  constructor(
    private readonly confirmations: ConfirmationSender,
    private readonly notices: NoticeSender,
  ) {}

  /** Sends what is due of each kind; a slow receiver of one keeps no other kind waiting. */
  async sendDue(): Promise<void> {
    await Promise.all([this.confirmations.sendDue(), this.notices.sendDue()]);
  }
}
