import { Injectable } from '@nestjs/common';
import { newId } from '../../common/ids';
import type { UtcTimestamp } from '../../common/time/utc-timestamp';
import { Config } from '../../config/config';
import { Database, type Sql } from '../../database/database';
import { placeholders } from '../../database/rows';
import { PluginShares } from './plugin-shares';
import { SourceHost } from './source-host.entity';

/** When a process dies, others may claim its hosts after so many seconds. */
export const LEASE_SECONDS = 300;

/** What ends the name of a host at which programs are asked for their versions: see `SourceHost`. */
export const OF_PROGRAMS = '#probe';

/** `host[:port]`: what follows `#` tells credentials apart. */
export const nameOfHost = (host: string) => host.split('#', 1)[0]!;

/** A host that is paused. */
export interface RestingHost {
  host: string;
  rest_until: UtcTimestamp;
}

/** A host that this process has claimed: nobody else polls its sources. */
export interface ClaimedHost {
  host: string;
  claim: string;
}

/**
 * SQL of `source_host`: one row for each host that sources are polled at, release notes read or programs asked. The database's clock alone decides.
 * When notes and probes are due is in the tables `notes_reader` and `probe`, which other folders write.
 */
@Injectable()
export class SourceHostRepository {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
  ) {}

  /**
   * Claims up to `limit` hosts that are due, not claimed and not paused, and of each plug-in no more than its share; skips locked rows.
   * Index: `source_host_due`.
   * @param claimed names of the hosts that this process polls already
   */
  async claimDue(limit: number, claimed: string[]): Promise<ClaimedHost[]> {
    const { now, nowPlus, forUpdateSkipLocked } = this.database.dialect;
    const { full } = new PluginShares(claimed);
    const others = full.map(() => 'AND host NOT LIKE ?').join(' ');
    const endings = full.map((ending) => `%${ending}`);
    const select = `SELECT host FROM source_host WHERE next_at <= ${now} AND ${this.isFree} ${others} ORDER BY next_at, host LIMIT ${limit}`;
    // Usually none is due: no need for a transaction.
    if ((await this.database.query(select, endings)).length === 0) return [];
    const claim = newId();
    return this.database.transaction(async (sql) => {
      const shares = new PluginShares(claimed);
      const due = await sql.query<{ host: string }>(`${select} ${forUpdateSkipLocked}`, endings);
      const rows = due.filter(({ host }) => shares.take(host));
      if (rows.length === 0) return [];
      await sql.execute(
        `UPDATE source_host SET claim_id = ?, held_until = ${nowPlus} WHERE host IN (${placeholders(rows.length)})`,
        [claim, LEASE_SECONDS, ...rows.map(({ host }) => host)],
      );
      return rows.map(({ host }) => ({ host, claim }));
    });
  }

  /** A condition: whether one is due, not claimed and not paused. Index: `source_host_due`. */
  anyDue(): string {
    const { now, byIndex } = this.database.dialect;
    return `EXISTS (SELECT 1 FROM source_host ${byIndex('source_host_due')} WHERE next_at <= ${now} AND ${this.isFree})`;
  }

  /** Claims one host, whatever is due at it. @returns null while another process has it, or it is paused */
  async claim(host: string): Promise<ClaimedHost | null> {
    const { nowPlus } = this.database.dialect;
    const claim = newId();
    await this.remember(host);
    const claimed = await this.database.execute(
      `UPDATE source_host SET claim_id = ?, held_until = ${nowPlus} WHERE host = ? AND ${this.isFree}`,
      [claim, LEASE_SECONDS, host],
    );
    return claimed > 0 ? { host, claim } : null;
  }

  private get isFree(): string {
    const { now } = this.database.dialect;
    return `(held_until IS NULL OR held_until <= ${now}) AND (rest_until IS NULL OR rest_until <= ${now})`;
  }

  /** For how many more seconds a host is paused; null = it is not. */
  async pauseOf(host: string): Promise<number | null> {
    return (await this.pausesOf([host])).get(host) ?? null;
  }

  /** The same for those of several that are. */
  async pausesOf(hosts: string[]): Promise<Map<string, number>> {
    const { now, secondsBetween } = this.database.dialect;
    const rows = await this.database.query<{ host: string; seconds: number | string }>(
      `SELECT host, ${secondsBetween(now, 'rest_until')} AS seconds FROM source_host
       WHERE host IN (${placeholders(hosts.length)}) AND rest_until > ${now}`,
      hosts,
    );
    return new Map(rows.map(({ host, seconds }) => [host, Math.max(1, Math.ceil(Number(seconds)))]));
  }

  /** As `pause`, of what nothing is due at: see `TokenTurns`. */
  async rest(name: string, seconds: number): Promise<void> {
    await this.remember(name);
    await this.pause(name, seconds);
  }

  private async remember(host: string): Promise<void> {
    const keep = this.database.dialect.onDuplicate(['host'], { host: 'source_host.host' });
    await this.database.execute(`INSERT INTO source_host (host) VALUES (?) ${keep}`, [host]);
  }

  /** Pauses a host that has asked for it, unless it is paused for longer. One at which nothing is due is not remembered. */
  async pause(host: string, seconds: number): Promise<void> {
    const { nowPlus } = this.database.dialect;
    await this.database.execute(
      `UPDATE source_host SET rest_until = ${nowPlus} WHERE host = ? AND (rest_until IS NULL OR rest_until < ${nowPlus})`,
      [seconds, host, seconds],
    );
  }

  /** Paused hosts at which something is due, the longest first, and how many there are, up to 10,000. Index: `source_host_rest`. */
  async resting(limit: number): Promise<{ hosts: RestingHost[]; total: number }> {
    const paused = `FROM source_host WHERE rest_until > ${this.database.dialect.now} AND next_at IS NOT NULL`;
    const hosts = await this.database.query<RestingHost>(
      `SELECT host, rest_until ${paused} ORDER BY rest_until DESC, host DESC LIMIT ${limit}`,
    );
    const text = `SELECT COUNT(*) AS total FROM (SELECT host ${paused} LIMIT 10000) paused`;
    return { hosts, total: await this.database.count({ text, parameters: [] }) };
  }

  /** Some names of hosts, as `SourceHost` has them; without those of programs, which are in the network at home. */
  async some(limit: number): Promise<string[]> {
    const rows = await this.database.query<{ host: string }>(
      `SELECT host FROM source_host WHERE host NOT LIKE '%${OF_PROGRAMS}' ORDER BY next_at DESC, host LIMIT ${limit}`,
    );
    return rows.map(({ host }) => host);
  }

  /** Whether a claim still holds, in the transaction that writes what was learnt with it. */
  async holds(sql: Sql, { host, claim }: ClaimedHost): Promise<boolean> {
    const rows = await sql.query('SELECT host FROM source_host WHERE host = ? AND claim_id = ?', [host, claim]);
    return rows.length > 0;
  }

  /** Extends a claim. @returns false when another process has taken it over */
  async renew({ host, claim }: ClaimedHost): Promise<boolean> {
    const renewed = await this.database.execute(
      `UPDATE source_host SET held_until = ${this.database.dialect.nowPlus} WHERE host = ? AND claim_id = ?`,
      [LEASE_SECONDS, host, claim],
    );
    return renewed > 0;
  }

  /**
   * Ends a claim: the host is due when the first of its sources or notes is, and not before the pause is over. Locks the host before it
   * reads them, as whoever makes one due writes that first and the host afterwards.
   * @param pause seconds; null = none
   */
  async release({ host, claim }: ClaimedHost, pause: number | null): Promise<void> {
    await this.database.transaction(async (sql) => {
      const claimed = await sql.query(
        `SELECT host FROM source_host WHERE host = ? AND claim_id = ? ${sql.dialect.forUpdate}`,
        [host, claim],
      );
      if (claimed.length === 0) return;
      const nextAt = await this.firstDue(sql, host);
      if (nextAt === null) return void (await sql.manager.delete(SourceHost, host));
      const { now, after } = sql.dialect;
      const restUntil = pause === null ? {} : { restUntil: () => after(now, String(pause)) };
      await sql.manager.update(SourceHost, host, { claimId: null, heldUntil: null, nextAt, ...restUntil });
    });
  }

  /** Makes a host due in `seconds` at the latest. To be called after the rows of its sources are written: see `release`. */
  async makeDue(sql: Sql, host: string, seconds: number): Promise<void> {
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

  /** The same for several, each in the fewest seconds that it is given. */
  async makeAllDue(sql: Sql, given: { host: string; due: number }[]): Promise<void> {
    const dues = new Map<string, number>();
    for (const { host, due } of given) dues.set(host, Math.min(due, dues.get(host) ?? due));
    // Always in the same order, so that two of them do not wait for each other.
    for (const host of [...dues.keys()].sort()) await this.makeDue(sql, host, dues.get(host)!);
  }

  /** Null: nothing is ever due there. Indexes: `software_source_due`, `probe_due`, `notes_reader_due`. */
  private async firstDue(sql: Sql, host: string): Promise<UtcTimestamp | null> {
    const tables = ['software_source', 'probe', ...(this.config.notes ? ['notes_reader'] : [])];
    const first: UtcTimestamp[] = [];
    for (const table of tables) {
      const statement = `SELECT next_at FROM ${table} WHERE host = ? ORDER BY next_at LIMIT 1`;
      for (const row of await sql.query<{ next_at: UtcTimestamp }>(statement, [host])) first.push(row.next_at);
    }
    return first.sort()[0] ?? null;
  }

  /** A SELECT of the seconds for which the longest due host has been waiting, paused ones included. Index: `source_host_due`. */
  selectOldestDue(): string {
    const { now, secondsBetween } = this.database.dialect;
    const oldest = `SELECT MIN(next_at) AS at FROM source_host WHERE next_at <= ${now}`;
    return `SELECT COALESCE(${secondsBetween('at', now)}, 0) FROM (${oldest}) oldest`;
  }
}
