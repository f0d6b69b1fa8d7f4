import { DatabaseClock } from '../../src/database/database-clock';
import type { TestApp } from '../setup/app';
import type { Random } from '../setup/random';
import { type Favorite, Model, NO_POLICY, offerOf, type Policy, ripened, type Shelf, type User } from './model';
import { momentOf, plusDays, type Product, type Release } from './releases';

type Agent = Awaited<ReturnType<TestApp['as']>>;

/** Half days never meet the moments of checks, which are days apart: the little real time that passes decides nothing. */
const REMIND_EVERY_DAYS = 20.5;
const OWN_REMIND_EVERY_DAYS = 45.5;

export const ENVIRONMENT = { REMIND_EVERY: `${REMIND_EVERY_DAYS * 24}h` };

/** The service and the model beside it: whatever happens, happens to both. */
export class World {
  readonly model = new Model(REMIND_EVERY_DAYS);
  readonly users: User[] = [];
  readonly shelves: Shelf[] = [];
  private readonly agents = new Map<User, Agent>();
  private readonly softwareIds = new Map<Shelf, string>();
  private imports = 0;

  constructor(
    private readonly test: TestApp,
    private readonly random: Random,
    private now: number,
  ) {
    const clock = test.app.get(DatabaseClock) as { now: unknown };
    clock.now = async () => momentOf(this.now);
  }

  get favorites(): Favorite[] {
    return [...this.model.favorites.values()];
  }

  /** Time passes. Reminders are due by the database's own clock, so there the due times come nearer instead. */
  async pass(days: number): Promise<void> {
    this.now = plusDays(this.now, days);
    const { dialect } = this.test.database;
    await this.test.database.execute(
      `UPDATE favorite SET due_at = ${dialect.after('due_at', '?')} WHERE due_at IS NOT NULL`,
      [-days * 86_400],
    );
  }

  async check(): Promise<void> {
    await this.test.check();
    this.model.check(this.now);
  }

  async addUser(name: string, kind: number): Promise<void> {
    const agent = await this.test.as(name);
    const channel = async (more: object) => {
      const { body } = await agent
        .post('/api/v1/channel')
        .send({ type: 'log', name: 'log', settings: {}, ...more })
        .expect(201);
      const { id, is_default, enabled } = body.data as { id: string; is_default: boolean; enabled: boolean };
      return { id, isDefault: is_default, enabled };
    };
    const user: User = { name, notified: kind !== 1, notifyAlways: null, channels: [] };
    // One without any channel, one with a channel that is off, some with several, all others with one of each.
    if (kind !== 2) user.channels.push(await channel({ enabled: kind !== 3 }));
    if (kind % 5 === 4) user.channels.push(await channel({}));
    if (kind !== 2) user.channels.push(await channel({ is_default: false }));
    if (kind % 10 === 5) user.notifyAlways = kind % 20 === 5;
    await agent
      .patch('/api/v1/profile')
      .send({ notifications_enabled: user.notified, notify_always: user.notifyAlways })
      .expect(200);
    this.users.push(user);
    this.agents.set(user, agent);
  }

  /** What of the products is known at the start. */
  async addProducts(products: Product[]): Promise<void> {
    for (const product of products)
      this.shelves.push({ product, arrived: [], imports: new Map(), withdrawn: new Set(), changed: false });
    await this.release(this.shelves.map((shelf) => ({ shelf, arriving: this.releasedBy(shelf) })));
    // Nobody can have a new product as a favorite, so there is nothing to check.
    for (const shelf of this.shelves) shelf.changed = false;
    const rows = await this.test.database.query<{ id: string; identity: string }>('SELECT id, identity FROM software');
    const ids = new Map(rows.map(({ id, identity }) => [identity, id]));
    for (const shelf of this.shelves) this.softwareIds.set(shelf, ids.get(shelf.product.identity)!);
  }

  /** What was released since it was looked at last, in one import or several, with checks in between or without. */
  async releaseNews(): Promise<void> {
    const news = this.shelves.map((shelf) => ({ shelf, arriving: this.releasedBy(shelf) }));
    let left = this.random.shuffled(news.filter(({ arriving }) => arriving.length > 0));
    while (left.length > 0) {
      const size = this.random.chance(0.6) ? left.length : this.random.whole(1, left.length);
      await this.release(left.slice(0, size));
      left = left.slice(size);
      if (this.random.chance(0.2)) await this.check();
    }
  }

  /** Takes a version of some products back, mostly the newest one, and puts back some that were taken back. */
  async flap(): Promise<void> {
    const shelves = this.random.shuffled(this.shelves).slice(0, 3);
    for (const { arrived, withdrawn } of shelves) {
      if (withdrawn.size > 0 && this.random.chance(0.6)) withdrawn.clear();
      else withdrawn.add((this.random.chance(0.7) ? arrived.at(-1)! : this.random.one(arrived)).label);
    }
    await this.release(shelves.map((shelf) => ({ shelf, arriving: shelf.arrived })));
  }

  async release(news: { shelf: Shelf; arriving: Release[] }[]): Promise<void> {
    const records = news.map(({ shelf: { product, withdrawn }, arriving }) => ({
      publisher: { name: `Publisher of ${product.identity}` },
      software: { name: product.name },
      identity: { kind: product.identity.split(':')[0], id: product.identity.split(':').slice(1).join(':') },
      ordering: product.ordering,
      versions: arriving.map(({ label, releasedAt, said }) => ({
        version: label,
        released_at: releasedAt,
        prerelease: said,
        removed_at: withdrawn.has(label) ? new Date(this.now).toISOString() : null,
      })),
    }));
    expect((await this.test.import(...records)).rejected).toBe(0);
    this.imports++;
    for (const { shelf, arriving } of news) {
      const added = arriving.filter((release) => !shelf.arrived.includes(release));
      shelf.arrived.push(...added);
      for (const release of added) shelf.imports.set(release, this.imports);
      shelf.changed = true;
    }
  }

  /** A favorite of somebody who does not have this product yet, on some version and with some policy. */
  async addFavorite(): Promise<void> {
    const user = this.random.one(this.users);
    const mine = new Set(this.favorites.filter((one) => one.user === user).map(({ shelf }) => shelf));
    const shelf = this.random.one(this.shelves.filter((one) => !mine.has(one)));
    const tracked = this.random.one(shelf.arrived);
    const useDefault = this.random.chance(0.85);
    const notified = this.random.chance(0.93);
    const notifyAlways = this.random.chance(0.08);
    const { body } = await this.agents
      .get(user)!
      .post('/api/v1/favorite')
      .send({
        software: this.softwareIds.get(shelf),
        version: tracked.label,
        use_default_notification: useDefault,
        notifications_enabled: notified,
        notify_always: notifyAlways,
      })
      .expect(201);
    const favorite: Favorite = {
      ...{ id: body.data.uuid as string, user, shelf, tracked, policy: NO_POLICY },
      ...{ notified, useDefault, notifyAlways, offered: null, known: null, due: null, told: new Map() },
      ...{ lookedAt: this.now, ripe: false, wakesAt: null },
    };
    this.model.favorites.set(favorite.id, favorite);
    this.model.write(favorite, this.now, 'always', () => undefined);
    expect(body.data.update_available).toBe(favorite.offered !== null);
    if (this.random.chance(0.6)) await this.setPolicy(favorite);
  }

  /** Something that an owner does to a favorite now and then. */
  async touch(): Promise<void> {
    // The awkward ones first: those for which time has done something that no check has seen yet.
    const ripe = this.favorites.filter((one) => ripened(one, this.now));
    const favorite = this.random.one(ripe.length > 0 && this.random.chance(0.5) ? ripe : this.favorites);
    const action = this.random.whole(1, 8);
    if (action === 1) await this.moveToLatest(favorite);
    else if (action === 2) await this.moveTo(favorite, this.random.one(favorite.shelf.arrived));
    else if (action === 3) await this.switchNotifications(favorite);
    else if (action === 4) await this.replace(favorite);
    else if (action === 5) await this.writeNotes(favorite);
    else if (action === 6) await this.snooze(favorite);
    else await this.setPolicy(favorite);
  }

  private async moveToLatest(favorite: Favorite): Promise<void> {
    const { body } = await this.agentOf(favorite)
      .post(`${urlOf(favorite)}/update-to-latest-version`)
      .expect(200);
    const latest = offerOf(favorite, this.now);
    this.model.write(favorite, this.now, latest ? 'unless-new' : 'never', () => {
      favorite.tracked = latest ?? favorite.tracked;
    });
    expect(body.data.version.version).toBe(favorite.tracked.label);
  }

  private async moveTo(favorite: Favorite, release: Release): Promise<void> {
    await this.agentOf(favorite).patch(urlOf(favorite)).send({ version: release.label }).expect(200);
    const seen = release === favorite.tracked ? 'never' : 'unless-new';
    this.model.write(favorite, this.now, seen, () => (favorite.tracked = release));
  }

  private async switchNotifications(favorite: Favorite): Promise<void> {
    const notified = !favorite.notified;
    await this.agentOf(favorite).patch(urlOf(favorite)).send({ notifications_enabled: notified }).expect(200);
    this.model.write(favorite, this.now, 'unless-new', () => (favorite.notified = notified));
  }

  private async writeNotes(favorite: Favorite): Promise<void> {
    await this.agentOf(favorite).patch(urlOf(favorite)).send({ notes: 'looked at' }).expect(200);
    this.model.write(favorite, this.now, 'never', () => undefined);
  }

  private async replace(favorite: Favorite): Promise<void> {
    await this.agentOf(favorite).delete(urlOf(favorite)).expect(204);
    this.model.favorites.delete(favorite.id);
    await this.addFavorite();
  }

  private async setPolicy(favorite: Favorite): Promise<void> {
    const policy = this.somePolicy(favorite);
    await this.agentOf(favorite)
      .put(`${urlOf(favorite)}/policy`)
      .send({
        include_prereleases: policy.prereleases,
        series: policy.series,
        skip: policy.skip,
        snoozed_until: policy.snoozedUntil === null ? null : new Date(policy.snoozedUntil).toISOString(),
        minimum_age_days: policy.minimumAgeDays,
        channels: policy.channels,
        remind_every: policy.remindEvery === null ? null : `${policy.remindEvery * 24}h`,
      })
      .expect(200);
    this.model.setPolicy(favorite, this.now, policy);
  }

  /** As the page behind a message does it, of something to be snoozed when there is any. */
  private async snooze(favorite: Favorite): Promise<void> {
    const outdated = this.favorites.filter(({ offered }) => offered !== null);
    const one = outdated.length > 0 ? this.random.one(outdated) : favorite;
    const snoozedUntil = plusDays(this.now, this.random.one([1, 7, 30]));
    await this.agentOf(one)
      .patch(`${urlOf(one)}/policy`)
      .send({ snoozed_until: new Date(snoozedUntil).toISOString() })
      .expect(200);
    this.model.setPolicy(one, this.now, { ...one.policy, snoozedUntil });
  }

  /** Mostly one wish, sometimes several, sometimes none. */
  private somePolicy({ shelf, tracked, useDefault, user }: Favorite): Policy {
    const { random } = this;
    const wish = () => random.chance(0.25);
    const own = user.channels.filter(({ isDefault }) => !isDefault).map(({ id }) => id);
    return {
      prereleases: wish(),
      series: shelf.product.plain && wish() ? seriesOf(tracked.label, random.whole(1, 2)) : null,
      skip: wish() ? shelf.product.releases.filter(() => random.chance(0.3)).map(({ label }) => label) : [],
      snoozedUntil: wish() ? plusDays(this.now, random.whole(-5, 90)) : null,
      minimumAgeDays: wish() ? random.whole(1, 40) : null,
      channels: useDefault || random.chance(0.2) ? [] : own,
      remindEvery: wish() ? OWN_REMIND_EVERY_DAYS : null,
    };
  }

  private releasedBy({ product, arrived }: Shelf): Release[] {
    return product.releases.filter((release) => release.at <= this.now && !arrived.includes(release));
  }

  private agentOf(favorite: Favorite): Agent {
    return this.agents.get(favorite.user)!;
  }
}

const urlOf = (favorite: Favorite) => `/api/v1/favorite/${favorite.id}`;

const seriesOf = (label: string, parts: number) => label.replace(/^v/, '').split('.').slice(0, parts).join('.');
