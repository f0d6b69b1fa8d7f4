import { Injectable } from '@nestjs/common';
import { type Page, toPage } from '../../common/list/list-page';
import type { ListRequest } from '../../common/list/list-request';
import { pageSql, totalSql } from '../../common/list/list-sql';
import { Database } from '../../database/database';
import { AUDIT_COLUMNS, type AuditResponse, type AuditRow, toAuditResponse } from '../dto/audit.response';
import { auditList } from './audit.list';

/** The audit log, for those who read it. */
@Injectable()
export class AuditService {
  constructor(private readonly database: Database) {}

  async list(request: ListRequest): Promise<Page<AuditResponse>> {
    const from = 'audit_entry a LEFT JOIN user u ON u.id = a.user_id';
    const statement = { select: AUDIT_COLUMNS, from, where: [], whereParameters: [] };
    const rows = await this.database.page<AuditRow>(pageSql(auditList, request, statement));
    const total = request.includeTotal ? await this.database.count(totalSql(request, statement)) : undefined;
    return toPage(request, rows, toAuditResponse, total);
  }
}
