import { Injectable } from '@nestjs/common';
import { type Page, toPage } from '../../api/list/list-page';
import type { ListRequest } from '../../api/list/list-request';
import { toApiTimestamp } from '../../common/time/utc-timestamp';
import { DatabaseClock } from '../../database/database-clock';
import { Database } from '../../database/database';
import type { ListedSourceResponse } from './dto/listed-source.response';
import type { SourceState } from './software-source.repository';
import { SoftwareSourceService } from './software-source.service';
import { nameOfHost } from './source-host.repository';
import { SourceListRepository } from './source-list.repository';

/** Lists all sources, for the operator. */
@Injectable()
export class SourceListService {
  constructor(
    private readonly database: Database,
    private readonly clock: DatabaseClock,
    private readonly repository: SourceListRepository,
    private readonly sources: SoftwareSourceService,
  ) {}

  async list(request: ListRequest): Promise<Page<ListedSourceResponse>> {
    const now = await this.clock.now(this.database);
    return toPage(request, await this.repository.list(request), (row) => this.toEntry(row, now));
  }

  private toEntry(state: SourceState, now: string): ListedSourceResponse {
    const { software_id: id, name, type, host, rest_until: until } = state;
    return {
      software: { id, name },
      type,
      host: nameOfHost(host),
      host_rests_until: until !== null && until > now ? toApiTimestamp(until) : null,
      ...this.sources.healthOf(state),
    };
  }
}
