import { DayRecorder } from '../../src/statistics/day-recorder';
import { daysAfter } from '../../src/favorite/store/support.list';
import { UpkeepService } from '../../src/maintenance/upkeep.service';
import { DatabaseClock } from '../../src/database/database-clock';
import { type Agent, expectProblem } from '../setup/api';
import { useApp } from '../setup/app';
import { product } from '../setup/catalogue';
import { count } from '../setup/tracking';

const test = useApp();
let serial = 0;

const on = (day: string, version: string) => ({ version, released_at: `${day}T00:00:00Z` });

beforeAll(async () => {
  await test.import(
    product('Far', [on('2026-01-01', '1.0.0'), on('2026-04-11', '2.0.0')]),
    product('Near', [on('2026-01-01', '1.0.0'), on('2026-01-11', '1.1.0')]),
    product('Nearer', [on('2026-01-01', '1.0.0'), on('2026-01-05', '1.0.1')]),
    product('Backport', [on('2026-05-01', '1.0.0'), on('2026-01-05', '1.0.1')]),
    product('Undated', ['1.0.0', '1.0.1']),
    product('Current', [on('2026-01-01', '1.0.0')]),
  );
});

interface Someone {
  agent: Agent;
  ids: Map<string, string>;
}

async function someone(...names: string[]): Promise<Someone> {
  const agent = await test.as(`user ${++serial}`);
  const ids = new Map<string, string>();
  for (const name of names) {
    const { body } = await agent.get('/api/v1/software').query({ 'name[eq]': name }).expect(200);
    const made = await agent.post('/api/v1/favorite').send({ software: body.data[0].id, version: '1.0.0' }).expect(201);
    ids.set(name, made.body.data.uuid as string);
  }
  return { agent, ids };
}

interface Behind {
  known_since: string | null;
  from: string;
  until: string;
  days: Record<string, unknown>[];
  months: { month: string; updates: number }[];
}

const behind = async ({ agent }: Someone, days = 365) =>
  (await agent.get(`/api/v1/statistics/behind?days=${days}`).expect(200)).body.data as Behind;
const today = async () => (await test.app.get(DatabaseClock).now(test.database)).slice(0, 10);
const record = (day: string) => test.app.get(DayRecorder).record(day);

describe('how far behind somebody is', () => {
  it('is counted by step, and in days between the releases in use and on offer', async () => {
    const ada = await someone('Far', 'Near', 'Nearer', 'Current');
    expect(await behind(ada)).toMatchObject({ known_since: null, days: [], months: [] });
    const day = await today();
    await record(day);
    expect((await behind(ada)).days).toEqual([
      { day, tracked: 4, major: 1, minor: 1, patch: 1, other: 0, median_days: 10, worst_days: 100 },
    ]);
  });

  it('has the middle of an even number, none below 0, and says when no days are known', async () => {
    const ada = await someone('Near', 'Nearer');
    const grace = await someone('Backport');
    const joan = await someone('Undated', 'Current');
    const day = await today();
    await record(day);
    expect((await behind(ada)).days).toMatchObject([{ median_days: 7, worst_days: 10 }]);
    expect((await behind(grace)).days).toMatchObject([{ patch: 1, median_days: 0, worst_days: 0 }]);
    expect((await behind(joan)).days).toMatchObject([{ tracked: 2, patch: 1, median_days: null, worst_days: null }]);
  });

  it('is written only where something has changed, and the same again for the same day', async () => {
    const ada = await someone('Far', 'Near');
    const day = await today();
    await record(daysAfter(day, -3));
    const rows = await count(test, 'user_day');
    await record(daysAfter(day, -2));
    await record(daysAfter(day, -2));
    expect(await count(test, 'user_day')).toBe(rows);
    await ada.agent.post(`/api/v1/favorite/${ada.ids.get('Far')}/update-to-latest-version`).expect(200);
    await record(daysAfter(day, -1));
    await record(daysAfter(day, -1));
    expect(await count(test, 'user_day')).toBe(rows + 1);
    expect((await behind(ada)).days).toMatchObject([
      { day: daysAfter(day, -3), major: 1, worst_days: 100 },
      { day: daysAfter(day, -1), major: 0, minor: 1, worst_days: 10 },
    ]);
    // What was so before the first day that is asked for is that of this day.
    expect((await behind(ada, 3)).days.map((one) => one.day)).toEqual([daysAfter(day, -2), daysAfter(day, -1)]);
    expect((await behind(ada, 1)).days).toMatchObject([{ day, major: 0 }]);
    await ada.agent.delete(`/api/v1/favorite/${ada.ids.get('Near')}`).expect(204);
    await ada.agent.delete(`/api/v1/favorite/${ada.ids.get('Far')}`).expect(204);
    await record(day);
    expect((await behind(ada)).days.at(-1)).toMatchObject({ day, tracked: 0, worst_days: null });
  });

  it('counts updates by month, without those that were taken back', async () => {
    const ada = await someone('Far', 'Near', 'Nearer');
    const move = (filter: object) =>
      ada.agent
        .post('/api/v1/favorite/bulk')
        .send({ action: 'update', ...filter })
        .expect(200);
    await move({ ids: [ada.ids.get('Far'), ada.ids.get('Near')] });
    const { body } = await move({ ids: [ada.ids.get('Nearer')] });
    await ada.agent.post(`/api/v1/favorite/bulk/${body.data.id}/undo`).expect(200);
    const { after } = test.database.dialect;
    await test.database.execute(`UPDATE favorite_bulk SET created_at = ${after('created_at', '-86400')}`);
    const day = await today();
    await record(day);
    await record(day);
    expect((await behind(ada)).months).toEqual([{ month: daysAfter(day, -1).slice(0, 7), updates: 2 }]);
  });

  it('is of the caller alone, for two years at most', async () => {
    const ada = await someone('Far');
    const grace = await someone();
    await record(await today());
    expect((await behind(ada)).days).toHaveLength(1);
    expect((await behind(grace)).days).toEqual([]);
    for (const days of ['0', '732', 'x'])
      expectProblem(await ada.agent.get(`/api/v1/statistics/behind?days=${days}`), 400, 'invalid-query');
    const [user] = await test.database.query<{ id: string }>('SELECT id FROM user LIMIT 1');
    await test.database.execute('INSERT INTO user_update (user_id, day, updates) VALUES (?, ?, 1)', [
      user!.id,
      '2020-01-01',
    ]);
    await record(await today());
    expect(await count(test, "user_update WHERE day = '2020-01-01'")).toBe(0);
  });

  it('is recorded by the upkeep once a day, also when the clock was set back', async () => {
    const ada = await someone('Near');
    const upkeep = test.app.get(UpkeepService);
    await upkeep.run();
    expect((await behind(ada)).days).toMatchObject([{ day: await today(), minor: 1 }]);
    const spy = jest.spyOn(test.app.get(DayRecorder), 'record');
    await upkeep.run();
    expect(spy).not.toHaveBeenCalled();
    await test.database.execute(`UPDATE upkeep SET next_at = '2035-01-01 00:00:00.000000' WHERE name = 'user-days'`);
    await upkeep.run();
    expect(spy).toHaveBeenCalledWith(await today(), undefined);
    spy.mockRestore();
  });
});
