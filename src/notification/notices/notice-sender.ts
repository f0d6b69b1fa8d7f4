import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { Links } from '../../common/api/links';
import { toApiMoment } from '../../common/moment';
import { SecretError } from '../../common/secret-box';
import { Config } from '../../config/config';
import { ChannelStore } from '../channel-store';
import type { Channel } from '../channels/channel';
import type { Message } from '../channels/message';
import type { Outcome } from '../channels/outcome';
import { ConsentLinks } from '../consent/consent-links';
import { DueWork } from '../due-work';
import { nextAttemptIn } from '../retry-schedule';
import { ChannelNotices, type ClaimedNotice } from './channel-notices';

const AT_ONCE = 8;
/** Seconds until a notice through a type that only a newer version knows is looked at again. */
const UNKNOWN_TYPE_PAUSE = 60;

/**
 * Sends the notices that are due. What comes of them says nothing about the channel that they go through, and makes no other
 * notice: nothing can go round in circles.
 */
@Injectable()
export class NoticeSender implements OnModuleDestroy {
  private readonly logger = new Logger(NoticeSender.name);
  private readonly links: Links;
  private readonly work = new DueWork<ClaimedNotice>(
    () => this.notices.claim(AT_ONCE),
    (notice) => this.handle(notice),
    ({ id }, err) => this.logger.error({ msg: 'notice about a channel failed', notice: id, err }),
  );

  constructor(
    private readonly notices: ChannelNotices,
    private readonly store: ChannelStore,
    private readonly consent: ConsentLinks,
    config: Config,
  ) {
    this.links = Links.withoutRequest(config);
  }

  /** Sends until nothing is due any more. */
  sendDue(): Promise<void> {
    return this.work.run();
  }

  onModuleDestroy(): Promise<void> {
    return this.work.stop();
  }

  private async handle(notice: ClaimedNotice): Promise<void> {
    const channel = this.store.type(notice.type);
    if (!channel) return this.notices.postpone(notice, UNKNOWN_TYPE_PAUSE, false);
    if (notice.expired) return this.giveUp(notice, 'expired');
    // Somebody dealt with the one channel or with the other: that is no failure.
    if (!notice.usable || !notice.about_disabled) return this.notices.end(notice);
    const restsFor = Number(notice.rests_for ?? 0);
    if (restsFor > 0) return this.notices.postpone(notice, restsFor, false);
    await this.settle(notice, channel, await this.send(channel, notice));
  }

  private async settle(notice: ClaimedNotice, channel: Channel, outcome: Outcome): Promise<void> {
    if (outcome.kind === 'ok') return this.notices.end(notice);
    const nextIn =
      outcome.kind === 'retry' ? nextAttemptIn(channel.retryProfile, notice.attempts, outcome, notice.age) : null;
    if (nextIn === null) return this.giveUp(notice, outcome.code);
    await this.notices.postpone(notice, nextIn, outcome.transport !== true);
  }

  private async send(channel: Channel, notice: ClaimedNotice): Promise<Outcome> {
    try {
      const opened = this.store.openBoth(channel, notice.channel_id, notice.settings!);
      const message = this.messageOf(notice, channel.recipient?.(opened.settings));
      return await channel.send({ id: notice.id, attempt: notice.attempts, ...opened, message });
    } catch (error) {
      // The operator's mistake, which costs no attempt: it goes out when the key is right again.
      if (error instanceof SecretError) return { kind: 'retry', transport: true, reason: error.message };
      throw error;
    }
  }

  /** @param recipient the address of the person who gets it and may end it */
  private messageOf(notice: ClaimedNotice, recipient?: string | null): Message {
    const { about_channel_id: id, about_type: type, about_name: name, reason } = notice;
    const unsubscribe = recipient && this.consent.unsubscribe(notice.channel_id, recipient);
    return {
      kind: 'channel.disabled',
      timestamp: toApiMoment(notice.created_at),
      updates: [],
      total: 0,
      channel: { id, type, name, reason },
      links: { self: this.links.channel(id), ...(unsubscribe ? { unsubscribe } : {}) },
    };
  }

  private async giveUp(notice: ClaimedNotice, code: Outcome['code']): Promise<void> {
    const { about_channel_id: about, channel_id: channel, type } = notice;
    this.logger.warn({ msg: 'notice about a channel not delivered', about, channel, type, code });
    await this.notices.end(notice);
  }
}
