import { Injectable } from '@nestjs/common';
import { AdvisoryImportRepository } from '../../advisory/store/advisory-import.repository';
import { OutgoingHttp } from '../../common/outgoing-http/outgoing-http';
import { toApiTimestamp } from '../../common/time/utc-timestamp';
import { Config } from '../../config/config';
import { Database } from '../../database/database';
import { EmailChannel } from '../providers/email.channel';
import type { Message } from '../rendering/message';
import { OperatorMessages } from './operator-messages';
import { LIFETIME, type QueuedMessage, SystemMessageRepository } from './system-message.repository';

/** Reports of imports of knowledge that are held until the operator accepts them: one for each provider, and again after a week. */
@Injectable()
export class HeldKnowledgeReports extends OperatorMessages {
  readonly kind = 'held';

  constructor(
    config: Config,
    private readonly database: Database,
    private readonly repository: SystemMessageRepository,
    private readonly imports: AdvisoryImportRepository,
    email: EmailChannel,
    http: OutgoingHttp,
  ) {
    super(config, email, http);
  }

  protected async enqueueNew(): Promise<void> {
    // Saves the transaction: most of the time there is nothing to report.
    if ((await this.imports.unreported(this.database)).length > 0) await this.enqueue();
  }

  /** Marks the imports and queues the reports in one transaction. Another process waits for the rows, and then finds them marked. */
  private enqueue(): Promise<void> {
    return this.database.transaction(async (sql) => {
      const providers = await this.imports.unreported(sql, sql.dialect.forUpdate);
      if (providers.length === 0) return;
      for (const provider of providers)
        await this.repository.enqueue(sql, this.kind, { payload: JSON.stringify({ provider }) });
      await this.imports.noteReported(sql, providers);
      await this.repository.deleteFinished(sql, LIFETIME, { kind: this.kind });
    });
  }

  protected async messageOf({ payload, created_at }: QueuedMessage): Promise<Message | null> {
    const { provider } = JSON.parse(payload!) as { provider: string };
    const reason = (await this.imports.held()).get(provider);
    if (reason === undefined) return null;
    return {
      kind: 'knowledge.held',
      timestamp: toApiTimestamp(created_at),
      updates: [],
      total: 1,
      knowledge: { provider, reason },
      page: this.config.web ? this.links.app('operator') : null,
      links: {},
    };
  }
}
