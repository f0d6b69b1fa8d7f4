import { Injectable } from '@nestjs/common';
import { type Page, toPage } from '../../api/list/list-page';
import type { ListRequest } from '../../api/list/list-request';
import { fromDate, toApiTimestamp } from '../../common/time/utc-timestamp';
import { VERSION } from '../../common/version';
import { Config } from '../../config/config';
import { DatabaseGauges } from '../../database/database-gauges';
import { MigrationState } from '../../database/migration-state';
import { WriteProbe } from '../../database/write-probe';
import { NetworkWatch } from '../../source/polling/network-watch';
import { nameOfHost, SourceHostRepository } from '../../source/polling/source-host.repository';
import { type ListedUserResponse, toListedUser } from './dto/listed-user.response';
import type { OverviewResponse } from './dto/overview.response';
import { OperatorRepository } from './operator.repository';

const RESTING_HOSTS = 50;

/** What an operator looks at: whether everything runs, what waits, and who uses it. */
@Injectable()
export class OperatorService {
  private readonly startedAt = toApiTimestamp(fromDate(new Date(Date.now() - process.uptime() * 1_000)));

  constructor(
    private readonly config: Config,
    private readonly repository: OperatorRepository,
    private readonly gauges: DatabaseGauges,
    private readonly migrations: MigrationState,
    private readonly writes: WriteProbe,
    private readonly hosts: SourceHostRepository,
    private readonly network: NetworkWatch,
  ) {}

  /** One statement for all that the metrics say too, and a few short ones. */
  async overview(): Promise<OverviewResponse> {
    const { config } = this;
    const values = await this.gauges.current();
    const value = (name: string) => values?.get(name) ?? null;
    const resting = await this.hosts.resting(RESTING_HOSTS);
    return {
      version: VERSION,
      commit: config.buildCommit,
      started_at: this.startedAt,
      database: {
        kind: config.database.kind,
        version: await this.repository.version(config.database.kind),
        migrated: await this.migrations.isDone(),
        writable: (await this.writes.failure()) === null,
      },
      sources: {
        polled: config.sources,
        unreachable_since: toApiTimestamp(this.network.missingSince),
        failing: value('source_failing'),
        oldest_due_seconds: value('source_oldest_due_seconds'),
        resting: resting.total,
        resting_hosts: resting.hosts.map(({ host, rest_until }) => ({
          host: nameOfHost(host),
          until: toApiTimestamp(rest_until),
        })),
      },
      queue: {
        deliveries_due: value('notification_deliveries_due'),
        oldest_delivery_seconds: value('notification_oldest_due_seconds'),
        oldest_message_seconds: value('service_messages_oldest_due_seconds'),
        checks_due: value('update_check_software_due'),
        oldest_check_seconds: value('update_check_oldest_due_seconds'),
      },
      knowledge_held: value('knowledge_held'),
      users: { total: await this.repository.someUsers() },
      operator_is_told: config.operatorChannelUrl !== null,
    };
  }

  async users(request: ListRequest): Promise<Page<ListedUserResponse>> {
    return toPage(request, await this.repository.users(request), toListedUser);
  }
}
