import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { DataSource } from 'typeorm';
import { useApp } from '../../setup/app';
import { SERVER_URL } from '../../setup/database';
import { eventually } from '../../setup/eventually';
import { outside } from '../../setup/receivers';
import { MessageDataRepository } from '../../../src/notification/delivery/message-data.repository';
import { DeliveryRepository } from '../../../src/notification/delivery/delivery.repository';
import { SystemMessageRepository } from '../../../src/notification/system-message/system-message.repository';
import { failNextCall } from '../../setup/named-points';
import { count } from '../../setup/tracking';
import { attemptsOf, NOTHING_DONE, subscribe } from './case-world';

const world = outside();
const test = useApp();

/** Statements that `Database` has no use for. */
const run = (statement: string) => test.app.get(DataSource).query(statement) as Promise<unknown>;

(SERVER_URL ? describe : describe.skip)('a database server', () => {
  // Numbers that were given out stay so when a rollback undoes the row. Not a table without transactions: MySQL with GTID refuses it here.
  beforeAll(() => run('CREATE TABLE trips (number INT AUTO_INCREMENT PRIMARY KEY) ENGINE = InnoDB'));

  /** The next `many` statements that this trigger belongs to end with the server's own error of this number. */
  async function trip(name: string, timing: string, errno: number, state: string, many: number): Promise<void> {
    await run('TRUNCATE TABLE trips');
    await run(`CREATE TRIGGER ${name} ${timing} FOR EACH ROW BEGIN
      INSERT INTO trips () VALUES ();
      IF LAST_INSERT_ID() <= ${many} THEN
        SIGNAL SQLSTATE '${state}' SET MYSQL_ERRNO = ${errno}, MESSAGE_TEXT = 'as scripted';
      END IF;
    END`);
  }

  // Case 61.
  describe.each([
    ['a deadlock', 1213, '40001'],
    ['a lock wait that timed out', 1205, 'HY000'],
    ['a row that changed since it was read', 1020, 'HY000'],
    ['a conflict of two members of a group', 3101, '40000'],
  ])('that answers with %s', (_name, errno, state) => {
    it.each([
      ['the claim', 'BEFORE UPDATE ON delivery', 3],
      ['the record of what came of it', 'BEFORE UPDATE ON notification', 3],
    ])('%s is tried again, and the message is sent once', async (_which, timing, many) => {
      const receiver = await world.http();
      const subscriber = await subscribe(test, receiver.url);
      await subscriber.news();
      await trip('tripping', timing, errno, state, many);
      receiver.will(200);
      expect(await test.deliver()).toEqual({ ...NOTHING_DONE, sent: 1 });
      await run('DROP TRIGGER tripping');
      expect(await count(test, 'trips WHERE number = ?', String(many + 1))).toBe(1);
      const [row] = await subscriber.rows();
      expect(row).toMatchObject({ state: 'sent', attempts: 1, claim_id: null });
      expect(await attemptsOf(test, row!.id)).toMatchObject([{ no: 1, outcome: 'ok' }]);
    });
  });

  it.each([
    ['of a Galera cluster', 1047],
    ['of one, during COMMIT,', 1180],
    ['of a group of MySQL, during COMMIT,', 3100],
  ])('%s that has lost the others is said to be out of reach', async (_name, errno) => {
    const agent = await test.as('eve');
    await trip('tripping', 'BEFORE INSERT ON channel', errno, 'HY000', 1);
    const channel = { type: 'log', name: 'log', settings: {} };
    await agent.post('/api/v1/channel').send(channel).expect(503);
    await agent.post('/api/v1/channel').send(channel).expect(201);
    await run('DROP TRIGGER tripping');
  });

  it('claims system messages of a kind, whatever other kinds are claimed at the same time', async () => {
    const queue = test.app.get(SystemMessageRepository);
    await queue.enqueue(test.database, 'notice');
    for (let round = 0; round < 50; round++) {
      const claims = (['confirmation', 'notice', 'report'] as const).map((kind) => queue.claimDue(kind, 10));
      const [claimed] = (await Promise.all(claims)).flat();
      expect([round, claimed?.kind]).toEqual([round, 'notice']);
      await queue.postpone(test.database, claimed!, 0, false);
    }
    await test.database.execute('DELETE FROM system_message');
  });

  // Case 62.
  it('that is read-only when an answer is to be recorded gets the record as soon as it is not', async () => {
    const receiver = await world.http();
    const subscriber = await subscribe(test, receiver.url);
    await subscriber.news();
    await trip('tripping', 'BEFORE UPDATE ON notification', 1290, 'HY000', 2);
    receiver.will(200);
    expect(await test.deliver()).toEqual({ ...NOTHING_DONE, sent: 1 });
    await run('DROP TRIGGER tripping');
    expect((await subscriber.rows())[0]).toMatchObject({ state: 'sent', attempts: 1 });
  });

  // Case 63.
  it('whose sessions have a time zone of their own gives the same due times', async () => {
    const receiver = await world.http();
    const subscriber = await subscribe(test, receiver.url);
    const everywhere = (zone: string) =>
      Promise.all(Array.from({ length: 10 }, () => run(`SET time_zone = '${zone}'`)));
    await everywhere('+09:30');
    await subscriber.news();
    receiver.will(500);
    expect(await test.deliver()).toMatchObject({ queued: 1 });
    await everywhere('-07:00');
    expect(await test.deliver()).toEqual(NOTHING_DONE);
    const [row] = await subscriber.rows();
    const due = new Date(`${row!.next_at!.replace(' ', 'T')}Z`).getTime() - Date.now();
    expect(Math.abs(due)).toBeLessThan(60_000);
    await everywhere('+00:00');
  });
});

(SERVER_URL ? describe.skip : describe)('the embedded database', () => {
  const file = () => test.config.database.location;

  /** Another process's part: it holds the write lock for some time. */
  async function holdLock(ms: number): Promise<{ ended: Promise<unknown> }> {
    const worker = new Worker(
      `const { parentPort, workerData } = require('node:worker_threads');
       const driver = require(workerData.driver);
       const database = new driver(workerData.file);
       database.exec('BEGIN IMMEDIATE');
       parentPort.postMessage('held');
       setTimeout(() => { database.exec('COMMIT'); database.close(); }, workerData.ms);`,
      { eval: true, workerData: { driver: require.resolve(driverName()), file: file(), ms } },
    );
    const ended = once(worker, 'exit');
    await once(worker, 'message');
    return { ended };
  }

  // Case 66.
  it('that another process has locked is waited for', async () => {
    const receiver = await world.http();
    const subscriber = await subscribe(test, receiver.url);
    await subscriber.news();
    const { ended } = await holdLock(400);
    receiver.will(200);
    expect(await test.deliver()).toMatchObject({ sent: 1 });
    await ended;
    expect((await subscriber.rows())[0]).toMatchObject({ state: 'sent', attempts: 1 });
  });

  // Case 66.
  it('that is full when an answer is to be recorded gets the record as soon as there is room', async () => {
    const receiver = await world.http();
    const subscriber = await subscribe(test, receiver.url);
    await subscriber.news();
    await run('CREATE TABLE ballast (weight BLOB)');
    await run(`CREATE TRIGGER heavy BEFORE UPDATE ON delivery WHEN NEW.state = 'sent'
      BEGIN INSERT INTO ballast VALUES (zeroblob(1000000)); END`);
    const [{ page_count: pages }] = (await run('PRAGMA page_count')) as [{ page_count: number }];
    await run(`PRAGMA max_page_count = ${pages}`);
    receiver.will(200);
    const delivering = test.deliver();
    await eventually(() => receiver.requests.length === 1);
    expect((await subscriber.rows())[0]).toMatchObject({ state: 'queued' });
    await run('PRAGMA max_page_count = 1000000');
    expect(await delivering).toMatchObject({ sent: 1 });
    expect((await subscriber.rows())[0]).toMatchObject({ state: 'sent', attempts: 1 });
    expect(await test.deliver()).toEqual(NOTHING_DONE);
    await run('DROP TRIGGER heavy');
  });

  const driverName = () =>
    Number(process.versions.node.split('.')[0]) >= 22 ? 'better-sqlite3-node22' : 'better-sqlite3';
});

describe('the record of what came of a message', () => {
  it('is tried again whatever it failed by', async () => {
    const receiver = await world.http();
    const subscriber = await subscribe(test, receiver.url);
    await subscriber.news();
    receiver.will(200);
    const failed = failNextCall(test.app.get(DeliveryRepository), 'finish');
    expect(await test.deliver()).toEqual({ ...NOTHING_DONE, sent: 1 });
    expect(failed()).toBe(true);
    expect((await subscriber.rows())[0]).toMatchObject({ state: 'sent', attempts: 1, claim_id: null });
  });
});

describe('a message that could not be read from the database', () => {
  it('is tried again, and its channel is not blamed', async () => {
    const receiver = await world.http();
    const subscriber = await subscribe(test, receiver.url);
    await subscriber.news();
    const failed = failNextCall(test.app.get(MessageDataRepository), 'newVersions');
    expect(await test.deliver()).toEqual({ ...NOTHING_DONE, queued: 1 });
    expect(failed()).toBe(true);
    expect(await subscriber.readChannel()).toMatchObject({ state: 'ok', state_reason: null });
    receiver.will(200);
    await subscriber.letTimePass();
    expect(await test.deliver()).toEqual({ ...NOTHING_DONE, sent: 1 });
  });
});

describe('the log of attempts', () => {
  // Case 76.
  it('that cannot be written does not keep the outcome from being recorded', async () => {
    const receiver = await world.http();
    const subscriber = await subscribe(test, receiver.url);
    await subscriber.news();
    await run(
      SERVER_URL
        ? `CREATE TRIGGER no_log BEFORE INSERT ON delivery_attempt FOR EACH ROW
             SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'as scripted'`
        : `CREATE TRIGGER no_log BEFORE INSERT ON delivery_attempt BEGIN SELECT RAISE(ABORT, 'as scripted'); END`,
    );
    receiver.will(400);
    try {
      await test.deliver();
    } finally {
      await run('DROP TRIGGER no_log');
    }
    expect((await subscriber.rows())[0]).toMatchObject({ state: 'failed', claim_id: null });
  });
});
