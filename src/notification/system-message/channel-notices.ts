import { Injectable, Logger } from '@nestjs/common';
import { Links } from '../../api/endpoint/links';
import { toApiTimestamp } from '../../common/time/utc-timestamp';
import { Config } from '../../config/config';
import type { Sql } from '../../database/database';
import { ChannelRepository } from '../channel-state/channel.repository';
import { ChannelSettingsService } from '../channel-state/channel-settings.service';
import { ConsentLinks } from '../link/signed-links';
import type { Outcome, RetryProfile } from '../providers/channel';
import { ChannelRegistry } from '../providers/channel-registry';
import type { Message } from '../rendering/message';
import type { Skipped, SystemMessageKind } from './system-message';
import { type QueuedMessage, SystemMessageRepository } from './system-message.repository';

const CHANNELS_AT_MOST = 5;
/** Seconds until a notice through a type that only a newer version knows is tried again. */
const UNKNOWN_TYPE_PAUSE = 60;

/** What a notice says of the channel that it is about, as it was when it was switched off. */
interface Payload {
  type: string;
  name: string;
  reason: string;
}

/**
 * Notices to the owner of a channel that the service switched off, through the owner's other channels. Their outcome does not affect those
 * channels and causes no other notice.
 */
@Injectable()
export class ChannelNotices implements SystemMessageKind {
  readonly kind = 'notice';
  readonly concurrency = 8;
  private readonly logger = new Logger(ChannelNotices.name);
  private readonly links: Links;

  constructor(
    private readonly repository: SystemMessageRepository,
    private readonly channels: ChannelRepository,
    private readonly settings: ChannelSettingsService,
    private readonly registry: ChannelRegistry,
    private readonly consent: ConsentLinks,
    private readonly config: Config,
  ) {
    this.links = Links.withoutRequest(config);
  }

  /**
   * Queues a notice through the owner's other default channels, or through all others when none is a default. To be called before the channel
   * is switched off, in the transaction that has locked it: so there is one notice, however many attempts fail at the same time.
   */
  async enqueue(sql: Sql, aboutId: string, reason: string): Promise<void> {
    const others = await this.channels.otherChannels(sql, aboutId, CHANNELS_AT_MOST);
    const defaults = others.filter(({ is_default }) => is_default);
    for (const { id, about_type: type, about_name: name } of defaults.length > 0 ? defaults : others)
      await this.repository.enqueueNotice(sql, id, aboutId, { type, name, reason } satisfies Payload);
  }

  async send(notice: QueuedMessage): Promise<Outcome | Skipped> {
    // One of the two channels was changed or deleted meanwhile.
    if (!notice.usable || !notice.about_disabled) return { skip: 'finish' };
    const channel = this.registry.get(notice.type!);
    if (!channel) return { skip: 'postpone', seconds: UNKNOWN_TYPE_PAUSE };
    const seconds = Number(notice.paused_for ?? 0);
    if (seconds > 0) return { skip: 'postpone', seconds };
    const opened = this.settings.openBoth(channel, notice.channel_id!, notice.settings!);
    const message = this.messageOf(notice, channel.recipient?.(opened.settings));
    return channel.send({ id: notice.id, attempt: notice.attempts, ...opened, message });
  }

  retryProfileOf({ type }: QueuedMessage): RetryProfile {
    return this.registry.get(type!)!.retryProfile;
  }

  logFailure(notice: QueuedMessage, { code }: Outcome, isFinal: boolean): void {
    if (!isFinal) return;
    const { about_channel_id: about, channel_id: channel, type } = notice;
    this.logger.warn({ msg: 'notice about a channel not delivered', about, channel, type, code });
  }

  logError({ id }: QueuedMessage, err: unknown): void {
    this.logger.error({ msg: 'notice about a channel failed', notice: id, err });
  }

  /** @param recipient the address of the person who gets the notice and may unsubscribe */
  private messageOf(notice: QueuedMessage, recipient?: string | null): Message {
    const id = notice.about_channel_id!;
    const { type, name, reason } = JSON.parse(notice.payload!) as Payload;
    const unsubscribe = recipient && this.consent.unsubscribe(notice.channel_id!, recipient);
    return {
      kind: 'channel.disabled',
      timestamp: toApiTimestamp(notice.created_at),
      updates: [],
      total: 0,
      channel: { id, type, name, reason },
      page: this.config.web ? this.links.app(`channels/${id}`) : null,
      links: { self: this.links.channel(id), ...(unsubscribe ? { unsubscribe } : {}) },
    };
  }
}
