import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { SecretError } from '../../common/secret-box';
import { Database } from '../../database/database';
import { recordPersistently } from '../../database/leased-rows';
import type { Outcome } from '../providers/channel';
import { nextAttemptIn } from '../providers/retry-schedule';
import { ChannelNotices } from './channel-notices';
import { ConfirmationMails } from './confirmation-mails';
import { OperatorMessages } from './operator-messages';
import type { Skipped, SystemMessageKind } from './system-message';
import { type QueuedMessage, SystemMessageRepository } from './system-message.repository';

const EXPIRED: Outcome = { kind: 'dead', code: 'expired' };

/** Sends what the service has to say on its own account. When a process dies, a message is sent again after its lease. */
@Injectable()
export class SystemMessageService implements OnModuleDestroy {
  private readonly kinds: SystemMessageKind[];
  /** What is under way. */
  private readonly passes = new Map<SystemMessageKind, Promise<void>>();
  private stopping = false;

  constructor(
    private readonly database: Database,
    private readonly repository: SystemMessageRepository,
    confirmations: ConfirmationMails,
    notices: ChannelNotices,
    operator: OperatorMessages,
  ) {
    this.kinds = [confirmations, notices, ...operator.kinds];
  }

  /** A condition: whether one is due. What has to be prepared, which is for the operator, is looked for less often, by `sendDue`. */
  anyDue(): string {
    return this.repository.anyDue(this.kinds.flatMap(({ kind, prepare }) => (prepare ? [] : [kind])));
  }

  /** Sends what is due of every kind; a slow receiver delays its own kind only. Callers during a pass wait for that pass. */
  async sendDue(): Promise<void> {
    for (const kind of this.kinds)
      if (!this.passes.has(kind))
        this.passes.set(
          kind,
          this.drain(kind).finally(() => this.passes.delete(kind)),
        );
    await Promise.all(this.passes.values());
  }

  /** Claims nothing more, and waits for what is under way. */
  async onModuleDestroy(): Promise<void> {
    this.stopping = true;
    await Promise.allSettled(this.passes.values());
  }

  private async drain(kind: SystemMessageKind): Promise<void> {
    if (this.stopping || (await kind.prepare?.()) === false) return;
    while (!this.stopping) {
      const messages = await this.repository.claimDue(kind.kind, kind.concurrency);
      if (messages.length === 0) return;
      await Promise.all(
        messages.map((message) => this.handle(kind, message).catch((error: unknown) => kind.logError(message, error))),
      );
    }
  }

  private async handle(kind: SystemMessageKind, message: QueuedMessage): Promise<void> {
    const result = message.expired ? EXPIRED : await attempt(kind, message);
    const nextIn = 'skip' in result ? null : nextInOf(kind, message, result);
    if (!('skip' in result) && result.kind !== 'ok') kind.logFailure?.(message, result, nextIn === null);
    await recordPersistently(this.database, async (sql) => {
      if ('skip' in result) {
        if (result.skip === 'postpone') await this.repository.postpone(sql, message, result.seconds, false);
        else await this.repository[result.skip](sql, message);
      } else if (nextIn !== null) await this.repository.postpone(sql, message, nextIn, result.transport !== true);
      else if ((await this.repository.finish(sql, message)) && result.kind !== 'ok' && result !== EXPIRED)
        await kind.recordFailure?.(sql, message, result);
    });
  }
}

async function attempt(kind: SystemMessageKind, message: QueuedMessage): Promise<Outcome | Skipped> {
  try {
    return await kind.send(message);
  } catch (error) {
    // The operator's mistake: the message goes out when the key is right again.
    if (error instanceof SecretError) return { kind: 'retry', transport: true, reason: error.message };
    throw error;
  }
}

/** Seconds until the next attempt; null = none. */
function nextInOf(kind: SystemMessageKind, message: QueuedMessage, outcome: Outcome): number | null {
  const isRetried = outcome.kind === 'retry' || (outcome.kind !== 'ok' && kind.retriesRefusals === true);
  if (!isRetried || outcome === EXPIRED) return null;
  return nextAttemptIn(kind.retryProfileOf(message), message.attempts, outcome, message.age);
}
