import { SoftwareRepository } from '../../../src/software/software.repository';
import { PollResultRepository } from '../../../src/source/polling/poll-result.repository';
import { LEASE_SECONDS } from '../../../src/source/polling/source-host.repository';
import { SourcePoller } from '../../../src/source/polling/source-poller';
import { onServerDatabase } from '../../setup/process';
import { startApp, type TestApp } from '../../setup/app';
import { eventually } from '../../setup/eventually';
import { pauseBefore } from '../../setup/named-points';
import { FeedHost } from './feed-host';
import { PollApp } from './poll-app';

const record = (name: string, ...versions: (string | object)[]) => ({
  publisher: { name: 'P' },
  software: { name },
  versions: versions.map((version) => (typeof version === 'string' ? { version } : version)),
});

describe('a poll and somebody else at the same time', () => {
  let app: PollApp;
  let host: FeedHost;
  let products = 0;

  beforeAll(async () => {
    app = await PollApp.start();
  });

  beforeEach(async () => {
    await app.reset();
    host = await new FeedHost().open();
  });

  afterEach(() => host.close());
  afterAll(() => app.close());

  /** A product with a source that has 2.0. */
  async function add(): Promise<{ id: string; name: string }> {
    const name = `product-${++products}`;
    const id = await app.product(name);
    host.publish(name, '1.0', '2.0');
    await app.setSource(id, host.npm(name)).expect(200);
    // Takes up the mark of the product's new ordering.
    await app.test.check();
    return { id, name };
  }

  const steal = () =>
    app.test.database.execute('UPDATE source_host SET claim_id = ?, held_until = ?', [
      '00000000-0000-7000-8000-00000000dead',
      '2999-01-01 00:00:00.000000',
    ]);

  const rowOf = async (id: string) => {
    const [row] = await app.test.database.query<Record<string, unknown>>(
      `SELECT s.*, h.claim_id FROM software_source s JOIN source_host h ON h.host = s.host WHERE software_id = ?`,
      [id],
    );
    return row;
  };

  /** What of the row polls write. */
  async function expectUntouched(id: string, before: unknown): Promise<void> {
    expect(await rowOf(id)).toEqual({ ...(before as object), claim_id: '00000000-0000-7000-8000-00000000dead' });
  }

  describe('when the claim was taken over before', () => {
    /** Runs a poll, and takes the host from it while its answer is on the way. */
    async function stolenFrom(id: string): Promise<void> {
      const before = await rowOf(id);
      host.delayMs = 100;
      const polling = app.poll();
      while (host.busy === 0) await new Promise((resolve) => setTimeout(resolve, 2));
      await steal();
      await polling;
      await expectUntouched(id, before);
    }

    it.each([
      ['new releases', () => undefined],
      ['that nothing is new', () => app.poll()],
      ['a failure', (name: string) => host.wrong.set(name, (response) => response.writeHead(500).end())],
    ])('%s is not written', async (what, prepare) => {
      const { id, name } = await add();
      await prepare(name);
      await app.due(id);
      await stolenFrom(id);
      expect(await app.versionsOf(id)).toEqual(what === 'that nothing is new' ? ['2.0', '1.0'] : ['1.0']);
      if (what === 'new releases') expect(await app.test.database.query('SELECT * FROM update_mark')).toEqual([]);
    });
  });

  it('the source is taken away: what was on the way is not stored', async () => {
    const { id } = await add();
    host.delayMs = 100;
    const polling = app.poll();
    while (host.busy === 0) await new Promise((resolve) => setTimeout(resolve, 2));
    await app.editor.delete(`/api/v1/software/${id}/source`).expect(204);
    expect(await polling).toMatchObject({ skipped: 1, new: 0 });
    expect(await app.versionsOf(id)).toEqual(['1.0']);
    expect(await app.test.database.query('SELECT * FROM source_host')).toEqual([]);
  });

  it('an import of the product: both are stored, and what is latest is', async () => {
    const { id, name } = await add();
    host.publish(name, '4.0');
    host.delayMs = 20;
    const imports = async () => {
      for (let number = 0; number < 10; number++) await app.test.import(record(name, `3.${number}`));
    };
    const [summary] = await Promise.all([app.poll(), imports()]);
    expect(summary).toMatchObject({ new: 1, failed: 0 });
    const all = Array.from({ length: 10 }, (_, number) => `3.${9 - number}`);
    expect(await app.versionsOf(id)).toEqual(['4.0', ...all, '2.0', '1.0']);
    const [latest] = await app.test.database.query(
      'SELECT v.version FROM software s JOIN version v ON v.id = s.latest_version_id WHERE s.id = ?',
      [id],
    );
    expect(latest).toEqual({ version: '4.0' });
  });

  (onServerDatabase ? describe : describe.skip)('in another process', () => {
    let other: TestApp;

    beforeAll(async () => {
      other = await startApp({ DATABASE_URL: app.test.config.database.location, SOURCES: 'all' });
    });

    afterAll(() => other.close());

    it('the source is changed while its releases are being stored: it waits, and is asked anew', async () => {
      const { id, name } = await add();
      host.publish('other', '5.0');
      const { reached, goOn } = pauseBefore(app.test.app.get(PollResultRepository), 'recordStored');
      const polling = app.poll();
      await reached;
      const agent = await other.as('eve', ['catalogue:write']);
      const locking = pauseBefore(other.app.get(SoftwareRepository), 'lockById');
      const changing = agent.put(`/api/v1/software/${id}/source`).send(host.npm('other')).expect(200).then();
      await locking.reached;
      locking.goOn();
      goOn();
      await Promise.all([polling, changing]);
      await app.poll();
      expect(await app.versionsOf(id)).toEqual(['5.0', '2.0', '1.0']);
      expect(host.times(name)).toBe(1);
      expect(await app.health(id)).toMatchObject({ state: 'ok' });
    });

    it('the product is locked for long: others are asked, and it is asked again later', async () => {
      const { id } = await add();
      const others = [await add(), await add(), await add(), await add()];
      let unlock: () => void;
      const end = new Promise<void>((resolve) => (unlock = resolve));
      let isLocked = false;
      const locking = other.database.transaction(async (sql) => {
        await sql.query('SELECT id FROM software WHERE id = ? FOR UPDATE', [id]);
        isLocked = true;
        await end;
      });
      await eventually(() => isLocked);
      // It ends while the product is locked.
      expect(await app.poll()).toMatchObject({ new: 4, skipped: 1, failed: 0 });
      for (const one of others) expect(await app.versionsOf(one.id)).toEqual(['2.0', '1.0']);
      const { next_attempt, state } = await app.health(id);
      expect([state, Date.parse(next_attempt) - Date.now() < 61_000]).toEqual(['new', true]);
      unlock!();
      await locking;
      await app.due(id);
      await app.poll();
      expect(await app.versionsOf(id)).toEqual(['2.0', '1.0']);
    });

    it('a claim that is over while releases are being stored: who took over asks again, and all is there once', async () => {
      const { id, name } = await add();
      const { reached, goOn } = pauseBefore(app.test.app.get(PollResultRepository), 'recordStored');
      const slow = app.poll();
      await reached;
      await other.database.execute(`UPDATE source_host SET held_until = '2001-01-01 00:00:00.000000'`);
      const taking = other.app.get(SourcePoller).pollDue();
      while (host.times(name) < 2) await new Promise((resolve) => setTimeout(resolve, 5));
      goOn();
      const [first, second] = await Promise.all([slow, taking]);
      expect([first.new + second.new, first.failed + second.failed]).toEqual([1, 0]);
      expect(await app.versionsOf(id)).toEqual(['2.0', '1.0']);
      expect((await rowOf(id))!.claim_id).toBeNull();
    });

    it('imports of the same products over and over: no error, no host left held', async () => {
      const all = await Promise.all(Array.from({ length: 12 }, () => add()));
      const errors: string[] = [];
      let over = false;
      const until = async (work: (round: number) => Promise<unknown>) => {
        for (let round = 0; !over; round++) await work(round).catch((error: unknown) => errors.push(String(error)));
      };
      const polling = [app.test, other].map((one) =>
        until(async (round) => {
          for (const { name } of all) host.feeds.set(name, [{ version: '1.0' }, { version: `2.${round}` }]);
          await app.due();
          const { failed } = await one.app.get(SourcePoller).pollDue();
          if (failed > 0) errors.push(`${failed} failed`);
        }),
      );
      const importing = [app.test, other].map((one) =>
        until((round) => one.import(...all.map(({ name }) => record(name, '1.0', `3.${round}`)))),
      );
      const writing = until(async (round) => {
        const { id, name } = all[round % all.length]!;
        await app.setSource(id, round % 2 ? host.npm(name) : host.json(name)).expect(200);
      });
      await new Promise((resolve) => setTimeout(resolve, 4_000));
      over = true;
      await Promise.all([...polling, ...importing, writing]);
      expect(errors).toEqual([]);
      await app.due();
      await app.poll();
      const held = `SELECT host FROM source_host WHERE claim_id IS NOT NULL OR rest_until IS NOT NULL`;
      expect(await app.test.database.query(held)).toEqual([]);
      const failing = 'SELECT last_error FROM software_source WHERE failures > 0';
      expect(await app.test.database.query(failing)).toEqual([]);
      const twice = 'SELECT version FROM version GROUP BY software_id, version HAVING COUNT(*) > 1';
      expect(await app.test.database.query(twice)).toEqual([]);
    });
  });

  it('holds for longer than any fetch and what is done after it', () => {
    expect(LEASE_SECONDS).toBeGreaterThan(60 + 120 + 60);
  });
});
