import { eventually } from '../../setup/eventually';
import { createStage, onServerDatabase, type Server, type Stage } from '../../setup/process';
import { startApp, type TestApp } from '../../setup/app';
import { FeedHost } from './feed-host';

const HOSTS = 10;
const PRODUCTS = 20;
const PER_HOST = 2;

/** Replicas as they run, on one database. The embedded database has one server process. */
(onServerDatabase ? describe : describe.skip)('replicas that poll', () => {
  let stage: Stage;
  let test: TestApp;
  let hosts: FeedHost[];
  const running: Server[] = [];

  beforeEach(async () => {
    stage = await createStage({
      SOURCES: 'all',
      SOURCE_HOST_DELAY_MS: '0',
      SOURCE_REQUESTS_PER_HOST: String(PER_HOST),
      CHECK_EVERY: '1d',
      // Longer than one stands still, on any machine: its connections are there when it goes on.
      DATABASE_TIMEOUT: '10m',
    });
    test = await startApp({ DATABASE_URL: stage.env.DATABASE_URL!, SOURCES: 'all' });
    hosts = await Promise.all(Array.from({ length: HOSTS }, (_, index) => new FeedHost().open(`127.0.0.${index + 1}`)));
    for (const host of hosts) host.delayMs = 150;
    await addProducts();
  });

  afterEach(async () => {
    await Promise.all(running.splice(0).map((server) => server.stop('SIGKILL')));
    await test.close();
    await stage.drop();
    await Promise.all(hosts.map((host) => host.close()));
  });

  /** Begins when all are there. */
  async function serve(count: number): Promise<Server[]> {
    await test.database.execute(`UPDATE source_host SET next_at = '2999-01-01 00:00:00.000000'`);
    const servers = await Promise.all(Array.from({ length: count }, () => stage.serve()));
    running.push(...servers);
    await dueAgain();
    return servers;
  }

  async function addProducts(): Promise<void> {
    const all = hosts.flatMap((host, index) =>
      Array.from({ length: PRODUCTS }, (_, number) => ({ host, name: `product-${index}-${number}` })),
    );
    const record = (name: string) => ({ publisher: { name: 'P' }, software: { name }, versions: [{ version: '1.0' }] });
    await test.import(...all.map(({ name }) => record(name)));
    const rows = await test.database.query<{ id: string; name: string }>('SELECT id, name FROM software');
    const ids = new Map(rows.map(({ id, name }) => [name, id]));
    const editor = await test.as('eve', ['catalogue:write']);
    for (const { host, name } of all) {
      host.publish(name, '1.0', '1.1', '2.0');
      await editor
        .put(`/api/v1/software/${ids.get(name)}/source`)
        .send(host.npm(name))
        .expect(200);
    }
  }

  const asked = () => hosts.reduce((total, host) => total + host.asked.length, 0);

  async function total(what: string): Promise<number> {
    return test.database.count({ text: `SELECT COUNT(*) AS total FROM ${what}`, parameters: [] });
  }

  /** No host is held, and none will be in a moment. */
  const nobodyAsks = async () =>
    (await total(`source_host WHERE claim_id IS NOT NULL OR next_at <= ${test.database.dialect.now}`)) === 0;

  const left = () => total('software_source WHERE last_success_at IS NULL');

  /** Each release of each feed once, every source a success, and no host held. */
  async function expectAllStored(releases: number): Promise<void> {
    expect(await left()).toBe(0);
    expect(await total('version')).toBe(HOSTS * PRODUCTS * releases);
    expect(await total('software_source WHERE failures > 0 OR last_error IS NOT NULL')).toBe(0);
    expect(await total('source_host WHERE claim_id IS NOT NULL OR rest_until IS NOT NULL')).toBe(0);
  }

  /** Nothing was asked twice at the same time, and no host by more than are allowed. */
  function expectPoliteness(): void {
    expect(hosts.flatMap(({ doubled }) => doubled)).toEqual([]);
    for (const { busiest } of hosts) expect(busiest).toBeLessThanOrEqual(PER_HOST);
  }

  /** As if the lease had run out. */
  const leaseIsOver = () =>
    test.database.execute('UPDATE source_host SET held_until = ? WHERE held_until IS NOT NULL', [
      '2001-01-01 00:00:00.000000',
    ]);

  /** Those that were put off. */
  const dueAgain = async () => {
    await test.database.execute(
      `UPDATE software_source SET next_at = ${test.database.dialect.now} WHERE last_success_at IS NULL`,
    );
    await test.database.execute(`UPDATE source_host SET next_at = ${test.database.dialect.now}`);
  };

  const noErrors = () => {
    for (const { output } of running) expect(output.stdout + output.stderr).not.toMatch(/"level":"?(50|error|fatal)/i);
  };

  it('ask each source once, at a host no more than are allowed, all together', async () => {
    await serve(2);
    await eventually(async () => (await left()) === 0);
    await eventually(nobodyAsks);
    expect(asked()).toBe(HOSTS * PRODUCTS);
    await expectAllStored(3);
    expectPoliteness();
    noErrors();
  });

  it('lose nothing when one is killed, and another one stands still for longer than its lease', async () => {
    for (const host of hosts) host.delayMs = 300;
    // A process takes all hosts that are free: the first one has them all.
    const [killed] = (await serve(1)) as [Server];
    await eventually(async () => (await left()) < (HOSTS * PRODUCTS * 4) / 5);
    killed.child.kill('SIGKILL');
    await killed.finished;
    const afterKill = await left();
    expect(afterKill).toBeGreaterThan(0);

    const stopped = await stage.serve();
    running.push(stopped);
    await test.database.execute(`UPDATE source_host SET next_at = ${test.database.dialect.now}`);
    await eventually(othersAreIdle);
    expect(await left()).toBe(afterKill);
    await leaseIsOver();
    await eventually(async () => (await left()) < (HOSTS * PRODUCTS * 3) / 5);
    stopped.child.kill('SIGSTOP');
    // It stands still in the middle of transactions, which hold their products.
    const locked = await unchanging(productsLocked);
    expect(await left()).toBeGreaterThan(locked);
    // A lease is longer than any request, and this one is about to be made over by hand.
    await eventually(async () => hosts.every(({ busy }) => busy === 0));

    running.push(await stage.serve());
    await leaseIsOver();
    await eventually(async () => (await left()) <= locked);
    expectPoliteness();
    // It goes on where it was, and learns that its claims are over when it confirms them or writes.
    stopped.child.kill('SIGCONT');
    await eventually(async () => {
      await dueAgain();
      return (await left()) === 0;
    }, 20_000);
    await eventually(nobodyAsks);
    await expectAllStored(3);
    noErrors();
  });

  /** How many nobody else could write to now. */
  async function productsLocked(): Promise<number> {
    const free = await test.database.query(`SELECT id FROM software ${test.database.dialect.forUpdateSkipLocked}`);
    return HOSTS * PRODUCTS - free.length;
  }

  /** What the server holds for a process that stands still may still grow: by the statement that came last. */
  async function unchanging(look: () => Promise<number>): Promise<number> {
    let last = await look();
    await eventually(async () => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      const before = last;
      last = await look();
      return last === before;
    });
    return last;
  }

  /** Whether nobody asks anything: what is due is held by the dead. */
  async function othersAreIdle(): Promise<boolean> {
    const before = asked();
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    return asked() === before;
  }
});
