import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { Links } from '../../common/api/links';
import { toApiMoment } from '../../common/moment';
import { OutgoingHttp } from '../../common/outgoing-http/outgoing-http';
import { Config } from '../../config/config';
import { FailingSources } from '../../source/polling/failing-sources';
import { EmailChannel } from '../channels/email.channel';
import { exchange } from '../channels/http-exchange';
import type { Message } from '../channels/message';
import type { Outcome } from '../channels/outcome';
import { webhookBody } from '../channels/webhook.channel';
import { DueWork } from '../due-work';
import { nextAttemptIn } from '../retry-schedule';
import { type ClaimedReport, OperatorReports } from './operator-reports';

const AT_ONCE = 2;
/** Sources that a message names: more than a webhook has room for, and than anybody reads in a mail. */
const NAMED_AT_MOST = 100;

/** Tells the operator of sources that have failed for a day, at the address of OPERATOR_CHANNEL_URL. */
@Injectable()
export class OperatorSender implements OnModuleDestroy {
  private readonly logger = new Logger(OperatorSender.name);
  private readonly links: Links;
  private readonly work = new DueWork<ClaimedReport>(
    () => this.reports.claim(AT_ONCE),
    (report) => this.handle(report),
    ({ id }, err) => this.logger.error({ msg: 'report to the operator failed', report: id, err }),
  );

  constructor(
    private readonly config: Config,
    private readonly reports: OperatorReports,
    private readonly failing: FailingSources,
    private readonly email: EmailChannel,
    private readonly http: OutgoingHttp,
  ) {
    this.links = Links.withoutRequest(config);
  }

  /** Sends until nothing is due any more. Without an address nothing is marked as told, so it is told when there is one. */
  async sendDue(): Promise<void> {
    if (this.config.operatorChannel === null) return;
    await this.reports.write();
    await this.work.run();
  }

  onModuleDestroy(): Promise<void> {
    return this.work.stop();
  }

  private async handle(report: ClaimedReport): Promise<void> {
    if (report.expired) return this.giveUp(report, 'expired');
    const message = await this.messageOf(report);
    if (message.total === 0) return this.reports.drop(report);
    const outcome = await this.send(report, message);
    if (outcome.kind === 'ok') return this.reports.end(report);
    // Also after a refusal for good: it is the operator's own address, and he can mend it meanwhile.
    const profile = this.config.operatorChannel!.kind === 'email' ? 'email' : 'http';
    const nextIn = nextAttemptIn(profile, report.attempts, outcome, report.age);
    if (nextIn === null) return this.giveUp(report, outcome.code);
    this.logger.warn({ msg: 'operator not told yet', report: report.id, code: outcome.code, reason: outcome.reason });
    await this.reports.postpone(report, nextIn, outcome.transport !== true);
  }

  private send({ id }: ClaimedReport, message: Message): Promise<Outcome> {
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

  private async messageOf({ id, created_at }: ClaimedReport): Promise<Message> {
    const { sources, total } = await this.failing.ofReport(id, NAMED_AT_MOST);
    return {
      kind: 'source.failing',
      timestamp: toApiMoment(created_at),
      updates: [],
      total,
      sources: sources.map((source) => ({
        software: { id: source.software_id, name: source.name },
        type: source.type,
        failingSince: toApiMoment(source.failing_since),
        lastError: source.last_error ?? '',
        links: { software: this.links.software(source.software_id) },
      })),
      links: {},
    };
  }

  private async giveUp(report: ClaimedReport, code: Outcome['code']): Promise<void> {
    this.logger.error({ msg: 'operator not told', report: report.id, code });
    await this.reports.end(report);
  }
}
