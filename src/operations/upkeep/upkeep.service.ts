import { Injectable } from '@nestjs/common';
import { AuditService } from '../../access/audit/audit.service';
import { KeptAnswerRepository } from '../../access/idempotency/kept-answer.repository';
import { SignInLinks } from '../../access/auth/session/sign-in-links';
import { JournalRepository } from '../../favorite/journal/journal.repository';
import { NotificationRetention } from '../../notification/delivery/notification-retention';
import { DeliveryPace } from '../../notification/delivery/pace/delivery-pace';
import { RateLimitRepository } from '../../access/rate-limit/rate-limit.repository';
import { UpkeepRepository } from './upkeep.repository';

/** Numbers of rows that one pass removed. */
export interface UpkeepSummary {
  /** Including reminders. */
  notifications: number;
  rate_limits: number;
  audit_entries: number;
  sessions: number;
  sign_in_links: number;
  kept_answers: number;
}

const EVERY_SECONDS = 3_600;

/** Removes rows whose retention has ended. One replica does it each hour; two at once would only repeat each other's work. */
@Injectable()
export class UpkeepService {
  constructor(
    private readonly upkeep: UpkeepRepository,
    private readonly notifications: NotificationRetention,
    private readonly pace: DeliveryPace,
    private readonly limits: RateLimitRepository,
    private readonly audit: AuditService,
    private readonly signIns: SignInLinks,
    private readonly bulkOperations: JournalRepository,
    private readonly keptAnswers: KeptAnswerRepository,
  ) {}

  /** @returns null when it is not due */
  async runIfDue(signal: AbortSignal): Promise<UpkeepSummary | null> {
    return (await this.upkeep.claim(EVERY_SECONDS)) ? this.run(signal) : null;
  }

  async run(signal?: AbortSignal): Promise<UpkeepSummary> {
    await this.pace.removeOld(signal);
    await this.bulkOperations.removeOld(signal);
    await this.bulkOperations.removeBeyond(signal);
    return {
      notifications: (await this.notifications.run(signal)) + (await this.removeReminders(signal)),
      rate_limits: await this.limits.deleteEnded(signal),
      audit_entries: await this.audit.removeOld(signal),
      ...(await this.signIns.removeOld(signal)),
      kept_answers: await this.keptAnswers.deleteOld(signal),
    };
  }

  private async removeReminders(signal?: AbortSignal): Promise<number> {
    const from = await this.upkeep.remindersRemovedUntil();
    return this.notifications.runReminders(from, (until) => this.upkeep.setRemindersRemovedUntil(until), signal);
  }
}
