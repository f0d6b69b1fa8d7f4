import { Database } from '../../src/database/database';
import { ProbeRecorder } from '../../src/inventory/probe/probe-recorder';
import { SourcePoller } from '../../src/source/polling/source-poller';
import { startApp, type TestApp } from '../setup/app';
import { createEmptyDatabase } from '../setup/database';
import { eventually } from '../setup/eventually';
import { onServerDatabase } from '../setup/process';
import { newUser, track, type Tracked } from '../setup/tracking';
import { StandIn } from './stand-in';

const ENVIRONMENT = { SOURCE_HOST_DELAY_MS: '0', SOURCES: 'all', SOURCE_REQUESTS_PER_HOST: '4' };
// On SQLite, which only one process may use, the second one would wait in this thread for what the first one writes.
const onServer = onServerDatabase ? describe : describe.skip;
const PROGRAMS = 3;
const PER_PROGRAM = 3;

/** Two processes on one database, and what is left when one of them dies. */
onServer('replicas that ask programs', () => {
  let shared: Awaited<ReturnType<typeof createEmptyDatabase>>;
  let one: TestApp;
  let other: TestApp;
  const programs: StandIn[] = [];
  const favorites: Tracked[] = [];

  beforeAll(async () => {
    shared = await createEmptyDatabase();
    one = await startApp({ ...ENVIRONMENT, DATABASE_URL: shared.url });
    other = await startApp({ ...ENVIRONMENT, DATABASE_URL: shared.url });
    for (let at = 0; at < PROGRAMS; at++)
      programs.push(await StandIn.open({ body: { version: '1.0' } }, `127.0.0.${at + 2}`));
    const agent = await newUser(one);
    for (let at = 0; at < PROGRAMS * PER_PROGRAM; at++) {
      const favorite = await track(one, agent, '0.9', ['0.9', '1.0', '1.1']);
      favorites.push(favorite);
      await agent
        .put(`/api/v1/favorite/${favorite.id}/probe/prod`)
        .send({ address: `${programs[at % PROGRAMS]!.url}/${at}`, json_path: '$.version' })
        .expect(200);
    }
  });

  afterAll(async () => {
    await one.close();
    await other.close();
    await shared.drop();
    await Promise.all(programs.map((program) => program.close()));
  });

  const poll = (test: TestApp) => test.app.get(SourcePoller).pollDue();

  async function makeDue(): Promise<void> {
    const { now } = one.database.dialect;
    await one.database.execute(`UPDATE probe SET next_at = ${now}`);
    await one.database.execute(`UPDATE source_host SET next_at = ${now}`);
    for (const program of programs) {
      program.asked.length = 0;
      program.most = 0;
    }
  }

  it('each address is asked once, and one at a time at a host', async () => {
    await makeDue();
    await Promise.all([poll(one), poll(other), poll(one), poll(other)]);
    await poll(one);
    const asked = programs.flatMap((program) => program.asked.map(({ path }) => path)).sort();
    expect(asked).toEqual(favorites.map((_, at) => `/${at}`).sort());
    expect(programs.map(({ most }) => most)).toEqual(programs.map(() => 1));
    for (const favorite of favorites) expect((await favorite.favorite()).version.version).toBe('1.0');
  });

  it('what a process that lost its host has learnt does not count, and is asked again', async () => {
    await makeDue();
    for (const program of programs) program.answer = { body: { version: '1.1' } };
    const recorder = one.app.get(ProbeRecorder);
    const record = recorder.record.bind(recorder);
    // As if it had been away for longer than its lease.
    const spy = jest.spyOn(recorder, 'record').mockImplementationOnce(async (...given) => {
      await other.app.get(Database).execute(`UPDATE source_host SET held_until = '2001-01-01 00:00:00.000000'`);
      await poll(other);
      return record(given[0], { text: '0.9' }, given[2]);
    });
    await poll(one);
    spy.mockRestore();
    // What it has learnt of the other hosts meanwhile may be late as well.
    await eventually(async () => {
      await poll(one);
      for (const favorite of favorites) expect((await favorite.favorite()).version.version).toBe('1.1');
    });
    const held = await one.database.query('SELECT host FROM source_host WHERE claim_id IS NOT NULL');
    expect(held).toEqual([]);
  });

  it('an answer that is being recorded when its owner changes the address is not that of the new one', async () => {
    await makeDue();
    const [favorite] = favorites;
    const recorder = one.app.get(ProbeRecorder);
    const record = recorder.record.bind(recorder);
    const path = `/api/v1/favorite/${favorite!.id}/probe/prod`;
    programs[0]!.answer = { body: { version: '1.0', next: '1.1' } };
    const spy = jest.spyOn(recorder, 'record').mockImplementation(async (probe, asked, claimed) => {
      if (probe.favorite_id === favorite!.id && probe.json_path === '$.version')
        await favorite!.agent
          .put(path)
          .send({ address: `${programs[0]!.url}/changed`, json_path: '$.next' })
          .expect(200);
      return record(probe, asked, claimed);
    });
    await poll(one);
    spy.mockRestore();
    await poll(one);
    expect((await favorite!.favorite()).version.version).toBe('1.1');
    expect((await favorite!.agent.get(path)).body.data).toMatchObject({ state: 'ok', version: '1.1' });
  });
});
