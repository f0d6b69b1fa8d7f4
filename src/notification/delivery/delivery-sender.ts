import { Injectable, Logger } from '@nestjs/common';
import { fromPlugin } from '../../common/plugin/plugins';
import { SecretError } from '../../common/secret-box';
import { ChannelSettingsService } from '../channel-state/channel-settings.service';
import { INTERNAL_ERROR, type Outcome, type Channel } from '../providers/channel';
import type { ClaimedDelivery } from './claimed-delivery';
import { DeliveryMetrics } from './delivery.metrics';
import { MessageBuilder } from './message-builder';
import type { UpdateLines } from './update-lines';

const UNREADABLE = 'The stored settings of the channel cannot be read';

/** Builds the message of a delivery and sends it through its channel. */
@Injectable()
export class DeliverySender {
  private readonly logger = new Logger(DeliverySender.name);

  constructor(
    private readonly settings: ChannelSettingsService,
    private readonly messages: MessageBuilder,
    private readonly metrics: DeliveryMetrics,
  ) {}

  /** Never throws. @returns the outcome, and how long it took */
  async send(
    channel: Channel,
    delivery: ClaimedDelivery,
    update: UpdateLines,
    sentAt: Date,
  ): Promise<{ outcome: Outcome; ms: number }> {
    const start = performance.now();
    const outcome = await this.attempt(channel, delivery, update, sentAt);
    const ms = performance.now() - start;
    this.metrics.attempted(delivery.type, outcome.kind, ms / 1_000);
    return { outcome, ms };
  }

  private async attempt(
    channel: Channel,
    delivery: ClaimedDelivery,
    update: UpdateLines,
    sentAt: Date,
  ): Promise<Outcome> {
    try {
      const opened = this.settings.openBoth(channel, delivery.channel_id, delivery.channel_settings!);
      const message = await this.messages.build(update, channel.recipient?.(opened.settings));
      return await channel.send({
        id: delivery.digest_id ?? delivery.id,
        attempt: delivery.attempts,
        ...opened,
        message,
        sentAt,
      });
    } catch (error) {
      // The operator's mistake does not count as an attempt: it goes out once the key is right again.
      if (error instanceof SecretError)
        return { kind: 'retry', transport: true, code: error.reason, reason: UNREADABLE };
      // A mistake of ours must not lose the message.
      const { id, type } = delivery;
      this.logger.error({ msg: 'channel failed', delivery: id, type, ...fromPlugin(channel), err: error });
      return INTERNAL_ERROR;
    }
  }
}
