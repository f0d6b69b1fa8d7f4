import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { closeAll, httpReceiver } from '../providers/peers';
import { useApp } from '../../setup/app';
import { eventually } from '../../setup/eventually';
import { atScale } from '../../setup/scale';
import { NotificationQueueRepository } from '../../../src/notification/delivery/notification-queue.repository';
import { beforeCalls } from '../../setup/named-points';
import { count, crowd, newUser, track } from '../../setup/tracking';
import { claim, LONG_AGO, subscribe, type Subscriber } from './case-world';

const test = useApp();

afterAll(closeAll);

/** As many more due deliveries of the one that it has, which counts as reminder 0. */
async function multiply(subscriber: Subscriber, more: number): Promise<void> {
  const rowsOf = (table: string, condition: string, value: string) =>
    test.database.query<Record<string, string | number | null>>(`SELECT * FROM ${table} WHERE ${condition} = ?`, [
      value,
    ]);
  const [delivery] = await rowsOf('delivery', 'channel_id', subscriber.channel.id);
  const [notification] = await rowsOf('notification', 'id', delivery!.notification_id as string);
  const copies = Array.from({ length: more }, (_, index) => {
    const id = crypto.randomUUID();
    return {
      notification: { ...notification!, id, reminder: index + 1 },
      delivery: { ...delivery!, id: crypto.randomUUID(), notification_id: id },
    };
  });
  for (const table of ['notification', 'delivery'] as const)
    for (let start = 0; start < more; start += 200) {
      const page = copies.slice(start, start + 200).map((copy) => copy[table] as Record<string, string>);
      const columns = Object.keys(page[0]!);
      const line = `(${columns.map(() => '?').join(', ')})`;
      await test.database.execute(
        `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${page.map(() => line).join(', ')}`,
        page.flatMap((row) => Object.values(row)),
      );
    }
}

/** A receiver that takes connections and says nothing, until it closes them all. */
async function silentPeer() {
  const sockets = new Set<Socket>();
  let most = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    most = Math.max(most, sockets.size);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    socket.resume();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, close, most: () => most };
}

/** As long as it has to be: only a failure takes it. */
const PATIENCE_MS = 15_000;

/** Delivers while one receiver is silent, and tells whether the other one got all that is its own meanwhile. */
async function othersAreServed(
  silent: Awaited<ReturnType<typeof silentPeer>>,
  other: Subscriber,
  receiver: Awaited<ReturnType<typeof httpReceiver>>,
  expected: number,
): Promise<boolean> {
  // Due long ago, but after the rows of the silent one.
  await test.database.execute('UPDATE delivery SET next_at = ? WHERE channel_id <> ?', [LONG_AGO, other.channel.id]);
  const delivering = test.deliver();
  const served = await eventually(() => receiver.requests.length === expected, PATIENCE_MS).then(
    () => true,
    () => false,
  );
  silent.close();
  await test.database.execute(`UPDATE delivery SET next_at = NULL, state = 'cancelled' WHERE claim_id IS NULL`);
  await delivering;
  await test.database.execute(`UPDATE delivery SET next_at = NULL, claim_id = NULL, state = 'cancelled'`);
  return served;
}

describe('one receiver that answers nobody', () => {
  // Case 70.
  it('with a thousand messages waiting for it keeps no other channel waiting', async () => {
    const [silent, receiver] = [await silentPeer(), await httpReceiver()];
    const [slow, other] = [await subscribe(test, silent.url), await subscribe(test, receiver.url)];
    await slow.news();
    await multiply(slow, 999);
    await other.news();
    await multiply(other, 9);
    expect(await othersAreServed(silent, other, receiver, 10)).toBe(true);
    expect(silent.most()).toBe(2);
  });

  // Case 30.
  it('and that many channels share gets eight connections, and other hosts are served', async () => {
    const [silent, receiver] = [await silentPeer(), await httpReceiver()];
    const other = await subscribe(test, receiver.url);
    for (let number = 0; number < 20; number++) await (await subscribe(test, silent.url)).news();
    await other.news();
    expect(await othersAreServed(silent, other, receiver, 1)).toBe(true);
    expect(silent.most()).toBeLessThanOrEqual(8);
  });
});

/**
 * Bytes that are in use more than before, at every fifth page of a check. Only there: to collect everything takes long where many
 * tests have run in one process, and done all the time it leaves no time for the check itself.
 */
async function memoryByPage(work: () => Promise<unknown>): Promise<number[]> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const inUse = () => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const before = inUse();
  const growth: number[] = [];
  let pages = 0;
  const stop = beforeCalls(test.app.get(NotificationQueueRepository), 'insertNews', () => {
    if (pages++ % 5 === 4) growth.push(inUse() - before);
  });
  try {
    await work();
  } finally {
    stop();
  }
  return growth;
}

describe('thousands of people who wait for one release', () => {
  // Case 69.
  it('are told in pages, with flat memory, and claimed in bits', async () => {
    const MANY = atScale(4_000, 10_000);
    const tracked = await track(test, await newUser(test), '1.0');
    await crowd(test, tracked, MANY - 1);
    await tracked.release('2.0');
    const growth = await memoryByPage(async () =>
      expect(await test.check()).toEqual({ software: 1, favorites: MANY, flagged: MANY, notified: MANY }),
    );
    // A slow database gets smaller pages, and more of them.
    expect(growth.length).toBeGreaterThanOrEqual(atScale(2, 4));
    expect(Math.max(...growth)).toBeLessThan(20_000_000);
    const told = `(SELECT n.favorite_id FROM notification n JOIN delivery d ON d.notification_id = n.id
      WHERE n.software_id = ? GROUP BY n.favorite_id HAVING COUNT(*) = 1) told`;
    expect(await count(test, told, tracked.software)).toBe(MANY);

    // What a claim reads is held to its size in test/database/rows-read.
    const claimed = new Set<string>();
    for (let round = 0; round < 15; round++) for (const { id } of await claim(test, 64)) claimed.add(id);
    expect(claimed.size).toBe(15 * 64);
  });
});
