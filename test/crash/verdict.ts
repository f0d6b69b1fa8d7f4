import type { TestApp } from '../setup/app';
import { type Claim, nameOf } from './audit';
import type { Tracker } from './cast';
import type { Arrival } from './receivers';
import { isKilled, type Life, wasTroubled } from './replica';
import type { Scene, Span } from './scene';

/** Milliseconds by which clocks and the order of what happens at once may differ. */
const SLACK = 500;

export interface Figures {
  notifications: number;
  deliveries: number;
  /** Ended as sent. */
  sent: number;
  /** That were to be sent and had been taken back by then. */
  cancelled: number;
  /** As they were written down. */
  attempts: number;
  requests: number;
  kills: number;
  stops: number;
  cuts: number;
  /** Claims that their process neither ended nor gave back, as it was in trouble. */
  broken: number;
  /** Accepted once more although it had been accepted: the process was in trouble between the answer and its record. */
  duplicates: number;
  lost: number;
}

interface Row {
  id: string;
  favorite_id: string;
  software_id: string;
  version: string;
  channel_id: string;
  state: string;
  last_error: string | null;
}

interface FavoriteRow {
  id: string;
  software_id: string;
  notified: string | null;
  tracked: string;
  update_available: number;
}

/** All that is known of one delivery at the end. */
interface Story {
  row: Row;
  claims: Claim[];
  arrivals: Arrival[];
}

/** Holds what the service says, what the receivers got and what the harness knows against each other. */
export class Verdict {
  readonly problems: string[];
  private stories: Story[] = [];

  constructor(
    private readonly test: TestApp,
    private readonly scene: Scene,
  ) {
    this.problems = [...scene.problems, ...scene.receivers.wrong];
  }

  async judge(): Promise<Figures> {
    await this.load();
    const lost = this.missing();
    let duplicates = 0;
    let broken = 0;
    for (const story of this.stories) {
      this.judgeEnd(story);
      this.judgeClaims(story);
      this.judgeArrivals(story);
      duplicates += Math.max(0, accepted(story) - 1);
      broken += brokenClaims(story).length;
    }
    await this.judgeNotices();
    await this.judgeFavorites();
    return this.figures({ broken, duplicates, lost });
  }

  private async load(): Promise<void> {
    const rows = await this.test.database.query<Row>(
      `SELECT d.id, n.favorite_id, n.software_id, v.version, d.channel_id, d.state, d.last_error
       FROM delivery d JOIN notification n ON n.id = d.notification_id JOIN version v ON v.id = n.version_id`,
    );
    const { claims, revived, afterEnd } = await this.scene.audit.read();
    this.problems.push(...afterEnd);
    const stories = new Map(rows.map((row) => [row.id, { row, claims: [], arrivals: [] } as Story]));
    for (const claim of claims) stories.get(claim.deliveryId)?.claims.push(claim);
    for (const arrival of this.scene.receivers.arrivals) {
      const story = stories.get(arrival.deliveryId);
      if (story) story.arrivals.push(arrival);
      else if (!this.wasDeleted(arrival, claims))
        this.problems.push(`a delivery ${arrival.deliveryId} was sent that does not exist`);
    }
    this.stories = [...stories.values()];
    for (const { row } of this.stories)
      if (revived.has(row.id) && !this.withdrawnSpan(row))
        this.problems.push(`${row.id} was cancelled and then queued although its version was never withdrawn`);
  }

  /** When the version of a delivery was withdrawn; it is put back later, and what was cancelled meanwhile is queued again. */
  private withdrawnSpan({ software_id, version }: Row): Span | undefined {
    const software = this.scene.cast.products.findIndex(({ softwareId }) => softwareId === software_id);
    return this.scene.withdrawn.get(`${software} ${version}`);
  }

  /** With its favorite; and sent by somebody who had claimed it before that. */
  private wasDeleted({ deliveryId, favorite, at }: Arrival, claims: Claim[]): boolean {
    const deletedAt = this.scene.deleted.get(favorite);
    if (deletedAt === undefined) return false;
    return claims.some(
      (claim) => claim.deliveryId === deliveryId && claim.at <= deletedAt + SLACK && this.heldAt(claim, at),
    );
  }

  private isDeleted({ favoriteId }: Tracker): boolean {
    return this.scene.deleted.has(favoriteId);
  }

  /** (a) and (b): what should have been told and was not. @returns how many */
  private missing(): number {
    const { trackers, products, channels, doomed } = this.scene.cast;
    const found = new Map<string, Row[]>();
    for (const { row } of this.stories) {
      const key = `${row.favorite_id} ${row.version} ${row.channel_id}`;
      found.set(key, [...(found.get(key) ?? []), row]);
    }
    let lost = 0;
    const expected = new Set<string>();
    for (const { favoriteId, software, user, moves } of trackers.filter((tracker) => !this.isDeleted(tracker)))
      for (const label of products[software]!.labels)
        for (const channel of channels[user]!) {
          const key = `${favoriteId} ${label} ${channel}`;
          expected.add(key);
          const rows = found.get(key) ?? [];
          if (rows.length > 1) this.problems.push(`${key} has ${rows.length} deliveries`);
          if (rows.some(({ state }) => state === 'sent')) continue;
          if (moves || doomed.includes(channel)) continue;
          if (rows.length === 1 && this.scene.withdrawn.has(`${software} ${label}`)) continue;
          lost++;
          this.problems.push(
            `${key} was not told: ${rows.map(({ state, last_error }) => `${state} ${last_error}`).join()}`,
          );
        }
    for (const key of found.keys()) if (!expected.has(key)) this.problems.push(`${key} was not to be told`);
    return lost;
  }

  private judgeEnd({ row, claims, arrivals }: Story): void {
    const say = (what: string) => this.problems.push(`delivery ${row.id} (${row.state}): ${what}`);
    const good = claims.filter(({ endedAs }) => endedAs === 'sent').length;
    if (row.state === 'queued') say('it has not ended');
    if ((row.state === 'sent') !== (good === 1)) say(`${good} claims ended as sent`);
    if (row.state === 'sent' && !arrivals.some((arrival) => arrival.accepted)) say('nobody accepted it');
    if (row.state === 'failed' && !this.scene.cast.doomed.includes(row.channel_id)) say(`${row.last_error}`);
    for (const { channelId, favorite, version } of arrivals)
      if (channelId !== row.channel_id || favorite !== row.favorite_id || version !== row.version)
        say(`with its id ${favorite} ${version} came through ${channelId}`);
  }

  /** (c): a message is accepted twice only when the process that had it accepted could not write that down. */
  private judgeClaims(story: Story): void {
    const { row, claims, arrivals } = story;
    const say = (what: string) => this.problems.push(`delivery ${row.id}: ${what}`);
    const broken = brokenClaims(story);
    for (const claim of broken)
      if (!this.couldNotRecord(story, claim)) say('a claim was lost although its process was well');
    for (const { at } of arrivals.filter((arrival) => arrival.accepted)) {
      const holders = claims.filter((claim) => this.heldAt(claim, at));
      if (!holders.some((claim) => claim.endedAs === 'sent' || this.wasOutOfReach(story, claim)))
        say(
          `it was accepted, and not written down by a process that was well: ${JSON.stringify({ at, holders, claims })}`,
        );
    }
    const recorded = claims.filter(({ endedAs }) => endedAs === 'sent').length;
    if (accepted(story) > recorded + broken.length)
      say(`accepted ${accepted(story)} times, ${broken.length} claims broken`);
    // A connection that turns out to be stale is tried once more in the same attempt.
    if (arrivals.length > 2 * claims.length) say(`${arrivals.length} requests in ${claims.length} attempts`);
  }

  /** Whether it had ended, or could not reach the database, when the lease ended: what it knew was lost. */
  private wasOutOfReach({ claims }: Story, claim: Claim): boolean {
    if (claim.endedAt !== null) return false;
    if (this.scene.lapsedInTrouble.has(nameOf(claim.deliveryId, claim.id))) return true;
    const life = this.scene.lives.get(claim.connection);
    return life !== undefined && isKilled(life) && killedAt(life) <= nextAfter(claim, claims);
  }

  /** That, or its process was in trouble at some time while it held it: it may not know that it has claimed it. */
  private couldNotRecord(story: Story, claim: Claim): boolean {
    const life = this.scene.lives.get(claim.connection);
    if (this.wasOutOfReach(story, claim)) return true;
    const next = nextAfter(claim, story.claims);
    return claim.endedAt === null && life !== undefined && wasTroubled(life, claim.at - SLACK, next);
  }

  /** (d): each request belongs to a claim that was held then, and that was made while the message was still wanted. */
  private judgeArrivals({ row, claims, arrivals }: Story): void {
    const unwanted = [this.scene.off.get(row.channel_id), this.withdrawnSpan(row)];
    for (const { at } of arrivals) {
      const holders = claims.filter((claim) => this.heldAt(claim, at));
      if (holders.length === 0) this.problems.push(`delivery ${row.id} was sent by nobody who held it`);
      else if (unwanted.some((span) => span && holders.every((claim) => isWithin(span, claim.at, at))))
        this.problems.push(`delivery ${row.id} was sent although it was not wanted any more`);
    }
  }

  private heldAt({ at, endedAt, connection }: Claim, moment: number): boolean {
    const life = this.scene.lives.get(connection);
    const end = endedAt ?? (life && isKilled(life) ? killedAt(life) : Infinity);
    return at - SLACK <= moment && moment <= end + SLACK;
  }

  /** The owner of a channel that its receiver took down is told through his other one: at least once, and by one message. */
  private async judgeNotices(): Promise<void> {
    const gone = this.scene.cast.doomed[1];
    const [row] = await this.test.database.query('SELECT id FROM channel WHERE id = ? AND state = ?', [
      gone ?? '',
      'disabled',
    ]);
    const { notices } = this.scene.receivers;
    const [way] = this.scene.cast.channels.find((channels) => channels.includes(gone ?? '')) ?? [];
    if (row && !notices.some(({ accepted }) => accepted)) this.problems.push(`nobody was told that ${gone} is off`);
    if (new Set(notices.map(({ deliveryId }) => deliveryId)).size > 1) this.problems.push('it was told twice');
    for (const { about, channelId } of notices)
      if (about !== gone || channelId !== way) this.problems.push(`${channelId} was told that ${about} is off`);
  }

  /** (e), and the flags. */
  private async judgeFavorites(): Promise<void> {
    const rows = await this.test.database.query<FavoriteRow>(
      `SELECT f.id, f.software_id, nv.version AS notified, tv.version AS tracked, f.update_available
       FROM favorite f JOIN version tv ON tv.id = f.version_id LEFT JOIN version nv ON nv.id = f.notified_version_id`,
    );
    for (const { id, software_id, notified, tracked, update_available } of rows) {
      const told = this.stories.filter(({ row }) => row.favorite_id === id && row.state === 'sent');
      const last = Math.max(0, ...told.map(({ row }) => Number(row.version)));
      if (Number(notified ?? 0) !== last) this.problems.push(`favorite ${id} has notified ${notified}, not ${last}`);
      const { labels } = this.scene.cast.products.find(({ softwareId }) => softwareId === software_id)!;
      const outdated = Number(tracked) < Number(labels.at(-1));
      if (Boolean(update_available) !== outdated) this.problems.push(`favorite ${id} on ${tracked} has the wrong flag`);
    }
    const states = await this.test.database.query<{ state: string }>('SELECT DISTINCT state FROM notification');
    if (states.some(({ state }) => state === 'pending')) this.problems.push('a notification is still pending');
  }

  private async figures(counted: Pick<Figures, 'broken' | 'duplicates' | 'lost'>): Promise<Figures> {
    const total = (of: string, table: string) =>
      this.test.database.count({ text: `SELECT ${of} AS total FROM ${table}`, parameters: [] });
    const sum = (kind: 'kill' | 'stop' | 'cut') =>
      this.scene.replicas.reduce((total, { counts }) => total + counts[kind], 0);
    const ended = (state: string) => this.stories.filter(({ row }) => row.state === state).length;
    return {
      ...{ notifications: await total('COUNT(*)', 'notification'), deliveries: this.stories.length },
      ...{ sent: ended('sent'), cancelled: ended('cancelled') + ended('failed') },
      ...{ attempts: await total('SUM(attempts)', 'delivery'), requests: this.scene.receivers.arrivals.length },
      ...{ kills: sum('kill') + this.scene.importKills, stops: sum('stop'), cuts: sum('cut') },
      ...counted,
    };
  }
}

const accepted = ({ arrivals }: Story) => arrivals.filter((arrival) => arrival.accepted).length;

const brokenClaims = ({ claims }: Story) => claims.filter(({ endedAt }) => endedAt === null);

/** When somebody else had it. */
const nextAfter = (claim: Claim, claims: Claim[]) => claims[claims.indexOf(claim) + 1]?.at ?? Infinity;

const killedAt = ({ troubles }: Life) => troubles.find(({ kind }) => kind === 'kill')!.from;

/** Whether both moments are well inside. */
const isWithin = ({ from, to }: Span, ...moments: number[]) =>
  moments.every((moment) => moment > from + SLACK && moment < (to ?? Infinity) - SLACK);
