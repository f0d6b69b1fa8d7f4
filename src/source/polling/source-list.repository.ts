import { Injectable } from '@nestjs/common';
import type { Listed } from '../../api/list/list-page';
import type { ListRequest } from '../../api/list/list-request';
import type { ListStatement } from '../../api/list/list-sql';
import { Database } from '../../database/database';
import { SELECT_STATE, type SourceState } from './software-source.repository';
import { sourceList } from './source.list';

/** Pages of all sources. */
@Injectable()
export class SourceListRepository {
  constructor(private readonly database: Database) {}

  list(request: ListRequest): Promise<Listed<SourceState>> {
    const { thenJoin } = this.database.dialect;
    const from = `software_source s ${thenJoin} software p ON p.id = s.software_id LEFT JOIN source_host h ON h.host = s.host`;
    const counted = statementOf(request);
    return this.database.list(sourceList, request, { ...counted, from }, counted);
  }
}

const statementOf = ({ sort }: ListRequest): ListStatement => ({
  select: SELECT_STATE,
  from: 'software_source s',
  rows: 'software_source s',
  rowsHaveAll: true,
  where: sort === 'failing_since' ? ['s.failing_since IS NOT NULL'] : [],
  whereParameters: [],
});
