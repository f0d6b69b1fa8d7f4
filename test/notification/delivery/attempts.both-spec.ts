import { DeliveryRecorder } from '../../../src/notification/delivery/delivery-recorder';
import { resultOf } from '../../../src/notification/delivery/claimed-delivery';
import type { Outcome } from '../../../src/notification/providers/channel';
import { useApp } from '../../setup/app';
import { outside } from '../../setup/receivers';
import { count } from '../../setup/tracking';
import { attemptsOf, claim, subscribe, type Subscriber } from './case-world';

const world = outside();
const test = useApp();

const own = (id: string) => count(test, 'delivery_attempt WHERE delivery_id = ?', id);

async function logOf({ agent, notifications }: Subscriber) {
  const [notification] = await notifications();
  const { body } = await agent.get(`/api/v1/notification/${notification!.id}`).expect(200);
  return body.data.deliveries[0].log as object[];
}

/** A delivery whose attempts are answered like this. */
async function answered(...statuses: number[]) {
  const receiver = await world.http();
  const subscriber = await subscribe(test, receiver.url);
  await subscriber.news();
  for (const status of statuses) {
    receiver.will(status);
    await subscriber.letTimePass();
    await test.deliver();
  }
  const [row] = await subscriber.rows();
  const sendAgain = async () => {
    const [notification] = await subscriber.notifications();
    await subscriber.agent.post(`/api/v1/notification/${notification!.id}/resend`).expect(200);
  };
  const again = async (status: number) => {
    await sendAgain();
    receiver.will(status);
    await test.deliver();
  };
  return { subscriber, id: row!.id, again, sendAgain };
}

/** Records what became of the one delivery that is due. */
async function record(outcome: Outcome): Promise<void> {
  const [delivery] = await claim(test, 1);
  const result = resultOf(delivery!, 'http', outcome);
  await test.app.get(DeliveryRecorder).record({ delivery: delivery!, outcome, result, ms: 1_600.4 });
}

describe('the log of a delivery', () => {
  it('has the accepted attempt, which costs no row, after those that failed', async () => {
    const { subscriber, id } = await answered(500, 503, 204);
    expect(await own(id)).toBe(2);
    expect(await logOf(subscriber)).toEqual([
      { ...{ no: 1, outcome: 'retry', code: '500', reason: 'Answered 500', excerpt: null }, ...someTime() },
      { ...{ no: 2, outcome: 'retry', code: '503', reason: 'Answered 503', excerpt: null }, ...someTime() },
      { ...{ no: 3, outcome: 'ok', code: '204', reason: null, excerpt: null }, ...someTime() },
    ]);
  });

  it('keeps an accepted attempt when it is sent again, and its notification stays sent whatever becomes of that', async () => {
    const { subscriber, id, again, sendAgain } = await answered(204);
    const [first] = await attemptsOf(test, id);
    await again(400);
    expect(await subscriber.notifications()).toMatchObject([{ state: 'sent', deliveries: [{ state: 'failed' }] }]);
    expect(await attemptsOf(test, id)).toMatchObject([first, { no: 2, outcome: 'dead', code: '400' }]);
    await again(200);
    await again(202);
    expect((await attemptsOf(test, id)).map(({ no, code }) => [no, code])).toEqual([
      ...([[1, '204'], [2, '400'], [3, '200'], [4, '202']] as const), // prettier-ignore
    ]);
    // None of these attempts is taken for one that killed its process.
    await sendAgain();
    expect(await claim(test, 1)).toMatchObject([{ id, deaths: 0, tried: 1 }]);
  });

  it('stays sent when the version before sends it again, which knows no such attempt', async () => {
    const { subscriber, id } = await answered(204);
    await test.database.execute(`UPDATE delivery SET state = 'queued', next_at = created_at WHERE id = ?`, [id]);
    await record({ kind: 'dead', code: 404, reason: 'gone' });
    expect(await subscriber.notifications()).toMatchObject([{ state: 'sent', deliveries: [{ state: 'failed' }] }]);
  });

  it('has the rows that the version before wrote', async () => {
    const { id, subscriber } = await answered(204);
    const { dialect } = test.database;
    await test.database.execute('UPDATE delivery SET sent_ms = NULL, sent_code = NULL WHERE id = ?', [id]);
    await test.database.execute(
      `INSERT INTO delivery_attempt (delivery_id, no, started_at, ms, outcome, code) VALUES (?, 1, ${dialect.now}, 7, 'ok', '201')`,
      [id],
    );
    expect(await logOf(subscriber)).toMatchObject([{ no: 1, outcome: 'ok', duration: 7, code: '201' }]);
  });

  it('has the time that the attempt began, and not the one before that did not count', async () => {
    const { id, subscriber } = await answered();
    await record({ kind: 'retry', transport: true, code: 'proxy', reason: 'no way' });
    expect(await attemptsOf(test, id)).toMatchObject([{ no: 1, outcome: 'retry' }]);
    await subscriber.letTimePass();
    await record({ kind: 'ok', code: 'fine é' });
    const [row] = await test.database.query<{ ended: string }>(
      'SELECT updated_at AS ended FROM delivery WHERE id = ?',
      [id],
    );
    const [log, ...others] = await attemptsOf(test, id);
    expect([log, others]).toMatchObject([{ no: 1, outcome: 'ok', code: 'fine ?', duration: 1_600 }, []]);
    const [began, ended] = [log!.started_at, row!.ended].map((at) => Date.parse(`${at.replace(' ', 'T')}Z`));
    expect(ended! - began!).toBe(2_000);
  });

  it('has what a plug-in says of an accepted message', async () => {
    const { id } = await answered();
    await record({ kind: 'ok', code: 200, reason: 'queued there', excerpt: 'as number 7' });
    expect(await own(id)).toBe(1);
    expect(await attemptsOf(test, id)).toMatchObject([
      { no: 1, outcome: 'ok', code: '200', reason: 'queued there', excerpt: 'as number 7' },
    ]);
  });
});

const someTime = () => ({ started_at: expect.any(String) as string, duration: expect.any(Number) as number });
