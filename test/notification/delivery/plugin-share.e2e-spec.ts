import { ChannelRegistry } from '../../../src/notification/providers/channel-registry';
import { useApp } from '../../setup/app';
import { eventually } from '../../setup/eventually';
import { outside } from '../../setup/receivers';
import { hold, NOTHING_DONE, subscribe, subscribeBy, type Subscriber } from './case-world';

const world = outside();
const test = useApp();

/** The share of a plug-in. */
const SHARE = 4;
/** More than are sent at once. */
const MANY = 18;

it('channels of a plug-in that hang, each at another host, leave room for those of others', async () => {
  // Which package brought a type is all that the queue knows of plug-ins.
  const channel = test.app.get(ChannelRegistry).get('webhook')!;
  const brought = jest.replaceProperty(channel, 'plugin', 'tracker-slow');
  const receivers = await Promise.all(Array.from({ length: MANY }, () => world.http()));
  const hanging: Subscriber[] = [];
  for (const receiver of receivers) hanging.push(await subscribe(test, receiver.url));
  const other = await world.http();
  const steady = await subscribeBy(test, 'gotify', { server: other.url, token: 'AbCdEfGhIjKlMnO' });
  for (const subscriber of hanging) await subscriber.news();
  await steady.news();

  const answers = receivers.map((receiver) => hold(receiver));
  const waiting = () => receivers.filter(({ requests }) => requests.length > 0);
  other.will(200);
  const delivering = test.deliver();
  await eventually(() => other.requests.length === 1);
  await eventually(() => waiting().length === SHARE);
  // None is added while they hang.
  await eventually(async () => (await steady.rows())[0]!.state === 'sent');
  expect(waiting()).toHaveLength(SHARE);
  await Promise.all(answers.map((held) => held.arrived().then(() => held.answer(204))));
  expect(await delivering).toEqual({ ...NOTHING_DONE, sent: MANY + 1 });
  brought.restore();
});
