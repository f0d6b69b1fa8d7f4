import { Injectable } from '@nestjs/common';
import { OutgoingHttp } from '../../common/outgoing-http/outgoing-http';
import { toApiTimestamp } from '../../common/time/utc-timestamp';
import { Config } from '../../config/config';
import { Database } from '../../database/database';
import { FailingSourceRepository } from '../../source/polling/failing-source.repository';
import { EmailChannel } from '../providers/email.channel';
import type { Message } from '../rendering/message';
import { OperatorMessages } from './operator-messages';
import { LIFETIME, type QueuedMessage, SystemMessageRepository } from './system-message.repository';

/** Seconds from one report to the next: what fails meanwhile is reported together. */
const PAUSE = 6 * 3_600;
/** Sources that a report names: more than fit into a webhook, and than anybody reads in a mail. */
const NAMED_AT_MOST = 100;

/** Reports of sources that have failed for a day. */
@Injectable()
export class OperatorReports extends OperatorMessages {
  readonly kind = 'report';

  constructor(
    config: Config,
    private readonly database: Database,
    private readonly repository: SystemMessageRepository,
    private readonly failing: FailingSourceRepository,
    email: EmailChannel,
    http: OutgoingHttp,
  ) {
    super(config, email, http);
  }

  protected async enqueueNew(): Promise<void> {
    // Saves the transaction: most of the time there is nothing to report.
    if (await this.failing.hasUnreported()) await this.enqueue();
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

  protected async messageOf({ id, created_at }: QueuedMessage): Promise<Message | null> {
    const { sources, total } = await this.failing.ofReport(id, NAMED_AT_MOST);
    if (total === 0) return null;
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
