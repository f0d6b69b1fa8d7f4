import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { SecretError } from '../../common/secret-box';
import { Database } from '../../database/database';
import { recordPersistently } from '../../database/leased-rows';
import type { Outcome } from '../providers/outcome';
import { nextAttemptIn } from '../providers/retry-schedule';
import { ChannelNotices } from './channel-notices';
import { ConfirmationMails } from './confirmation-mails';
import { OperatorReports } from './operator-reports';
import { QueueDrainer } from './queue-drainer';
import type { Skipped, SystemMessageKind } from './system-message';
import { type QueuedMessage, SystemMessageRepository } from './system-message.repository';

const EXPIRED: Outcome = { kind: 'dead', code: 'expired' };

/** Sends what the service has to say on its own account. When a process dies, a message is sent again after its lease. */
@Injectable()
export class SystemMessageService implements OnModuleDestroy {
  private readonly drainers: QueueDrainer[];

  constructor(
    private readonly database: Database,
    private readonly repository: SystemMessageRepository,
    confirmations: ConfirmationMails,
    notices: ChannelNotices,
    reports: OperatorReports,
  ) {
    this.drainers = [this.drainerOf(confirmations), this.drainerOf(notices), this.drainerOf(reports)];
  }

  /** Sends what is due of every kind; a slow receiver delays its own kind only. */
  async sendDue(): Promise<void> {
    await Promise.all(this.drainers.map((drainer) => drainer.run()));
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.drainers.map((drainer) => drainer.stop()));
  }

  private drainerOf<Row extends QueuedMessage>(kind: SystemMessageKind<Row>): QueueDrainer {
    return new QueueDrainer(async () => {
      const messages = await this.repository.claimDue<Row>(kind.queue, kind.concurrency);
      await Promise.all(
        messages.map((message) => this.handle(kind, message).catch((error: unknown) => kind.logError(message, error))),
      );
      return messages.length;
    }, kind.prepare?.bind(kind));
  }

  private async handle<Row extends QueuedMessage>(kind: SystemMessageKind<Row>, message: Row): Promise<void> {
    const result = message.expired ? EXPIRED : await this.attempt(kind, message);
    if ('skip' in result) return this.skip(kind, message, result);
    const nextIn = nextInOf(kind, message, result);
    if (result.kind !== 'ok') kind.logFailure?.(message, result, nextIn === null);
    const isCounted = result.transport !== true;
    await recordPersistently(this.database, async (sql) => {
      if (nextIn !== null) return void (await this.repository.postpone(sql, kind.queue, message, nextIn, isCounted));
      const isOurs = await this.repository.finish(sql, kind.queue, message);
      if (isOurs && result.kind !== 'ok' && result !== EXPIRED) await kind.recordFailure?.(sql, message, result);
    });
  }

  private async attempt<Row extends QueuedMessage>(kind: SystemMessageKind<Row>, message: Row) {
    try {
      return await kind.send(message);
    } catch (error) {
      // The operator's mistake: the message goes out when the key is right again.
      if (error instanceof SecretError) return { kind: 'retry', transport: true, reason: error.message } as Outcome;
      throw error;
    }
  }

  private async skip<Row extends QueuedMessage>(
    { queue }: SystemMessageKind<Row>,
    message: Row,
    skipped: Skipped,
  ): Promise<void> {
    await recordPersistently(this.database, async (sql) => {
      if (skipped.skip === 'postpone') await this.repository.postpone(sql, queue, message, skipped.seconds, false);
      else await this.repository[skipped.skip](sql, queue, message);
    });
  }
}

/** Seconds until the next attempt; null = none. */
function nextInOf<Row extends QueuedMessage>(kind: SystemMessageKind<Row>, message: Row, outcome: Outcome) {
  const isRetried = outcome.kind === 'retry' || (outcome.kind !== 'ok' && kind.retriesRefusals === true);
  if (!isRetried || outcome === EXPIRED) return null;
  return nextAttemptIn(kind.retryProfileOf(message), message.attempts, outcome, message.age);
}
