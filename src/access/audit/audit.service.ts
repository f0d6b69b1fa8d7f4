import { Injectable } from '@nestjs/common';
import { type Page, toPage } from '../../api/list/list-page';
import type { ListRequest } from '../../api/list/list-request';
import { Config } from '../../config/config';
import { AuditRepository } from './audit.repository';
import { type AuditResponse, toAuditResponse } from './dto/audit.response';

@Injectable()
export class AuditService {
  constructor(
    private readonly entries: AuditRepository,
    private readonly config: Config,
  ) {}

  async list(request: ListRequest): Promise<Page<AuditResponse>> {
    return toPage(request, await this.entries.list(request), toAuditResponse);
  }

  /** Deletes entries older than `AUDIT_RETENTION`. @returns how many */
  removeOld(stopping?: AbortSignal): Promise<number> {
    return this.entries.deleteOlderThan(this.config.auditRetention, stopping);
  }
}
