import { Logger } from '@nestjs/common';
import { Links } from '../../api/endpoint/links';
import type { OutgoingHttp } from '../../common/outgoing-http/outgoing-http';
import type { Config } from '../../config/config';
import type { Outcome, RetryProfile } from '../providers/channel';
import type { EmailChannel } from '../providers/email.channel';
import { exchange } from '../providers/http-channel';
import { webhookBody } from '../providers/webhook.channel';
import type { Message } from '../rendering/message';
import type { Skipped, SystemMessageKind } from './system-message';
import type { Kind, QueuedMessage } from './system-message.repository';

/** A kind of message to the operator at OPERATOR_CHANNEL_URL. */
export abstract class OperatorMessages implements SystemMessageKind {
  abstract readonly kind: Kind;
  readonly concurrency = 2;
  /** The address is the operator's own, who can repair it meanwhile. */
  readonly retriesRefusals = true;
  protected readonly links: Links;
  private readonly logger = new Logger('OperatorReports');

  constructor(
    protected readonly config: Config,
    private readonly email: EmailChannel,
    private readonly http: OutgoingHttp,
  ) {
    this.links = Links.withoutRequest(config);
  }

  /** Queues what the operator is to be told. */
  protected abstract enqueueNew(): Promise<void>;

  /** @returns null when it is true no more */
  protected abstract messageOf(report: QueuedMessage): Promise<Message | null>;

  /** Without an address nothing counts as reported, so all of it is reported once there is one. */
  async prepare(): Promise<boolean> {
    if (this.config.operatorChannelUrl === null) return false;
    await this.enqueueNew();
    return true;
  }

  async send(report: QueuedMessage): Promise<Outcome | Skipped> {
    const message = await this.messageOf(report);
    // As if there had been none: the next one need not wait for it.
    if (message === null) return { skip: 'delete' };
    const { id } = report;
    const channel = this.config.operatorChannelUrl!;
    if (channel.kind === 'email') return this.email.send({ id, attempt: 1, settings: channel, message });
    const headers = {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(Date.now() / 1_000)),
    };
    const { url } = channel;
    return exchange(this.http, { method: 'POST', url, headers, body: webhookBody(message), trusted: true });
  }

  retryProfileOf(): RetryProfile {
    return this.config.operatorChannelUrl!.kind === 'email' ? 'email' : 'http';
  }

  logFailure({ id: report }: QueuedMessage, { code, reason }: Outcome, isFinal: boolean): void {
    if (isFinal) this.logger.error({ msg: 'operator not told', report, code });
    else this.logger.warn({ msg: 'operator not told yet', report, code, reason });
  }

  logError({ id: report }: QueuedMessage, err: unknown): void {
    this.logger.error({ msg: 'report to the operator failed', report, err });
  }
}
