import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiList, Endpoint } from '../../api/endpoint/docs';
import { ListQuery } from '../../api/endpoint/request';
import type { ListRequest } from '../../api/list/list-request';
import { AuditResponse } from './dto/audit.response';
import { auditList } from './audit.list';
import { AuditService } from './audit.service';

@ApiTags('Audit')
@Controller('api/v1/audit')
export class AuditController {
  constructor(private readonly entries: AuditService) {}

  @Get()
  @Endpoint(
    'List changes and who made them',
    'Covers all users. Entries are kept for `AUDIT_RETENTION` and cannot be changed or removed.',
    { scope: 'admin', answers: ApiList(AuditResponse, auditList) },
  )
  listAuditEntries(@ListQuery(auditList) request: ListRequest) {
    return this.entries.list(request);
  }
}
