import { Injectable } from '@nestjs/common';
import type { Listed } from '../../api/list/list-page';
import type { ListRequest } from '../../api/list/list-request';
import { SecretBox } from '../../common/secret-box';
import type { UtcTimestamp } from '../../common/time/utc-timestamp';
import { Database, type Sql, type Transaction } from '../../database/database';
import { deleteByIds } from '../../database/pages';
import { placeholders } from '../../database/rows';
import { SealedTable } from '../../database/sealed-table';
import { ChannelEntity } from './channel.entity';
import { channelList } from './channel.list';

/** A channel as the API shows it. */
export interface ChannelRow {
  id: string;
  type: string;
  name: string;
  enabled: number;
  is_default: number;
  digest: string | null;
  quiet_hours: string | null;
  notes: string;
  settings: string;
  destination: string;
  state: string;
  state_reason: string | null;
  refusals: number;
  /** Not read with the row locked. */
  last_sent_at?: UtcTimestamp | null;
  confirmed_at: UtcTimestamp | null;
  created_at: UtcTimestamp;
  updated_at: UtcTimestamp;
}

/** The columns that a channel's owner may set. */
export type ChannelValues = Pick<
  ChannelEntity,
  'name' | 'enabled' | 'isDefault' | 'digest' | 'quietHours' | 'notes' | 'settings' | 'destination'
>;

/** The state that a link in a mail is checked against. */
export interface ConsentRow {
  id: string;
  user_id: string;
  type: string;
  settings: string;
  state: string;
  confirmed_at: UtcTimestamp | null;
  /** The given time is over. */
  expired: number;
  /** When the newest confirmation link ends, in seconds since 1970; null = none was sent. */
  newest: number | string | null;
}

export interface HealthRow {
  consecutive_failures: number;
  refusals: number;
  /** Seconds since the first failure in a row; null = the last attempt succeeded. */
  failing_for: number | string | null;
}

/** A channel by which the owner of another one (`about`) can be notified. */
export interface OtherChannel {
  id: string;
  type: string;
  is_default: number;
  about_type: string;
  about_name: string;
}

const COLUMNS =
  'c.id, c.type, c.name, c.enabled, c.is_default, c.digest, c.quiet_hours, c.notes, c.settings, c.destination, c.state, c.state_reason, c.refusals, c.confirmed_at, c.created_at, c.updated_at';

/** The newest of its deliveries that was accepted, by the index `delivery_channel_ended` alone. */
const LAST_SENT =
  "(SELECT MAX(d.updated_at) FROM delivery d WHERE d.channel_id = c.id AND d.state = 'sent') AS last_sent_at";

/** No failure counts any more. */
const CLEAN_RECORD = {
  state: 'ok',
  stateReason: null,
  consecutiveFailures: 0,
  refusals: 0,
  firstFailureAt: null,
  blockedUntil: null,
};

/** A channel that messages may go through, unless it is paused. */
const IS_USABLE = `c.enabled = 1 AND c.state IN ('ok', 'failing')`;

/** All statements on the table `channel`. */
@Injectable()
export class ChannelRepository {
  /** The sealed settings of all channels: key check at startup, key rotation. */
  readonly sealed: SealedTable;

  constructor(
    private readonly database: Database,
    secrets: SecretBox,
  ) {
    this.sealed = new SealedTable(database, secrets, { table: 'channel', id: 'id', boundTo: (id) => id });
  }

  /** One page of a user's channels, by the index `channel_user`. */
  list(userId: string, request: ListRequest): Promise<Listed<ChannelRow>> {
    return this.database.list(channelList, request, {
      select: `${COLUMNS}, ${LAST_SENT}`,
      from: 'channel c',
      where: ['c.user_id = ?'],
      whereParameters: [userId],
    });
  }

  async find(sql: Sql, userId: string, id: string, locks = false): Promise<ChannelRow | null> {
    const columns = locks ? COLUMNS : `${COLUMNS}, ${LAST_SENT}`;
    const [row] = await sql.query<ChannelRow>(
      `SELECT ${columns} FROM channel c WHERE c.id = ? AND c.user_id = ? ${locks ? sql.dialect.forUpdate : ''}`,
      [id, userId],
    );
    return row ?? null;
  }

  /** As `find`, and locks the row. */
  lock(sql: Sql, userId: string, id: string): Promise<ChannelRow | null> {
    return this.find(sql, userId, id, true);
  }

  async insert(sql: Transaction, row: ChannelValues & Pick<ChannelEntity, 'id' | 'userId' | 'type'>): Promise<void> {
    const now = () => sql.dialect.now;
    await sql.manager.insert(ChannelEntity, { ...row, createdAt: now, updatedAt: now });
  }

  /** @param forget which failures no longer count: all of them (the channel is `ok` again), or refusals only */
  async update(
    sql: Transaction,
    id: string,
    changes: Partial<ChannelValues>,
    forget: 'failures' | 'refusals' | 'nothing' = 'nothing',
  ): Promise<void> {
    const reset = { failures: CLEAN_RECORD, refusals: { refusals: 0 }, nothing: {} }[forget];
    await sql.manager.update(ChannelEntity, { id }, { ...changes, ...reset, updatedAt: () => sql.dialect.now });
  }

  async delete(sql: Transaction, id: string): Promise<void> {
    await sql.manager.delete(ChannelEntity, { id });
  }

  /** Stores settings that the provider changed, unless their owner has changed them meanwhile. */
  async replaceSettings(sql: Transaction, id: string, before: string | null, settings: string): Promise<void> {
    if (before === null) return;
    const updatedAt = () => sql.dialect.now;
    await sql.manager.update(ChannelEntity, { id, settings: before }, { settings, updatedAt });
  }

  /** Switches a channel off until its owner switches it on again. */
  async disable(sql: Transaction, id: string, reason: string): Promise<void> {
    const off = { enabled: false, state: 'disabled', stateReason: reason };
    await sql.manager.update(ChannelEntity, { id }, { ...off, updatedAt: () => sql.dialect.now });
  }

  /** Switches a channel off and withdraws the consent: switched on again, it needs a new one. */
  async unsubscribe(sql: Transaction, id: string, reason: string): Promise<void> {
    await this.disable(sql, id, reason);
    await sql.manager.update(ChannelEntity, { id }, { confirmedAt: null });
  }

  /** Nothing is sent until the owner of the address has confirmed it. Failures of the previous address are cleared. */
  async awaitConfirmation(sql: Transaction, id: string, reason: string): Promise<void> {
    const unconfirmed = { ...CLEAN_RECORD, state: 'unconfirmed', stateReason: reason, confirmedAt: null };
    await sql.manager.update(ChannelEntity, { id }, unconfirmed);
  }

  async confirm(sql: Transaction, id: string): Promise<void> {
    const confirmedAt = () => sql.dialect.now;
    await sql.manager.update(ChannelEntity, { id }, { state: 'ok', stateReason: null, confirmedAt });
  }

  /** Takes an address as confirmed; a channel that is failing or disabled stays so. */
  async trust(sql: Transaction, id: string): Promise<void> {
    await sql.manager.update(ChannelEntity, { id, state: 'unconfirmed' }, { state: 'ok', stateReason: null });
    await sql.manager.update(ChannelEntity, { id }, { confirmedAt: () => sql.dialect.now });
  }

  /** Says why the channel still waits, if it does. */
  async explainUnconfirmed(sql: Transaction, id: string, reason: string): Promise<void> {
    await sql.manager.update(ChannelEntity, { id, state: 'unconfirmed' }, { stateReason: reason });
  }

  /** For how many seconds the newest confirmation link works; 0 or less when it has ended, or none was sent. */
  async secondsOfConfirmationLink(sql: Sql, id: string): Promise<number> {
    const { now, unixSeconds } = sql.dialect;
    const [row] = await sql.query<{ remaining: number | string | null }>(
      `SELECT ${unixSeconds('confirmation_expires_at')} - ${unixSeconds(now)} AS remaining FROM channel WHERE id = ?`,
      [id],
    );
    return Number(row?.remaining ?? 0);
  }

  /** From now on the link of this mail is the only one that confirms the channel. */
  async setConfirmationLink(sql: Sql, id: string, mailId: string): Promise<void> {
    await sql.execute(
      'UPDATE channel SET confirmation_expires_at = (SELECT m.expires_at FROM system_message m WHERE m.id = ?) WHERE id = ?',
      [mailId, id],
    );
  }

  /** A channel by a link; @param expires seconds since 1970 until which the link works; @param locks the row */
  async findForConsent(sql: Sql, id: string, expires: number, locks: boolean): Promise<ConsentRow | null> {
    const { now, unixSeconds, forUpdate } = sql.dialect;
    const [row] = await sql.query<ConsentRow>(
      `SELECT c.id, c.user_id, c.type, c.settings, c.state, c.confirmed_at,
         (${unixSeconds(now)} >= ?) AS expired, ${unixSeconds('c.confirmation_expires_at')} AS newest
       FROM channel c WHERE c.id = ? ${locks ? forUpdate : ''}`,
      [expires, id],
    );
    return row ?? null;
  }

  /** Locks a channel that messages go through. Null when it was deleted, disabled, or has to be confirmed. */
  async lockHealth(sql: Sql, id: string): Promise<HealthRow | null> {
    const { dialect } = sql;
    const [row] = await sql.query<HealthRow>(
      `SELECT consecutive_failures, refusals, ${dialect.secondsBetween('first_failure_at', dialect.now)} AS failing_for
       FROM channel WHERE id = ? AND state NOT IN ('disabled', 'unconfirmed') ${dialect.forUpdate}`,
      [id],
    );
    return row ?? null;
  }

  /** @param pause seconds during which nothing is sent; null leaves a pause as it is */
  async recordFailure(
    sql: Sql,
    id: string,
    failure: { reason: string; failures: number; refusals: number; pause: number | null },
  ): Promise<void> {
    const { reason, failures, refusals, pause } = failure;
    const { now, nowPlus } = sql.dialect;
    await sql.execute(
      `UPDATE channel SET state = 'failing', state_reason = ?, consecutive_failures = ?, refusals = ?,
         first_failure_at = COALESCE(first_failure_at, ${now}), blocked_until = ${pause === null ? 'blocked_until' : nowPlus}
       WHERE id = ?`,
      [reason, failures, refusals, ...(pause === null ? [] : [pause]), id],
    );
  }

  /** Messages were accepted through these channels. Touches only rows that are `failing`: few of many. */
  async recordSuccess(sql: Sql, ids: string[]): Promise<void> {
    await sql.execute(
      `UPDATE channel SET state = 'ok', state_reason = NULL, consecutive_failures = 0, refusals = 0, first_failure_at = NULL,
         blocked_until = NULL
       WHERE id IN (${placeholders(ids.length)}) AND state = 'failing'`,
      ids,
    );
  }

  /** At most `limit` other usable channels of the owner, defaults first. None when the owner had switched this one off. */
  otherChannels(sql: Sql, id: string, limit: number): Promise<OtherChannel[]> {
    return sql.query<OtherChannel>(
      `SELECT c.id, c.type, c.is_default, a.type AS about_type, a.name AS about_name
       FROM channel a JOIN channel c ON c.user_id = a.user_id AND c.id <> a.id
       WHERE a.id = ? AND a.enabled = 1 AND ${IS_USABLE}
       ORDER BY c.is_default DESC, c.created_at, c.id LIMIT ${limit}`,
      [id],
    );
  }

  /** Locks at most `limit` channels of a user, in the order of the index `channel_user`. @returns their ids */
  async lockSome(sql: Sql, userId: string, limit: number): Promise<string[]> {
    const rows = await sql.query<{ id: string }>(
      `SELECT id FROM channel ${sql.dialect.byIndex('channel_user')} WHERE user_id = ? ORDER BY user_id, created_at, id
       LIMIT ${limit} ${sql.dialect.forUpdate}`,
      [userId],
    );
    return rows.map(({ id }) => id);
  }

  /** Deletes channels by their primary key. @returns how many there were */
  deleteAll(sql: Sql, ids: string[]): Promise<number> {
    return deleteByIds(sql, 'channel', ids);
  }
}
