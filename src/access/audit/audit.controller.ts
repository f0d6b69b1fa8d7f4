import { Controller, Get } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiList } from '../../common/api/docs';
import { ListQuery } from '../../common/api/request';
import type { ListRequest } from '../../common/list/list-request';
import { AuditResponse } from './dto/audit.response';
import { NeedsScope } from '../../common/identity/principal';
import { auditList } from './audit.list';
import { AuditService } from './audit.service';

@ApiTags('Audit')
@ApiBearerAuth()
@Controller('api/v1/audit')
export class AuditController {
  constructor(private readonly entries: AuditService) {}

  @Get()
  @NeedsScope('admin')
  @ApiOperation({
    summary: 'List changes and who made them',
    description: 'Covers all users. Entries are kept for `AUDIT_RETENTION` and cannot be changed or removed.',
  })
  @ApiList(AuditResponse, auditList)
  listAuditEntries(@ListQuery(auditList) request: ListRequest) {
    return this.entries.list(request);
  }
}
