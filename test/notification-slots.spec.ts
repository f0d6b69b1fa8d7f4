import { setImmediate } from 'node:timers/promises';
import { Slots } from '../src/notification/slots';

const LIMITS = { all: 4, channel: 2, lane: 2 };

/** Work that goes on until it is told to end. */
function started(slots: Slots, channel_id: string, lane: string) {
  const job = { leaveLane: () => undefined as void, end: () => undefined as void };
  slots.start({ channel_id, lane }, (leaveLane) => {
    job.leaveLane = leaveLane;
    return new Promise<void>((resolve) => (job.end = resolve));
  });
  return job;
}

const canTake = (slots: Slots, channel_id: string, lane: string) => slots.plan().take({ channel_id, lane }, false);

describe('slots', () => {
  test('who leaves its lane makes room for another at that host, and keeps its slot and its place at the channel', async () => {
    const slots = new Slots(LIMITS);
    const [one, two] = [started(slots, 'a', 'host'), started(slots, 'a', 'host')];
    expect(canTake(slots, 'b', 'host')).toBe(false);
    const left = slots.someLeft();
    one.leaveLane();
    await left;
    expect(slots.busy).toBe(2);
    expect(canTake(slots, 'b', 'host')).toBe(true);
    expect(canTake(slots, 'a', 'elsewhere')).toBe(false);
    started(slots, 'b', 'host');
    expect(canTake(slots, 'c', 'host')).toBe(false);
    // Twice, and at its end, it gives back nothing that is not its own.
    one.leaveLane();
    one.end();
    await setImmediate();
    expect(slots.busy).toBe(2);
    expect(canTake(slots, 'c', 'host')).toBe(false);
    two.end();
    await setImmediate();
    expect(canTake(slots, 'c', 'host')).toBe(true);
  });

  test('all slots are taken until the work itself has ended', async () => {
    const slots = new Slots(LIMITS);
    const jobs = ['a', 'b', 'c', 'd'].map((channel) => started(slots, channel, ''));
    jobs.forEach(({ leaveLane }) => leaveLane());
    expect(slots.plan().free).toBe(0);
    let ended = false;
    const all = slots.allEnded().then(() => (ended = true));
    jobs.slice(1).forEach(({ end }) => end());
    await setImmediate();
    expect(ended).toBe(false);
    jobs[0]!.end();
    await all;
    expect(slots.busy).toBe(0);
  });

  test('what failed gives its places back too', async () => {
    const slots = new Slots(LIMITS);
    expect(await slots.allEnded()).toBeUndefined();
    for (let round = 0; round < 3; round++) {
      const jobs = [started(slots, 'a', 'host'), started(slots, 'a', 'host')];
      expect(canTake(slots, 'a', 'host')).toBe(false);
      jobs.forEach(({ end }) => end());
      await slots.allEnded();
      expect(canTake(slots, 'a', 'host')).toBe(true);
    }
  });
});
