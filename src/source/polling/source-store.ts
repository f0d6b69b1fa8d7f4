import { Injectable } from '@nestjs/common';
import { SecretBox, SecretError } from '../../common/secret-box';
import { addressesOf, secretFields } from '../../common/settings/setting';
import { acceptSettings, demandAllSecrets, SettingsError, withoutMasks } from '../../common/settings/settings';
import { Database, type Sql } from '../../database/database';
import { SealedTable } from '../../database/sealed-table';
import type { SchemeName } from '../../version/ordering/scheme';
import { VersionWriter } from '../../version/version.writer';
import type { Source } from '../sources/source';
import { SourceRegistry } from '../sources/source-registry';
import { laneOf } from './source-lane';

/** Where a product's releases come from, as somebody wrote it. */
export interface SourceInput {
  type: string;
  settings: unknown;
  /** Seconds between two polls; null = by how recently the product was released. */
  interval: number | null;
}

/** Checked, and ready to be stored. */
export interface AcceptedSource {
  source: Source;
  settings: object;
  interval: number | null;
  lane: string;
  /** What the product has now. */
  before: Row | undefined;
}

/** The scheme that a product is to get with a source, unless somebody has said how it is ordered; not again with more of the same type. */
export const schemeOf = ({ source, before }: AcceptedSource): SchemeName | undefined =>
  before?.type === source.type ? undefined : source.scheme;

interface Row {
  type: string;
  settings: string;
  host: string;
  interval_seconds: number | null;
}

/** Settings that are kept opened: some megabytes. */
const OPENED_AT_MOST = 10_000;

/** What a product's source is: the rows as people write them. What polling learns is written by `PollRecord`. */
@Injectable()
export class SourceStore {
  /** By product, with the sealed text that they are of: a poll that gets 304 takes hardly longer than to open them. */
  private readonly opened = new Map<string, { sealed: string; settings: object }>();
  /** All of the settings: whether they open, and exchanging their key. */
  readonly sealed: SealedTable;

  constructor(
    private readonly registry: SourceRegistry,
    private readonly secrets: SecretBox,
    private readonly versions: VersionWriter,
    database: Database,
  ) {
    this.sealed = new SealedTable(database, secrets, { table: 'software_source', id: 'software_id', boundTo });
  }

  /** Before anything is held. @throws SettingsError naming `type` or the setting */
  check({ type, settings }: SourceInput): void {
    acceptSettings(this.type(type), settings);
  }

  /**
   * What somebody wrote of a product, whose row the transaction holds from here on. A secret that is left out keeps its value while
   * type and address stay the same: who may write sources must not learn the secrets of others by sending them elsewhere, be it to another
   * path of the same host, or without encryption.
   * @throws SettingsError naming `type` or the setting
   */
  async accept(
    sql: Sql,
    softwareId: string,
    { type, settings: input, interval }: SourceInput,
  ): Promise<AcceptedSource> {
    const source = this.type(type);
    const before = await this.lock(sql, softwareId);
    const accept = async (given: unknown, stored?: object) => {
      const { settings } = acceptSettings(source, given, stored);
      return { source, settings, interval, lane: await this.laneOf(source, settings), before };
    };
    if (before?.type !== source.type) return accept(input);
    const stored = this.openIfReadable(softwareId, source, before.settings);
    if (!stored) {
      const complete = await accept(input);
      demandAllSecrets(source.settingsClass, complete.settings);
      return complete;
    }
    const kept = await accept(input, stored);
    const isSamePlace = hostOf(kept.lane) === hostOf(before.host) && haveSameAddresses(source, kept.settings, stored);
    return isSamePlace ? kept : accept(withoutMasks(source.settingsClass, input, stored));
  }

  /** @throws SettingsError when there is no such type */
  type(type: string): Source {
    const source = this.registry.get(type);
    if (source) return source;
    const types = this.registry.all().map((one) => one.type);
    throw new SettingsError([{ field: 'type', message: `must be one of ${types.join(', ')}` }]);
  }

  /** Undefined: a type that this version of the service does not know. */
  find(type: string): Source | undefined {
    return this.registry.get(type);
  }

  /** @throws SecretError when they are damaged, or sealed with a key that is not here */
  open(softwareId: string, source: Source, sealed: string): object {
    const known = this.opened.get(softwareId);
    if (known?.sealed === sealed) return known.settings;
    const stored = storedOf(this.secrets.open(sealed, boundTo(softwareId)));
    const settings = Object.freeze(Object.assign(new source.settingsClass(), stored));
    if (this.opened.size >= OPENED_AT_MOST) this.opened.clear();
    this.opened.set(softwareId, { sealed, settings });
    return settings;
  }

  /** Null when they cannot be opened: new ones may take their place. */
  private openIfReadable(softwareId: string, source: Source, sealed: string): object | null {
    try {
      return this.open(softwareId, source, sealed);
    } catch (error) {
      if (error instanceof SecretError) return null;
      throw error;
    }
  }

  /** The settings without their secrets, as a catalogue file may have them. */
  openPublic(softwareId: string, source: Source, sealed: string): Record<string, unknown> {
    return publicOf(source, this.open(softwareId, source, sealed));
  }

  /**
   * In the transaction that accepted it and holds the product. The same again changes nothing; another source, or other settings, starts anew.
   * @param due seconds until it is asked for the first time
   * @returns whether anything was written
   */
  async write(sql: Sql, softwareId: string, accepted: AcceptedSource, due: number): Promise<boolean> {
    const { source, settings, interval, lane, before } = accepted;
    if (before && this.isSame(softwareId, before, accepted)) return false;
    const { now, nowPlus } = sql.dialect;
    const sealed = this.secrets.seal(JSON.stringify(settings), boundTo(softwareId));
    const repository = source.repositoryOf?.(settings) ?? null;
    const values = [source.type, sealed, lane, repository, interval, due];
    if (before)
      await sql.execute(
        `UPDATE software_source SET type = ?, settings = ?, host = ?, repository = ?, interval_seconds = ?, next_at = ${nowPlus},
           revision = revision + 1, etag = NULL, last_modified = NULL, answer_hash = NULL, answer_releases = NULL,
           last_attempt_at = NULL,
           last_success_at = NULL, released_at = NULL, failures = 0, failing_since = NULL, last_error = NULL,
           reported_at = NULL, report_id = NULL, again_at = NULL
         WHERE software_id = ?`,
        [...values, softwareId],
      );
    else
      await sql.execute(
        `INSERT INTO software_source (type, settings, host, repository, interval_seconds, next_at, software_id, created_at)
         VALUES (?, ?, ?, ?, ?, ${nowPlus}, ?, ${now})`,
        [...values, softwareId],
      );
    if (!before || !this.isSameFeed(softwareId, before, accepted)) await this.versions.forgetSource(sql, softwareId);
    await makeDue(sql, lane, due);
    return true;
  }

  /** Makes it due at once; an answer to an older question does not count. */
  async ask(sql: Sql, softwareId: string, lane: string): Promise<void> {
    await sql.execute(
      `UPDATE software_source SET revision = revision + 1, next_at = ${sql.dialect.now} WHERE software_id = ?`,
      [softwareId],
    );
    await makeDue(sql, lane, 0);
  }

  /** In a transaction that holds the product. Its versions stay as they are. */
  async remove(sql: Sql, softwareId: string): Promise<boolean> {
    const removed = await sql.execute('DELETE FROM software_source WHERE software_id = ?', [softwareId]);
    await this.versions.forgetSource(sql, softwareId);
    return removed > 0;
  }

  private laneOf(source: Source, settings: object): Promise<string> {
    return laneOf(source, settings, (credentials) => this.secrets.fingerprint(credentials));
  }

  private async lock(sql: Sql, softwareId: string): Promise<Row | undefined> {
    const rows = await sql.query<Row>(
      `SELECT type, settings, host, interval_seconds FROM software_source WHERE software_id = ? ${sql.dialect.forUpdate}`,
      [softwareId],
    );
    return rows[0];
  }

  private isSame(softwareId: string, before: Row, { source, settings, interval }: AcceptedSource): boolean {
    if (before.type !== source.type || before.interval_seconds !== interval) return false;
    const stored = this.openIfReadable(softwareId, source, before.settings);
    return stored !== null && sorted(stored) === sorted(settings);
  }

  /** Whether it names the same place, be it with another token: what was seen there counts. */
  private isSameFeed(softwareId: string, before: Row, { source, settings }: AcceptedSource): boolean {
    if (before.type !== source.type) return false;
    const stored = this.openIfReadable(softwareId, source, before.settings);
    return stored !== null && sorted(publicOf(source, stored)) === sorted(publicOf(source, settings));
  }
}

const boundTo = (softwareId: string) => `source:${softwareId}`;

function storedOf(text: string): object {
  try {
    return JSON.parse(text) as object;
  } catch {
    throw new SecretError('damaged', 'The sealed text does not hold settings');
  }
}

const hostOf = (lane: string) => lane.split('#')[0];

/** Whole: the scheme decides who can read what is sent, and behind one host there may be many owners. */
const haveSameAddresses = ({ settingsClass }: Source, settings: object, others: object) =>
  JSON.stringify(addressesOf(settingsClass, settings)) === JSON.stringify(addressesOf(settingsClass, others));

function publicOf(source: Source, settings: object): Record<string, unknown> {
  const secret = new Set(secretFields(source.settingsClass));
  return Object.fromEntries(Object.entries(settings).filter(([name]) => !secret.has(name)));
}

const sorted = (settings: object) =>
  JSON.stringify(
    Object.entries(settings)
      .filter(([, value]) => value !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

/** Sees to it that the host is looked at in so many seconds at the latest. After the source's own row: who ends a claim reads those under the host's lock. */
export async function makeDue(sql: Sql, host: string, seconds: number): Promise<void> {
  const { dialect } = sql;
  await sql.execute(
    `INSERT INTO source_host (host, next_at) VALUES (?, ${dialect.nowPlus}) ${dialect.onDuplicate(['host'], { host: 'source_host.host' })}`,
    [host, seconds],
  );
  await sql.execute(
    `UPDATE source_host SET next_at = ${dialect.nowPlus} WHERE host = ? AND (next_at IS NULL OR next_at > ${dialect.nowPlus})`,
    [seconds, host, seconds],
  );
}
