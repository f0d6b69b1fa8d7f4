import { eventually } from '../../setup/eventually';
import { createStage, onServerDatabase } from '../../setup/process';
import { FeedHost } from './feed-host';
import { PollApp } from './poll-app';

const NOTHING = { new: 0, unchanged: 0, failed: 0, skipped: 0, versions: 0 };

describe('polling of what is tracked', () => {
  let app: PollApp;
  let host: FeedHost;

  beforeAll(async () => {
    app = await PollApp.start({ SOURCES: 'tracked' });
  });

  beforeEach(async () => {
    await app.reset();
    host = await new FeedHost().open();
  });

  afterEach(() => host.close());
  afterAll(() => app.close());

  /** Products as the bundled catalogue brings them: each with a version and a source, all due. @returns their ids */
  async function catalogued(...names: string[]): Promise<Map<string, string>> {
    for (const name of names) host.publish(name, '1.0', '2.0');
    const records = names.map((name) => ({
      publisher: { name: 'P' },
      software: { name },
      versions: [{ version: '1.0' }],
      source: host.json(name),
    }));
    await app.test.import(...records);
    await app.due();
    const rows = await app.test.database.query<{ id: string; name: string }>('SELECT id, name FROM software');
    return new Map(rows.map(({ id, name }) => [name, id]));
  }

  const track = async (id: string) =>
    (await app.editor.post('/api/v1/favorite').send({ software: id, version: '1.0' }).expect(201)).body.data
      .uuid as string;

  it('asks for products that somebody tracks, and lets the others rest', async () => {
    const ids = await catalogued('tracked', 'other', 'another');
    await track(ids.get('tracked')!);
    expect(await app.poll()).toEqual({ ...NOTHING, new: 1, versions: 1 });
    expect(host.asked.map(({ name }) => name)).toEqual(['tracked']);
    expect(await app.health(ids.get('tracked')!)).toMatchObject({ state: 'ok' });
    expect(await app.health(ids.get('other')!)).toMatchObject({ state: 'resting', next_attempt: null });
    // They are looked at again in a day: nobody goes through them each second.
    const { dialect } = app.test.database;
    const due = `SELECT software_id FROM software_source WHERE next_at <= ${dialect.after(dialect.now, '80000')}`;
    expect(await app.test.database.query(due)).toHaveLength(1);
    await app.due();
    expect(await app.poll()).toEqual({ ...NOTHING, unchanged: 1 });
    expect(host.times('other')).toBe(0);
  });

  it('asks at once when a product gets its first favorite, and once however many there are', async () => {
    const ids = await catalogued('fresh');
    const trackAs = async (user: string) => {
      const favorite = { software: ids.get('fresh'), version: '1.0' };
      await (await app.test.as(user)).post('/api/v1/favorite').send(favorite).expect(201);
    };
    await app.poll();
    expect(host.asked).toEqual([]);
    await track(ids.get('fresh')!);
    await trackAs('bob');
    expect(await app.poll()).toEqual({ ...NOTHING, new: 1, versions: 1 });
    await trackAs('carol');
    expect(await app.poll()).toEqual(NOTHING);
    expect(host.times('fresh')).toBe(1);
  });

  it('asks at once when a favorite moves to a product that rests', async () => {
    const ids = await catalogued('from', 'to');
    const favorite = await track(ids.get('from')!);
    await app.poll();
    await app.editor
      .patch(`/api/v1/favorite/${favorite}`)
      .send({ software: ids.get('to'), version: '1.0' })
      .expect(200);
    expect(await app.poll()).toMatchObject({ new: 1 });
    expect(host.times('to')).toBe(1);
  });

  it('asks no more when the last favorite is gone, and again when there is one', async () => {
    const ids = await catalogued('left');
    const favorite = await track(ids.get('left')!);
    await app.poll();
    await app.editor.delete(`/api/v1/favorite/${favorite}`).expect(204);
    await app.due();
    expect(await app.poll()).toEqual(NOTHING);
    expect(await app.health(ids.get('left')!)).toMatchObject({ state: 'resting' });
    await track(ids.get('left')!);
    expect(await app.health(ids.get('left')!)).toMatchObject({ state: 'ok' });
    expect(await app.poll()).toEqual({ ...NOTHING, unchanged: 1 });
    expect(host.times('left')).toBe(2);
  });

  it('asks once for a source that somebody sets, whoever tracks the product', async () => {
    const ids = await catalogued('set');
    await app.poll();
    for (const times of [1, 2]) {
      await app.setSource(ids.get('set')!, host.json('set')).expect(200);
      await app.poll();
      expect(host.times('set')).toBe(times);
    }
    await app.due();
    expect(await app.poll()).toEqual(NOTHING);
    expect(await app.health(ids.get('set')!)).toMatchObject({ state: 'resting' });
  });

  (onServerDatabase ? it : it.skip)(
    'goes on where it was after all products were asked for a while, or none',
    async () => {
      const ids = await catalogued('one', 'two');
      await track(ids.get('one')!);
      await app.poll();
      const all = await PollApp.start({ SOURCES: 'all', DATABASE_URL: app.test.config.database.location });
      await app.due();
      expect(await all.poll()).toMatchObject({ new: 1, unchanged: 1 });
      expect(await all.health(ids.get('two')!)).toMatchObject({ state: 'ok' });
      await all.close();
      await app.due();
      expect(await app.poll()).toEqual({ ...NOTHING, unchanged: 1 });
      expect([host.times('one'), host.times('two')]).toEqual([3, 1]);
    },
  );

  (onServerDatabase ? it : it.skip)(
    'is asked within seconds of its first favorite by one of two replicas',
    async () => {
      const ids = await catalogued('shared');
      await app.poll();
      const stage = await createStage({ DATABASE_URL: app.test.config.database.location, SOURCES: 'tracked' });
      await Promise.all([stage.serve(), stage.serve()]);
      await track(ids.get('shared')!);
      await eventually(async () => (await app.versionsOf(ids.get('shared')!)).length === 2);
      await stage.drop();
      expect(host.times('shared')).toBe(1);
      expect(host.doubled).toEqual([]);
    },
  );
});
