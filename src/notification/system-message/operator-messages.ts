import { Injectable, Logger } from '@nestjs/common';
import { AdvisoryImportRepository } from '../../advisory/store/advisory-import.repository';
import { Links } from '../../api/endpoint/links';
import { OutgoingHttp } from '../../common/outgoing-http/outgoing-http';
import { toApiTimestamp } from '../../common/time/utc-timestamp';
import { Config } from '../../config/config';
import { Database, type Transaction } from '../../database/database';
import { FailingSourceRepository } from '../../source/polling/failing-source.repository';
import type { Outcome } from '../providers/channel';
import { EmailChannel } from '../providers/email.channel';
import { exchange } from '../providers/http-exchange';
import { webhookBody } from '../providers/webhook.channel';
import type { Message } from '../rendering/message';
import type { Skipped, SystemMessageKind } from './system-message';
import { LIFETIME, type QueuedMessage, SystemMessageRepository } from './system-message.repository';

/** Seconds from one report of failing sources to the next: what fails meanwhile is reported together. */
const PAUSE = 6 * 3_600;
/** Sources that a report names: more than fit into a webhook, and than anybody reads in a mail. */
const NAMED_AT_MOST = 100;

/** What the operator is told of. */
interface Subject {
  kind: 'report' | 'held';
  hasNew(): Promise<boolean>;
  /** Marks what is new and queues messages about it. Another process waits for the rows that it locks, and then finds them marked. */
  enqueue(sql: Transaction): Promise<void>;
  /** @returns null when it is true no more */
  messageOf(message: QueuedMessage): Promise<(Pick<Message, 'kind' | 'total'> & Partial<Message>) | null>;
}

/** Messages to the operator at OPERATOR_CHANNEL_URL. */
@Injectable()
export class OperatorMessages {
  readonly kinds: SystemMessageKind[] = [
    this.kindOf({
      kind: 'report',
      hasNew: () => this.failing.hasUnreported(),
      enqueue: (sql) => this.enqueueReport(sql),
      messageOf: (message) => this.reportOf(message),
    }),
    this.kindOf({
      kind: 'held',
      hasNew: async () => (await this.imports.unreported(this.database)).length > 0,
      enqueue: (sql) => this.enqueueHeld(sql),
      messageOf: (message) => this.heldOf(message),
    }),
  ];
  private readonly links: Links;
  private readonly logger = new Logger('OperatorReports');

  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly repository: SystemMessageRepository,
    private readonly failing: FailingSourceRepository,
    private readonly imports: AdvisoryImportRepository,
    private readonly email: EmailChannel,
    private readonly http: OutgoingHttp,
  ) {
    this.links = Links.withoutRequest(config);
  }

  private kindOf(subject: Subject): SystemMessageKind {
    return {
      kind: subject.kind,
      concurrency: 2,
      // The address is the operator's own, who can repair it meanwhile.
      retriesRefusals: true,
      prepare: () => this.prepare(subject),
      send: (message) => this.send(subject, message),
      retryProfileOf: () => (this.config.operatorChannelUrl!.kind === 'email' ? 'email' : 'http'),
      logFailure: ({ id: report }, { code, reason }, isFinal) => {
        if (isFinal) this.logger.error({ msg: 'operator not told', report, code });
        else this.logger.warn({ msg: 'operator not told yet', report, code, reason });
      },
      logError: ({ id: report }, err) => this.logger.error({ msg: 'report to the operator failed', report, err }),
    };
  }

  /** Without an address nothing counts as reported, so all of it is reported once there is one. */
  private async prepare({ hasNew, enqueue }: Subject): Promise<boolean> {
    if (this.config.operatorChannelUrl === null) return false;
    // Saves the transaction: most of the time there is nothing to report.
    if (await hasNew()) await this.database.transaction(enqueue);
    return true;
  }

  private async send(subject: Subject, report: QueuedMessage): Promise<Outcome | Skipped> {
    const content = await subject.messageOf(report);
    // As if there had been none: the next one need not wait for it.
    if (content === null) return { skip: 'delete' };
    const { id, created_at } = report;
    const message = { timestamp: toApiTimestamp(created_at), updates: [], links: {}, ...content };
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

  /** Sources that have failed for a day, unless there was a report lately. */
  private async enqueueReport(sql: Transaction): Promise<void> {
    // Locked first: another process that is about to queue a report waits here, and then finds this one.
    const hosts = await this.failing.lockUnreported(sql);
    if (hosts.length === 0) return;
    const { messages: lately } = await this.repository.countWithin(sql, PAUSE, { kind: 'report' });
    if (lately > 0) return;
    const id = await this.repository.enqueue(sql, 'report');
    await this.failing.addToReport(sql, id, hosts);
    await this.repository.deleteFinished(sql, LIFETIME, { kind: 'report' });
  }

  private async reportOf({ id }: QueuedMessage): ReturnType<Subject['messageOf']> {
    const { sources, total } = await this.failing.ofReport(id, NAMED_AT_MOST);
    if (total === 0) return null;
    return {
      kind: 'source.failing',
      total,
      sources: sources.map((source) => ({
        software: { id: source.software_id, name: source.name },
        type: source.type,
        failingSince: toApiTimestamp(source.failing_since),
        lastError: source.last_error ?? '',
        links: { software: this.links.software(source.software_id) },
      })),
    };
  }

  /** Imports of knowledge that are held until the operator accepts them: one message for each provider, and again after a week. */
  private async enqueueHeld(sql: Transaction): Promise<void> {
    const providers = await this.imports.unreported(sql, sql.dialect.forUpdate);
    if (providers.length === 0) return;
    for (const provider of providers)
      await this.repository.enqueue(sql, 'held', { payload: JSON.stringify({ provider }) });
    await this.imports.noteReported(sql, providers);
    await this.repository.deleteFinished(sql, LIFETIME, { kind: 'held' });
  }

  private async heldOf({ payload }: QueuedMessage): ReturnType<Subject['messageOf']> {
    const { provider } = JSON.parse(payload!) as { provider: string };
    const reason = (await this.imports.held()).get(provider);
    if (reason === undefined) return null;
    const page = this.config.web ? this.links.app('operator') : null;
    return { kind: 'knowledge.held', total: 1, knowledge: { provider, reason }, page };
  }
}
