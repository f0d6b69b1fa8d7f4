import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../database/database';
import { PolicyRepository } from '../../favorite/policy/policy.repository';
import { EvaluationService } from '../../favorite/store/evaluation.service';
import { DeliveryRepository } from '../delivery/delivery.repository';
import { DigestScheduler } from '../delivery/digest/digest-scheduler';
import { NotificationWriter } from '../delivery/notification.writer';

/** What changes of a channel do to deliveries and favorites, in the transaction that has locked the channel. */
@Injectable()
export class ChannelEffects {
  constructor(
    private readonly deliveries: DeliveryRepository,
    private readonly digests: DigestScheduler,
    private readonly notifications: NotificationWriter,
    private readonly policies: PolicyRepository,
    private readonly evaluation: EvaluationService,
  ) {}

  /** Updates that could not be sent while there was no usable channel are announced through this one. */
  async added(sql: Transaction, userId: string): Promise<void> {
    await this.notifications.forgetFailures(sql, userId);
    await this.evaluation.recheckUnnotified(sql, userId);
  }

  /** The next check announces updates that were found while the address was unconfirmed. */
  async confirmed(sql: Transaction, userId: string, id: string): Promise<void> {
    await this.deliveries.releaseOfChannel(sql, id);
    await this.evaluation.recheckUnnotified(sql, userId);
  }

  timingChanged(sql: Transaction, id: string): Promise<void> {
    return this.digests.channelChanged(sql, id);
  }

  async switchedOff(sql: Transaction, id: string, reason = 'the channel was switched off'): Promise<void> {
    await this.deliveries.cancelOfChannel(sql, id, reason);
  }

  deleted(sql: Transaction, userId: string, id: string): Promise<void> {
    return this.policies.removeChannel(sql, userId, id);
  }

  /** After the transaction: nothing else waits for what may be many. */
  afterDeletion(id: string): Promise<void> {
    return this.deliveries.cancelOfDeleted(id);
  }
}
