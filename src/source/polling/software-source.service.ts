import { Injectable, Logger } from '@nestjs/common';
import { TimeSlice } from 'small-parts';
import type { SchemeName } from 'version-order';
import { audit } from '../../access/audit/audit.repository';
import type { Actor } from '../../api/identity/actor';
import { fromPlugin } from '../../common/plugin/plugins';
import { Problem } from '../../api/problem/problem';
import { SecretError } from '../../common/secret-box';
import { maskSettings } from '../../common/settings/settings';
import { toApiTimestamp } from '../../common/time/utc-timestamp';
import { Config } from '../../config/config';
import { formatDuration } from '../../config/duration';
import { Database, type Sql, type Transaction } from '../../database/database';
import { SoftwareRepository } from '../../software/software.repository';
import { OrderingService } from '../../version/versions/ordering.service';
import { VersionRepository } from '../../version/versions/version.repository';
import type { Source } from '../sources/source';
import type { SourceHealth, SourceResponse, WriteSourceDto } from './dto/source.dto';
import { INTERVAL_RULE, parseInterval } from './poll-times';
import { asProblem } from './settings-problem';
import { type NewSource, SoftwareSourceRepository, type SourceState } from './software-source.repository';
import { SourceIdentifiers } from './source-identifiers';
import { type AcceptedSource, type SourceInput, SourceSettings } from './source-settings';

const PAGE = 500;

/** The source of a product that the transaction has added. */
export interface AddedSource {
  softwareId: string;
  input: SourceInput;
  /** Seconds until its first poll. */
  due: number;
}

/** A source and its state, as the command line lists it. */
export type ListedSource = { software: string; name: string } & SourceResponse;

/** The source of a product: its settings and its state. */
@Injectable()
export class SoftwareSourceService {
  private readonly logger = new Logger(SoftwareSourceService.name);

  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly software: SoftwareRepository,
    private readonly sources: SoftwareSourceRepository,
    private readonly settings: SourceSettings,
    private readonly versions: VersionRepository,
    private readonly orderings: OrderingService,
    private readonly identifiers: SourceIdentifiers,
  ) {}

  /** @throws Problem not-found */
  async read(softwareId: string): Promise<SourceResponse> {
    const state = await this.sources.find(softwareId);
    if (!state) throw Problem.notFound('source of this product');
    return this.toResponse(state);
  }

  /** Replaces it. It is polled at once, even if it is the same again. @throws Problem not-found, invalid-body */
  async replace(caller: Actor, softwareId: string, input: WriteSourceDto): Promise<SourceResponse> {
    const interval = readInterval(input.interval);
    await asProblem(async () => {
      await this.database.transaction(async (sql) => {
        if (!(await this.software.lockById(sql, softwareId))) throw Problem.notFound('product');
        const accepted = await this.accept(sql, softwareId, { ...input, interval });
        await this.write(sql, softwareId, accepted, 0);
        await this.sources.ask(sql, softwareId, accepted.destination);
        const { source } = accepted;
        await audit(sql, caller, 'software.source-set', softwareId, { type: input.type, ...fromPlugin(source) });
        const scheme = schemeOf(accepted);
        if (scheme && (await this.orderings.suggestScheme(sql, softwareId, scheme)))
          await audit(sql, caller, 'software.ordering-changed', softwareId, { fields: ['scheme'] });
      });
    });
    return this.read(softwareId);
  }

  /** Has it polled at once, as soon as its host may be asked. @throws Problem not-found, conflict */
  async askAgain(softwareId: string): Promise<SourceResponse> {
    if (this.config.sources === 'off') throw new Problem('conflict', 'No source is polled: SOURCES is off.');
    const isThere = await this.database.transaction((sql) => this.sources.askAgain(sql, softwareId));
    if (!isThere) throw Problem.notFound('source of this product');
    return this.read(softwareId);
  }

  /** The versions of the product stay. @throws Problem not-found */
  async remove(caller: Actor, softwareId: string): Promise<void> {
    await this.database.transaction(async (sql) => {
      const found = await this.software.lockById(sql, softwareId);
      if (!found || !(await this.sources.delete(sql, softwareId))) throw Problem.notFound('source of this product');
      await this.versions.forgetSource(sql, softwareId);
      await this.identifiers.remove(sql, softwareId);
      await audit(sql, caller, 'software.source-removed', softwareId);
    });
  }

  /**
   * Validates and writes a source, in a transaction that has locked the product.
   * @param due seconds until its first poll
   * @param suggests whether the product gets the scheme of another type of source
   * @returns false when nothing has changed
   * @throws SettingsError naming `type` or the setting
   */
  async set(sql: Transaction, softwareId: string, input: SourceInput, due = 0, suggests = false): Promise<boolean> {
    const accepted = await this.accept(sql, softwareId, input);
    const scheme = suggests ? schemeOf(accepted) : undefined;
    if (scheme) await this.orderings.suggestScheme(sql, softwareId, scheme);
    return this.write(sql, softwareId, accepted, due);
  }

  private async accept(sql: Sql, softwareId: string, input: SourceInput): Promise<AcceptedSource> {
    return this.settings.accept(softwareId, input, await this.sources.lock(sql, softwareId));
  }

  private async write(sql: Transaction, softwareId: string, accepted: AcceptedSource, due: number): Promise<boolean> {
    if (this.settings.isSame(softwareId, accepted)) return false;
    const row = this.rowOf(softwareId, accepted);
    if (accepted.before) await this.sources.replace(sql, row, due);
    else await this.sources.insert(sql, [{ ...row, due }]);
    await this.identifiers.write(sql, [{ softwareId, ...accepted }]);
    if (!this.settings.isSamePlace(softwareId, accepted)) await this.versions.forgetSource(sql, softwareId);
    return true;
  }

  /**
   * As `set`, for products that the transaction has added: nothing of them is stored yet, so few statements write many.
   * @throws SettingsError naming `type` or the setting
   */
  async add(sql: Transaction, added: AddedSource[]): Promise<void> {
    const rows: (NewSource & { due: number })[] = [];
    const accepted: (AcceptedSource & { softwareId: string })[] = [];
    const slice = new TimeSlice();
    for (const { softwareId, input, due } of added) {
      if (slice.isOver) await slice.next();
      const one = await this.settings.accept(softwareId, input, undefined);
      accepted.push({ softwareId, ...one });
      rows.push({ ...this.rowOf(softwareId, one), due });
    }
    await this.sources.insert(sql, rows);
    await this.identifiers.write(sql, accepted);
  }

  /** The scheme that a new product without an ordering gets with a source of this type; undefined = none of its own. */
  suggestedScheme(type: string): SchemeName | undefined {
    return this.settings.find(type)?.scheme;
  }

  private rowOf(softwareId: string, { source, settings, interval, destination }: AcceptedSource): NewSource {
    return {
      softwareId,
      type: source.type,
      settings: this.settings.seal(softwareId, settings),
      host: destination,
      intervalSeconds: interval,
    };
  }

  /** Has products polled at once that were not polled while nobody tracked them; in the transaction that makes favorites. */
  wake(sql: Transaction, softwareIds: string[]): Promise<void> {
    return this.sources.wake(sql, softwareIds);
  }

  /** All of them, or those that fail. */
  async *list(failingOnly: boolean): AsyncGenerator<ListedSource> {
    for (let after = ''; ;) {
      const page = await this.sources.page(after, PAGE, failingOnly);
      for (const state of page) yield { software: state.software_id, name: state.name, ...this.toResponse(state) };
      if (page.length < PAGE) return;
      after = page.at(-1)!.software_id;
    }
  }

  private toResponse(state: SourceState): SourceResponse {
    const source = this.settings.find(state.type);
    return {
      type: state.type,
      settings: source ? this.masked(source, state) : {},
      interval: state.interval_seconds === null ? null : formatDuration(state.interval_seconds),
      ...this.healthOf(state),
    };
  }

  /** What the last polls brought. */
  healthOf(state: SourceState): SourceHealth {
    const { rest_until: pausedUntil, next_at: next } = state;
    const nextAt = pausedUntil !== null && pausedUntil > next ? pausedUntil : next;
    return {
      state: this.stateOf(state),
      last_attempt: toApiTimestamp(state.last_attempt_at),
      last_success: toApiTimestamp(state.last_success_at),
      last_error: state.last_error,
      notice: state.notice,
      failures: state.failures,
      failing_since: toApiTimestamp(state.failing_since),
      next_attempt: this.config.sources === 'off' || this.isResting(state) ? null : toApiTimestamp(nextAt),
    };
  }

  /** Nothing for settings that cannot be opened, so that one damaged source does not hide the others. */
  private masked(source: Source, { software_id: software, settings }: SourceState): Record<string, unknown> {
    try {
      return maskSettings(source.settingsClass, this.settings.open(software, source, settings));
    } catch (error) {
      if (!(error instanceof SecretError)) throw error;
      const { reason } = error;
      this.logger.error({ msg: 'settings of a source cannot be opened', software, reason });
      return {};
    }
  }

  private stateOf(state: SourceState): SourceResponse['state'] {
    if (state.failures > 0) return 'failing';
    if (this.config.sources === 'off') return 'off';
    if (this.isResting(state)) return 'resting';
    return state.last_attempt_at === null ? 'new' : 'ok';
  }

  private isResting({ resting_since }: SourceState): boolean {
    return this.config.sources === 'tracked' && resting_since !== null;
  }
}

/** The scheme that a product gets with a source of another type, unless somebody has set its ordering. */
const schemeOf = ({ source, before }: AcceptedSource): SchemeName | undefined =>
  before?.type === source.type ? undefined : source.scheme;

function readInterval(text: string | null | undefined): number | null {
  if (text === null || text === undefined) return null;
  const seconds = parseInterval(text);
  if (seconds === null) throw Problem.field('interval', INTERVAL_RULE);
  return seconds;
}
