import { Injectable } from '@nestjs/common';
import { ConfirmationSender } from './consent/confirmation-sender';
import { NoticeSender } from './notices/notice-sender';
import { OperatorSender } from './operator/operator-sender';

/** What the service sends on its own account, beside the notifications. */
@Injectable()
export class ServiceMessages {
  constructor(
    private readonly confirmations: ConfirmationSender,
    private readonly notices: NoticeSender,
    private readonly operator: OperatorSender,
  ) {}

  /** Sends what is due of each kind; a slow receiver of one keeps no other kind waiting. */
  async sendDue(): Promise<void> {
    await Promise.all([this.confirmations.sendDue(), this.notices.sendDue(), this.operator.sendDue()]);
  }
}
