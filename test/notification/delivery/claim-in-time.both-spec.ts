import { DeliveryService } from '../../../src/notification/delivery/delivery.service';
import { useApp } from '../../setup/app';
import { eventually } from '../../setup/eventually';
import { type HttpReceiver, outside } from '../../setup/receivers';
import { count } from '../../setup/tracking';
import { hold, NOTHING_DONE, subscribe, type Subscriber } from './case-world';

const world = outside();
const test = useApp();
let receiver: HttpReceiver;
const subscribers: Subscriber[] = [];

/** More than can be under way, and a few claims' worth. */
const MANY = 40;
/** As many as one host gets at once. */
const AT_ONCE = 8;

beforeAll(async () => {
  receiver = await world.http();
  for (let number = 0; number < MANY; number++) subscribers.push(await subscribe(test, receiver.url));
});

const inState = (condition: string) => count(test, `delivery WHERE ${condition}`);

/** One more message for each. The host takes some, and keeps those after it waiting. */
async function slowAfter(answered: number) {
  for (const subscriber of subscribers) await subscriber.news();
  const before = await inState(`state = 'sent'`);
  receiver.will(...Array<number>(answered).fill(204));
  const answers = Array.from({ length: AT_ONCE }, () => hold(receiver));
  const delivering = test.deliver();
  await Promise.all(answers.map((answer) => answer.arrived()));
  await eventually(async () => (await inState(`state = 'sent'`)) - before === answered);
  return { answers, delivering };
}

const keys = () => receiver.requests.map(({ headers }) => headers['webhook-id']);

describe('what waits for a host', () => {
  it('is not claimed while the host is slow, and goes out later, once', async () => {
    const { answers, delivering } = await slowAfter(MANY / 2);
    await eventually(async () => (await inState(`state = 'queued' AND attempts > 0`)) === AT_ONCE);
    expect(await inState(`claim_id IS NOT NULL`)).toBe(AT_ONCE);
    receiver.will(...Array<number>(MANY / 2 - AT_ONCE).fill(204));
    for (const { answer } of answers) answer(204);
    expect(await delivering).toEqual({ ...NOTHING_DONE, sent: MANY });
    expect(new Set(keys()).size).toBe(MANY);
    expect(receiver.requests).toHaveLength(MANY);
    expect(await inState('attempts <> 1')).toBe(0);
  });

  it('stays due and untried when the process is told to stop', async () => {
    const { answers, delivering } = await slowAfter(MANY / 2);
    const stopping = test.app.get(DeliveryService).onModuleDestroy();
    await eventually(async () => (await inState('claim_id IS NOT NULL')) === AT_ONCE);
    for (const { answer } of answers) answer(204);
    await stopping;
    expect(await delivering).toEqual({ ...NOTHING_DONE, sent: MANY / 2 + AT_ONCE });
    const due = `state = 'queued' AND claim_id IS NULL AND attempts = 0 AND next_at <= ${test.database.dialect.now}`;
    expect(await inState(due)).toBe(MANY / 2 - AT_ONCE);
    expect(new Set(keys()).size).toBe(2 * MANY - (MANY / 2 - AT_ONCE));
  });
});
