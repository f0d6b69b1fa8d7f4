import { Injectable } from '@nestjs/common';
import type { CursorColumns } from '../../common/list/list-page';
import type { ListRequest } from '../../common/list/list-request';
import { type ListStatement, pageSql, totalSql } from '../../common/list/list-sql';
import { Database } from '../../database/database';
import { SELECT_STATE, type SourceState } from './software-source.repository';
import { sourceList } from './source.list';

/** Pages of all sources. */
@Injectable()
export class SourceListRepository {
  constructor(private readonly database: Database) {}

  page(request: ListRequest): Promise<(SourceState & CursorColumns)[]> {
    const { thenJoin } = this.database.dialect;
    const from = `software_source s ${thenJoin} software p ON p.id = s.software_id LEFT JOIN source_host h ON h.host = s.host`;
    return this.database.page(pageSql(sourceList, request, { ...statementOf(request), from }));
  }

  count(request: ListRequest): Promise<number> {
    return this.database.count(totalSql(request, statementOf(request)));
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
