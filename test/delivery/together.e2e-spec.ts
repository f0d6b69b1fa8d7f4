import { DeliveryQueue } from '../../src/notification/delivery-queue';
import { AcceptedDeliveries } from '../../src/notification/accepted-deliveries';
import { startApp, type TestApp } from '../setup/app';
import { eventually } from '../setup/eventually';
import { onServerDatabase } from '../setup/process';
import { outside } from '../setup/receivers';
import { beforeStatements, failOnce, loseEndOnce, standStillBefore } from '../setup/statements';
import { anything, attemptsOf, hold, LONG_AGO, NOTHING_DONE, subscribe, type Subscriber } from './case-world';

const world = outside();
let test: TestApp;

beforeAll(async () => {
  test = await startApp();
});

afterAll(() => test.close());

/** As many as one host gets at once. */
const MANY = 8;
/** What ends several in one statement. */
const TOGETHER = /UPDATE delivery SET state = 'sent'/;

/**
 * Subscribers at one host, which accepts all their messages while the first of them is being written down. `before` that something
 * happens.
 */
async function acceptedAtOnce(before: (subscribers: Subscriber[]) => Promise<unknown> | void = () => undefined) {
  const receiver = await world.http();
  const subscribers: Subscriber[] = [];
  for (let number = 0; number < MANY; number++) subscribers.push(await subscribe(test, receiver.url));
  for (const subscriber of subscribers) await subscriber.news();
  const answers = subscribers.map(() => hold(receiver));
  const delivering = test.deliver();
  await Promise.all(answers.map((answer) => answer.arrived()));
  await before(subscribers);
  const first = standStillBefore(test, /UPDATE delivery SET state = \?/);
  answers[0]!.answer(204);
  await first.reached;
  for (const { answer } of answers.slice(1)) answer(204);
  const accepted = test.app.get(AcceptedDeliveries);
  await eventually(() => accepted.waitingNow === MANY - 1);
  first.goOn();
  return { receiver, subscribers, summary: await delivering };
}

async function expectSent({ tracked, rows, notifications, readChannel }: Subscriber): Promise<void> {
  const [row, ...others] = await rows();
  expect(others).toEqual([]);
  expect(row).toMatchObject({ state: 'sent', attempts: 1, next_at: null, claim_id: null, last_error: null });
  expect(await attemptsOf(test, row!.id)).toMatchObject([{ no: 1, outcome: 'ok' }]);
  expect(await notifications()).toMatchObject([{ state: 'sent' }]);
  expect((await tracked.favorite()).notified_version?.version).toBe('1.1');
  expect(await readChannel()).toMatchObject({ state: 'ok' });
}

describe('messages that are accepted in the same moment', () => {
  it('are written down together, each as it would be by itself', async () => {
    let sets = 0;
    const stop = beforeStatements(test, (statement) => void (TOGETHER.test(statement) && sets++));
    const { subscribers, summary } = await acceptedAtOnce(([first]) =>
      test.database.execute(`UPDATE channel SET state = 'failing', consecutive_failures = 3 WHERE id = ?`, [
        first!.channel.id,
      ]),
    );
    stop();
    expect(summary).toEqual({ ...NOTHING_DONE, sent: MANY });
    for (const subscriber of subscribers) await expectSent(subscriber);
    expect(sets).toBe(1);
  });

  it('do not count where the claim was lost, and count everywhere else', async () => {
    const { subscribers } = await acceptedAtOnce((all) =>
      all[MANY - 1]!.agent.delete(`/api/v1/favorite/${all[MANY - 1]!.tracked.id}`).expect(204),
    );
    expect(await subscribers.pop()!.rows()).toEqual([]);
    for (const subscriber of subscribers) await expectSent(subscriber);
  });

  it('are written down one by one when that fails for all of them', async () => {
    let failed = () => false;
    const { subscribers } = await acceptedAtOnce(() => void (failed = failOnce(test, TOGETHER)));
    expect(failed()).toBe(true);
    for (const subscriber of subscribers) await expectSent(subscriber);
  });

  it('count once when the end of their transaction is not heard', async () => {
    const { receiver, subscribers } = await acceptedAtOnce(() => loseEndOnce(test, TOGETHER));
    for (const subscriber of subscribers) await expectSent(subscriber);
    expect(await test.deliver()).toEqual(NOTHING_DONE);
    expect(receiver.requests).toHaveLength(MANY);
  });
});

// On the embedded database nothing is written down while a claim looks around.
(onServerDatabase ? describe : describe.skip)(
  'messages that end while a claim finds their host with no place left',
  () => {
    it('are not the last ones: the pass goes on with what is due', async () => {
      const receiver = await world.http();
      const subscribers: Subscriber[] = [];
      for (let number = 0; number < MANY + 2; number++) subscribers.push(await subscribe(test, receiver.url));
      for (const subscriber of subscribers) await subscriber.news();
      const answers = Array.from({ length: MANY }, () => hold(receiver));
      receiver.will(204, 204);
      const delivering = test.deliver();
      await Promise.all(answers.map((answer) => answer.arrived()));
      const claim = standStillBefore(test, /SELECT id, channel_id, lane.*lane NOT IN/s);
      await claim.reached;
      for (const { answer } of answers) answer(204);
      const sent = async () =>
        (await Promise.all(subscribers.map(({ rows }) => rows()))).flat().map(({ state }) => state);
      await eventually(async () => (await sent()).filter((state) => state === 'sent').length === MANY);
      claim.goOn();
      expect(await delivering).toEqual({ ...NOTHING_DONE, sent: MANY + 2 });
    });
  },
);

describe('what was seen to be due', () => {
  it('is not claimed when another replica has it by now, and what became due since is', async () => {
    const receiver = await world.http();
    const subscriber = await subscribe(test, receiver.url);
    for (let number = 0; number < 6; number++) await subscriber.news();
    const ids = (await subscriber.rows()).map(({ id }) => id);
    for (const [place, id] of ids.entries())
      await test.database.execute('UPDATE delivery SET next_at = ? WHERE id = ?', [
        place < 5 ? LONG_AGO.replace('00:00:00', `00:00:0${place}`) : '2999-01-01 00:00:00.000000',
        id,
      ]);
    const queue = test.app.get(DeliveryQueue);
    const claim = async (free: number) => (await queue.claim(() => anything(free))).map(({ id }) => id);
    expect(await claim(1)).toEqual([ids[0]]);
    await test.database.execute(`UPDATE delivery SET next_at = '2999-01-01 00:00:00.000000' WHERE id = ?`, [ids[1]!]);
    expect(await claim(2)).toEqual([ids[2], ids[3]]);
    await test.database.execute('UPDATE delivery SET next_at = ? WHERE id = ?', [LONG_AGO, ids[5]!]);
    expect((await claim(9)).sort()).toEqual([ids[4], ids[5]].sort());
    expect(await claim(9)).toEqual([]);
  });
});
