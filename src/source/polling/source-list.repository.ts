import { Injectable } from '@nestjs/common';
import type { Listed } from '../../api/list/list-page';
import type { ListRequest } from '../../api/list/list-request';
import type { ListStatement } from '../../api/list/list-sql';
import { Database, type Sql } from '../../database/database';
import { SELECT_STATE, type SourceState } from './software-source.repository';
import { SourceHostRepository } from './source-host.repository';
import { sourceList } from './source.list';

/** Pages of all sources, and polls that somebody asks for. */
@Injectable()
export class SourceListRepository {
  constructor(
    private readonly database: Database,
    private readonly hosts: SourceHostRepository,
  ) {}

  list(request: ListRequest): Promise<Listed<SourceState>> {
    const { thenJoin } = this.database.dialect;
    const from = `software_source s ${thenJoin} software p ON p.id = s.software_id LEFT JOIN source_host h ON h.host = s.host`;
    const counted = statementOf(request);
    return this.database.list(sourceList, request, { ...counted, from }, counted);
  }

  /** Makes it due now, also if nobody tracks the product, unless its host is paused. A poll that is under way goes on. @returns whether there is one */
  async askAgain(sql: Sql, softwareId: string): Promise<boolean> {
    const { now, forUpdate } = sql.dialect;
    const [row] = await sql.query<{ host: string }>(
      `SELECT host FROM software_source WHERE software_id = ? ${forUpdate}`,
      [softwareId],
    );
    if (!row) return false;
    await sql.execute(
      `UPDATE software_source SET next_at = ${now}, again_at = ${now}, resting_since = NULL WHERE software_id = ?`,
      [softwareId],
    );
    await this.hosts.makeDue(sql, row.host, 0);
    return true;
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
