import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import type { Place } from '../src/notification/slot-plan';
import { Slots } from '../src/notification/slots';

const LIMITS = { all: 4, channel: 2, lane: 2, open: 4, ahead: 8 };
const AT_ONCE = { isPatient: false, restsAfter: false };
const PATIENT = { isPatient: true, restsAfter: false };

const at = (channel_id: string, lane: string): Place => ({ channel_id, lane });

/** Work that goes on until it is told to end. */
function added(slots: Slots, channel_id: string, lane: string, rest = 0) {
  const job = { started: false, leaveLane: () => undefined as void, end: () => undefined as void };
  slots.add(at(channel_id, lane), rest, (leaveLane) => {
    job.started = true;
    job.leaveLane = leaveLane;
    return new Promise<void>((resolve) => (job.end = resolve));
  });
  return job;
}

const canTake = (slots: Slots, channel_id: string, lane: string) => slots.plan().take(at(channel_id, lane), AT_ONCE);

describe('slots', () => {
  test('who leaves its lane makes room for another at that host, and keeps its place at the channel', async () => {
    const slots = new Slots(LIMITS);
    const [one, two] = [added(slots, 'a', 'host'), added(slots, 'a', 'host')];
    expect(canTake(slots, 'b', 'host')).toBe(false);
    const left = slots.someLeft();
    one.leaveLane();
    await left;
    expect(slots.busy).toBe(2);
    expect(canTake(slots, 'b', 'host')).toBe(true);
    expect(canTake(slots, 'a', 'elsewhere')).toBe(false);
    added(slots, 'b', 'host');
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

  test('no more than the limit are ever open: done with their host, and not written down', async () => {
    const slots = new Slots({ ...LIMITS, all: 2 });
    const jobs = ['a', 'b', 'c', 'd', 'e'].map((channel) => added(slots, channel, ''));
    expect(jobs.map(({ started }) => started)).toEqual([true, true, false, false, false]);
    jobs.forEach(({ leaveLane }) => leaveLane());
    jobs.forEach(({ leaveLane }) => leaveLane());
    expect(jobs.map(({ started }) => started)).toEqual([true, true, true, true, false]);
    expect(slots.plan().free).toBe(0);
    let ended = false;
    const all = slots.allEnded().then(() => (ended = true));
    jobs[0]!.end();
    await setImmediate();
    expect(jobs[4]!.started).toBe(true);
    jobs.slice(2).forEach(({ end }) => end());
    await setImmediate();
    expect(ended).toBe(false);
    jobs[1]!.end();
    await all;
    expect(slots.busy).toBe(0);
  });

  test('what failed gives its places back too', async () => {
    const slots = new Slots(LIMITS);
    expect(await slots.allEnded()).toBeUndefined();
    for (let round = 0; round < 3; round++) {
      const jobs = [added(slots, 'a', 'host'), added(slots, 'a', 'host')];
      expect(canTake(slots, 'a', 'host')).toBe(false);
      jobs.forEach(({ end }) => end());
      await slots.allEnded();
      expect(canTake(slots, 'a', 'host')).toBe(true);
    }
  });
});

describe('what has no place yet', () => {
  test('starts in the order in which it came, but passes by a channel that has as much under way as it may', () => {
    const slots = new Slots({ ...LIMITS, lane: 3 });
    const first = [added(slots, 'a', 'host'), added(slots, 'a', 'host')];
    const waiting = ['a', 'b', 'c'].map((channel) => added(slots, channel, 'host'));
    expect(waiting.map(({ started }) => started)).toEqual([false, true, false]);
    first[0]!.leaveLane();
    expect(waiting.map(({ started }) => started)).toEqual([false, true, true]);
  });

  test('gets its turn beside hosts that are busy all the time', async () => {
    const slots = new Slots(LIMITS);
    const busy = ['x', 'y'].flatMap((lane) =>
      Array.from({ length: 6 }, (_, number) => added(slots, `${lane}${number}`, lane)),
    );
    const other = added(slots, 'z', 'z');
    expect(other.started).toBe(false);
    for (const job of busy.filter(({ started }) => started).slice(0, 3)) job.end();
    await setImmediate();
    expect(other.started).toBe(true);
  });

  test('waits for the end of a rest', async () => {
    const slots = new Slots(LIMITS);
    const [one, two] = [added(slots, 'a', 'host', 30), added(slots, 'a', 'host', 30)];
    one.end();
    await setImmediate();
    expect(two.started).toBe(false);
    await sleep(40);
    added(slots, 'b', 'elsewhere');
    expect(two.started).toBe(true);
  });

  test('can be taken back, and is not started then', async () => {
    const slots = new Slots(LIMITS);
    const [one, , three] = ['a', 'b', 'c'].map((channel) => added(slots, channel, 'host'));
    expect(slots.withdraw(60_000)).toEqual([]);
    expect(slots.withdraw(0)).toEqual([at('c', 'host')]);
    one!.end();
    await setImmediate();
    expect(three!.started).toBe(false);
  });
});

describe('a claim', () => {
  /** Claims take ten milliseconds, one after the other. Messages of a host are answered during one of them. */
  async function slotsAfter(answered: number, pauseMs = 0) {
    let clock = 0;
    const slots = new Slots({ ...LIMITS, all: 8, open: 64 }, () => clock);
    const jobs = Array.from({ length: answered + 2 }, (_, number) => added(slots, `before ${number}`, 'fast'));
    const claim = (work: () => Promise<void>) =>
      slots.whileClaiming(async () => {
        await work();
        clock += 10;
      });
    await claim(async () => {
      for (const job of jobs.slice(0, answered)) {
        job.end();
        await setImmediate();
      }
    });
    clock += pauseMs;
    await claim(() => setImmediate());
    return slots;
  }

  const takeAll = (slots: Slots, lane: string, need = PATIENT) => {
    const plan = slots.plan();
    let taken = 0;
    while (plan.take(at(`${lane} ${taken}`, lane), need)) taken++;
    return taken;
  };

  test('takes ahead as many as leave the host while four claims are made, and of no other host', async () => {
    const slots = await slotsAfter(1);
    expect(takeAll(slots, 'fast')).toBe(4);
    expect(takeAll(slots, 'fast', AT_ONCE)).toBe(0);
    expect(takeAll(slots, 'other')).toBe(LIMITS.lane);
    // 3 in 60 milliseconds.
    expect(takeAll(await slotsAfter(3, 50), 'fast')).toBe(2);
    expect(takeAll(await slotsAfter(0), 'fast')).toBe(0);
  });

  test('takes ahead no more than the limit, with those that wait already', async () => {
    const slots = await slotsAfter(20);
    expect(takeAll(slots, 'fast')).toBe(LIMITS.ahead);
    expect(slots.hasEnough).toBe(false);
    for (let number = 0; number < 5; number++) added(slots, `waits ${number}`, 'fast');
    expect(slots.hasEnough).toBe(true);
    expect(takeAll(slots, 'fast')).toBe(LIMITS.ahead - 5);
    // What waits for a host that asks for a rest keeps nobody else from being looked for.
    slots.restLane('fast', 60_000);
    expect(slots.hasEnough).toBe(false);
    expect(takeAll(slots, 'fast')).toBe(0);
    expect(takeAll(slots, 'other')).toBe(LIMITS.lane);
  });
});
