import { DeliveryRecorder } from '../../../src/notification/delivery/delivery-recorder';
import { DeliveryService } from '../../../src/notification/delivery/delivery.service';
import { DeliveryRepository } from '../../../src/notification/delivery/delivery.repository';
import { DueWindow } from '../../../src/notification/delivery/due-window';
import { useApp } from '../../setup/app';
import { eventually } from '../../setup/eventually';
import { onServerDatabase } from '../../setup/process';
import { type HttpReceiver, outside } from '../../setup/receivers';
import { count } from '../../setup/tracking';
import { attemptsOf, claim, hold, LONG_AGO, NOTHING_DONE, subscribe, type Subscriber } from './case-world';

const world = outside();
const test = useApp();

/** As many as one host gets at once. */
const MANY = 8;
/** Suspends the first call of a method of the recorder, as a busy database would. */
function suspendOnce(name: 'recordAlone') {
  const recorder = test.app.get(DeliveryRecorder);
  const run = recorder[name].bind(recorder) as (...input: unknown[]) => Promise<void>;
  let [reach, goOn] = [() => undefined as void, () => undefined as void];
  const reached = new Promise<void>((resolve) => (reach = resolve));
  const gate = new Promise<void>((resolve) => (goOn = resolve));
  jest.spyOn(recorder, name).mockImplementationOnce(async (...input: unknown[]) => {
    reach();
    await gate;
    return run(...input);
  });
  return { reached, goOn: () => goOn() };
}

afterEach(() => jest.restoreAllMocks());

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
  const first = suspendOnce('recordAlone');
  answers[0]!.answer(204);
  await first.reached;
  for (const { answer } of answers.slice(1)) answer(204);
  const accepted = test.app.get(DeliveryRecorder);
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
    const together = jest.spyOn(test.app.get(DeliveryRecorder), 'recordTogether');
    const { subscribers, summary } = await acceptedAtOnce(([first]) =>
      test.database.execute(`UPDATE channel SET state = 'failing', consecutive_failures = 3 WHERE id = ?`, [
        first!.channel.id,
      ]),
    );
    expect(summary).toEqual({ ...NOTHING_DONE, sent: MANY });
    for (const subscriber of subscribers) await expectSent(subscriber);
    expect(together).toHaveBeenCalledTimes(1);
  });

  it('do not count where the claim was lost, and count everywhere else', async () => {
    const { subscribers } = await acceptedAtOnce((all) =>
      all[MANY - 1]!.agent.delete(`/api/v1/favorite/${all[MANY - 1]!.tracked.id}`).expect(204),
    );
    expect(await subscribers.pop()!.rows()).toEqual([]);
    for (const subscriber of subscribers) await expectSent(subscriber);
  });

  it('are written down one by one when that fails for all of them', async () => {
    const together = jest.spyOn(test.app.get(DeliveryRecorder), 'recordTogether');
    const { subscribers } = await acceptedAtOnce(() => void together.mockRejectedValueOnce(new Error('interrupted')));
    expect(together).toHaveBeenCalledTimes(1);
    for (const subscriber of subscribers) await expectSent(subscriber);
  });

  it('count once when the end of their transaction is not heard', async () => {
    const recorder = test.app.get(DeliveryRecorder);
    const record = recorder.recordTogether.bind(recorder);
    const { receiver, subscribers } = await acceptedAtOnce(() => {
      jest.spyOn(recorder, 'recordTogether').mockImplementationOnce(async (attempts) => {
        await record(attempts);
        throw Object.assign(new Error('Connection lost'), { code: 'PROTOCOL_CONNECTION_LOST', fatal: true });
      });
    });
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
      const deliveries = test.app.get(DeliveryRepository);
      const findDue = deliveries.findDue.bind(deliveries);
      let [reach, goOn] = [() => undefined as void, () => undefined as void];
      const reached = new Promise<void>((resolve) => (reach = resolve));
      const gate = new Promise<void>((resolve) => (goOn = resolve));
      const looking = jest.spyOn(deliveries, 'findDue').mockImplementation(async (full) => {
        if (full.destinations.size === 0) return findDue(full);
        looking.mockRestore();
        reach();
        await gate;
        return findDue(full);
      });
      await reached;
      for (const { answer } of answers) answer(204);
      const sent = async () =>
        (await Promise.all(subscribers.map(({ rows }) => rows()))).flat().map(({ state }) => state);
      await eventually(async () => (await sent()).filter((state) => state === 'sent').length === MANY);
      goOn();
      expect(await delivering).toEqual({ ...NOTHING_DONE, sent: MANY + 2 });
    });
  },
);

describe('what was read as due', () => {
  it('is not claimed when another replica has it by now', async () => {
    const receiver = await world.http();
    const subscriber = await subscribe(test, receiver.url);
    for (let number = 0; number < 3; number++) await subscriber.news();
    const ids = (await subscriber.rows()).map(({ id }) => id);
    for (const [place, id] of ids.entries())
      await test.database.execute('UPDATE delivery SET next_at = ? WHERE id = ?', [
        LONG_AGO.replace('00:00:00', `00:00:0${place}`),
        id,
      ]);
    const deliveries = test.app.get(DeliveryRepository);
    const claimOf = (some: string[]) => deliveries.claim(some, (due) => due.map(({ id }) => id));
    expect(await claimOf([ids[0]!])).toMatchObject({ claimed: { ids: [ids[0]] } });
    expect(await claimOf(ids)).toMatchObject({ claimed: { ids: [ids[1], ids[2]] }, gone: ids });
    expect(await claim(test, 9)).toEqual([]);
  });
});

describe('a backlog of a host that takes no more now', () => {
  it('is read whole at times, and meanwhile only what became due since', async () => {
    const [slow, other] = [
      await subscribe(test, (await world.http()).url),
      await subscribe(test, (await world.http()).url),
    ];
    await test.database.execute('DELETE FROM delivery');
    await slow.news();
    const [backlog] = await test.database.query<{ destination: string }>('SELECT destination FROM delivery');
    const deliveries = test.app.get(DeliveryRepository);
    const looking = jest.spyOn(deliveries, 'findDue');
    const window = new DueWindow(deliveries);
    const full = {
      channels: new Set<string>(),
      destinations: new Set([backlog!.destination]),
      types: new Set<string>(),
    };
    const look = async () => (await window.startable(() => full, 9, new Set())).map(({ id }) => id);
    const clock = jest.spyOn(performance, 'now');
    // By this process's clock the first look takes two minutes, as one past very many rows would.
    clock.mockReturnValueOnce(1_000).mockReturnValueOnce(121_000);
    expect(await look()).toEqual([]);
    await other.news();
    clock.mockReturnValue(122_000);
    const [due] = await other.rows();
    expect(await look()).toEqual([due!.id]);
    expect(looking.mock.calls.map(([, seconds]) => seconds)).toEqual([null, 126]);
    // What became due unnoticed is found when all is read again.
    await test.database.execute('UPDATE delivery SET next_at = ? WHERE id = ?', [LONG_AGO, due!.id]);
    window.clear();
    expect(await look()).toEqual([]);
    clock.mockReturnValue(121_000 + 25 * 120_000);
    expect(await look()).toEqual([due!.id]);
  });
});

// Last: the service of this file is told to stop.
describe('what waits for a host', () => {
  let receiver: HttpReceiver;
  const subscribers: Subscriber[] = [];

  beforeAll(async () => {
    await test.database.execute('DELETE FROM delivery');
    receiver = await world.http();
    for (let number = 0; number < CROWD; number++) subscribers.push(await subscribe(test, receiver.url));
  });

  /** More than can be under way, and a few claims' worth. */
  const CROWD = 40;
  const inState = (condition: string) => count(test, `delivery WHERE ${condition}`);

  /** One more message for each. The host takes some, and keeps those after it waiting. */
  async function slowAfter(answered: number) {
    for (const subscriber of subscribers) await subscriber.news();
    const before = await inState(`state = 'sent'`);
    receiver.will(...Array<number>(answered).fill(204));
    const answers = Array.from({ length: MANY }, () => hold(receiver));
    const delivering = test.deliver();
    await Promise.all(answers.map((answer) => answer.arrived()));
    await eventually(async () => (await inState(`state = 'sent'`)) - before === answered);
    return { answers, delivering };
  }

  const keys = () => receiver.requests.map(({ headers }) => headers['webhook-id']);

  it('is not claimed while the host is slow, and goes out later, once', async () => {
    const { answers, delivering } = await slowAfter(CROWD / 2);
    await eventually(async () => (await inState(`state = 'queued' AND attempts > 0`)) === MANY);
    expect(await inState(`claim_id IS NOT NULL`)).toBe(MANY);
    receiver.will(...Array<number>(CROWD / 2 - MANY).fill(204));
    for (const { answer } of answers) answer(204);
    expect(await delivering).toEqual({ ...NOTHING_DONE, sent: CROWD });
    expect(new Set(keys()).size).toBe(CROWD);
    expect(receiver.requests).toHaveLength(CROWD);
    expect(await inState('attempts <> 1')).toBe(0);
  });

  it('stays due and untried when the process is told to stop', async () => {
    const { answers, delivering } = await slowAfter(CROWD / 2);
    const stopping = test.app.get(DeliveryService).onModuleDestroy();
    await eventually(async () => (await inState('claim_id IS NOT NULL')) === MANY);
    for (const { answer } of answers) answer(204);
    await stopping;
    expect(await delivering).toEqual({ ...NOTHING_DONE, sent: CROWD / 2 + MANY });
    const due = `state = 'queued' AND claim_id IS NULL AND attempts = 0 AND next_at <= ${test.database.dialect.now}`;
    expect(await inState(due)).toBe(CROWD / 2 - MANY);
    expect(new Set(keys()).size).toBe(2 * CROWD - (CROWD / 2 - MANY));
  });
});
