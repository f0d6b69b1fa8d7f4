import { Injectable, Logger } from '@nestjs/common';
import { Links } from '../../common/api/links';
import { OutgoingHttp } from '../../common/outgoing-http/outgoing-http';
import { toApiTimestamp } from '../../common/time/utc-timestamp';
import { Config } from '../../config/config';
import { Database } from '../../database/database';
import { FailingSourceRepository } from '../../source/polling/failing-source.repository';
import type { RetryProfile } from '../providers/channel';
import { EmailChannel } from '../providers/email.channel';
import { exchange } from '../providers/http-exchange';
import type { Outcome } from '../providers/outcome';
import { webhookBody } from '../providers/webhook.channel';
import type { Message } from '../rendering/message';
import type { Skipped, SystemMessageKind } from './system-message';
import { LIFETIME, type QueuedMessage, SystemMessageRepository } from './system-message.repository';

/** Seconds from one report to the next: what fails meanwhile is reported together. */
const PAUSE = 6 * 3_600;
/** Sources that a report names: more than fit into a webhook, and than anybody reads in a mail. */
const NAMED_AT_MOST = 100;

/** Reports of sources that have failed for a day, to the operator at OPERATOR_CHANNEL_URL. */
@Injectable()
export class OperatorReports implements SystemMessageKind {
  readonly kind = 'report';
  readonly concurrency = 2;
  /** The address is the operator's own, who can repair it meanwhile. */
  readonly retriesRefusals = true;
  private readonly logger = new Logger(OperatorReports.name);
  private readonly links: Links;

  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly repository: SystemMessageRepository,
    private readonly failing: FailingSourceRepository,
    private readonly email: EmailChannel,
    private readonly http: OutgoingHttp,
  ) {
    this.links = Links.withoutRequest(config);
  }

  /** Without an address no source counts as reported, so all of them are reported once there is one. */
  async prepare(): Promise<boolean> {
    if (this.config.operatorChannel === null) return false;
    // Saves the transaction: most of the time there is nothing to report.
    if (await this.failing.hasUnreported()) await this.enqueue();
    return true;
  }

  async send(report: QueuedMessage): Promise<Outcome | Skipped> {
    const message = await this.messageOf(report);
    // As if there had been none: the next one need not wait for it.
    if (message.total === 0) return { skip: 'delete' };
    const { id } = report;
    const channel = this.config.operatorChannel!;
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
    return this.config.operatorChannel!.kind === 'email' ? 'email' : 'http';
  }

  logFailure({ id: report }: QueuedMessage, { code, reason }: Outcome, isFinal: boolean): void {
    if (isFinal) this.logger.error({ msg: 'operator not told', report, code });
    else this.logger.warn({ msg: 'operator not told yet', report, code, reason });
  }

  logError({ id: report }: QueuedMessage, err: unknown): void {
    this.logger.error({ msg: 'report to the operator failed', report, err });
  }

  /** Marks the sources and queues the report in one transaction, unless there was a report lately. */
  private enqueue(): Promise<void> {
    return this.database.transaction(async (sql) => {
      // Locked first: another process that is about to queue a report waits here, and then finds this one.
      const hosts = await this.failing.lockUnreported(sql);
      if (hosts.length === 0) return;
      const { messages: lately } = await this.repository.countWithin(sql, PAUSE, { kind: this.kind });
      if (lately > 0) return;
      const id = await this.repository.enqueue(sql, this.kind);
      await this.failing.addToReport(sql, id, hosts);
      await this.repository.deleteFinished(sql, LIFETIME, { kind: this.kind });
    });
  }

  private async messageOf({ id, created_at }: QueuedMessage): Promise<Message> {
    const { sources, total } = await this.failing.ofReport(id, NAMED_AT_MOST);
    return {
      kind: 'source.failing',
      timestamp: toApiTimestamp(created_at),
      updates: [],
      total,
      sources: sources.map((source) => ({
        software: { id: source.software_id, name: source.name },
        type: source.type,
        failingSince: toApiTimestamp(source.failing_since),
        lastError: source.last_error ?? '',
        links: { software: this.links.software(source.software_id) },
      })),
      links: {},
    };
  }
}
