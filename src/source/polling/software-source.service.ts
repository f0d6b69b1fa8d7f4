import { Injectable, Logger } from '@nestjs/common';
import { type Moment, toApiMoment } from '../../common/moment';
import { Problem } from '../../common/problem/problem';
import { SecretError } from '../../common/secret-box';
import { maskSettings, SettingsError } from '../../common/settings/settings';
import { Config } from '../../config/config';
import { formatDuration } from '../../config/duration';
import { Database } from '../../database/database';
import { SoftwareWriter } from '../../software/software.writer';
import type { Actor } from '../../user/actor';
import { audit } from '../../user/audit/audit-log';
import { OrderingWriter } from '../../version/ordering.writer';
import type { SourceResponse, WriteSourceDto } from '../dto/source.dto';
import { INTERVAL_RULE, parseInterval } from './poll-times';
import type { Source } from '../sources/source';
import { schemeOf, SourceStore } from './source-store';

const PAGE = 500;

interface Row {
  software_id: string;
  type: string;
  settings: string;
  interval_seconds: number | null;
  last_attempt_at: Moment | null;
  last_success_at: Moment | null;
  last_error: string | null;
  failures: number;
  failing_since: Moment | null;
  next_at: Moment;
  rest_until: Moment | null;
}

const SELECT = `SELECT s.software_id, s.type, s.settings, s.interval_seconds, s.last_attempt_at, s.last_success_at,
  s.last_error, s.failures, s.failing_since, s.next_at, h.rest_until
  FROM software_source s LEFT JOIN source_host h ON h.host = s.host`;

/** A source and its health, as the command line lists it. */
export type ListedSource = { software: string; name: string } & SourceResponse;

/** The source of a product, for people. */
@Injectable()
export class SoftwareSourceService {
  private readonly logger = new Logger(SoftwareSourceService.name);

  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly software: SoftwareWriter,
    private readonly store: SourceStore,
    private readonly orderings: OrderingWriter,
  ) {}

  /** @throws Problem not-found */
  async read(softwareId: string): Promise<SourceResponse> {
    const [row] = await this.database.query<Row>(`${SELECT} WHERE s.software_id = ?`, [softwareId]);
    if (!row) throw Problem.notFound('source of this software');
    return this.toResponse(row);
  }

  /** Replaces it. It is asked at once, also when it is the same again. @throws Problem not-found, invalid-body */
  async replace(caller: Actor, softwareId: string, input: WriteSourceDto): Promise<SourceResponse> {
    const interval = readInterval(input.interval);
    await asProblem(async () => {
      await this.database.transaction(async (sql) => {
        if (!(await this.software.hold(sql, softwareId))) throw Problem.notFound('software');
        const accepted = await this.store.accept(sql, softwareId, { ...input, interval });
        const written = await this.store.write(sql, softwareId, accepted, 0);
        if (!written) await this.store.ask(sql, softwareId, accepted.lane);
        await audit(sql, caller, 'software.source-set', softwareId, { type: input.type });
        const scheme = schemeOf(accepted);
        if (scheme && (await this.orderings.suggest(sql, softwareId, scheme)))
          await audit(sql, caller, 'software.ordering-changed', softwareId, { fields: ['scheme'] });
      });
    });
    return this.read(softwareId);
  }

  /** @throws Problem not-found */
  async remove(caller: Actor, softwareId: string): Promise<void> {
    await this.database.transaction(async (sql) => {
      const found = await this.software.hold(sql, softwareId);
      if (!found || !(await this.store.remove(sql, softwareId))) throw Problem.notFound('source of this software');
      await audit(sql, caller, 'software.source-removed', softwareId);
    });
  }

  /** All of them in pages, or those that fail. */
  async *list(failingOnly: boolean): AsyncGenerator<ListedSource> {
    const only = failingOnly ? 'AND s.failing_since IS NOT NULL' : '';
    for (let after = ''; ;) {
      const rows = await this.database.query<Row & { name: string }>(
        `${SELECT.replace('SELECT ', 'SELECT p.name, ')} JOIN software p ON p.id = s.software_id
         WHERE s.software_id > ? ${only} ORDER BY s.software_id LIMIT ${PAGE}`,
        [after],
      );
      for (const row of rows) yield { software: row.software_id, name: row.name, ...this.toResponse(row) };
      if (rows.length < PAGE) return;
      after = rows.at(-1)!.software_id;
    }
  }

  private toResponse(row: Row): SourceResponse {
    const source = this.store.find(row.type);
    const { rest_until: rest, next_at: next } = row;
    const nextAt = rest !== null && rest > next ? rest : next;
    return {
      type: row.type,
      settings: source ? this.masked(source, row) : {},
      interval: row.interval_seconds === null ? null : formatDuration(row.interval_seconds),
      state: this.stateOf(row),
      last_attempt: toApiMoment(row.last_attempt_at),
      last_success: toApiMoment(row.last_success_at),
      last_error: row.last_error,
      failures: row.failures,
      failing_since: toApiMoment(row.failing_since),
      next_attempt: this.config.sourcesEnabled ? toApiMoment(nextAt) : null,
    };
  }

  /** One source whose settings do not open (damaged, or sealed with another key) does not hide the others. */
  private masked(source: Source, row: Row): Record<string, unknown> {
    try {
      return maskSettings(source.settingsClass, this.store.open(row.software_id, source, row.settings));
    } catch (error) {
      if (!(error instanceof SecretError)) throw error;
      const { reason } = error;
      this.logger.error({ msg: 'settings of a source cannot be opened', software: row.software_id, reason });
      return {};
    }
  }

  private stateOf(row: Row): SourceResponse['state'] {
    if (row.failures > 0) return 'failing';
    if (!this.config.sourcesEnabled) return 'off';
    return row.last_attempt_at === null ? 'new' : 'ok';
  }
}

function readInterval(text: string | null | undefined): number | null {
  if (text === null || text === undefined) return null;
  const seconds = parseInterval(text);
  if (seconds === null) throw Problem.field('interval', INTERVAL_RULE);
  return seconds;
}

async function asProblem(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const name = (field: string) => (field === 'type' || field === 'settings' ? field : `settings.${field}`);
    const errors = error.problems.map(({ field, message }) => ({ field: name(field), message }));
    throw new Problem('invalid-body', `${errors[0]!.field}: ${errors[0]!.message}`, errors);
  }
}
