import { ClaimAhead } from '../src/notification/delivery/claim-ahead';
import type { ClaimedDelivery } from '../src/notification/delivery/claimed-delivery';
import type { Slot } from '../src/notification/delivery/slots';

const SLOT: Slot = { leaveDestination: () => undefined, release: () => undefined };
const FULL = { channels: new Set<string>(), destinations: new Set(['fast', 'slow']) };

let number = 0;
const delivery = (destination: string) =>
  ({ id: String(++number), channel_id: `channel ${number}`, destination }) as ClaimedDelivery;

/** Claims as many as it may. */
function fill(ahead: ClaimAhead, destination: string): ClaimedDelivery[] {
  const plan = ahead.plan();
  const claimed: ClaimedDelivery[] = [];
  for (let next = delivery(destination); plan.take(next); next = delivery(destination)) claimed.push(next);
  return claimed;
}

function filled(...destinations: string[]) {
  const ahead = new ClaimAhead();
  const started: string[] = [];
  for (const destination of destinations) {
    ahead.noteAnswer(destination, true, 2);
    for (const one of fill(ahead, destination)) ahead.add(one, () => started.push(one.id));
  }
  return { ahead, started };
}

describe('what is claimed ahead', () => {
  test('is for destinations that have accepted the last delivery quickly', () => {
    const ahead = new ClaimAhead();
    expect(fill(ahead, 'fast')).toEqual([]);
    for (const destination of ['fast', 'slow', 'refusing', '']) ahead.noteAnswer(destination, true, 2);
    ahead.noteAnswer('slow', true, 200);
    ahead.noteAnswer('refusing', false, 2);
    expect(fill(ahead, 'fast')).toHaveLength(64);
    for (const destination of ['slow', 'refusing', '']) expect(fill(ahead, destination)).toEqual([]);
    expect(ahead.full(FULL).destinations).toEqual(new Set(['slow']));
  });

  test('is no more than the limit for all destinations together', () => {
    const { ahead } = filled('a', 'b');
    ahead.noteAnswer('c', true, 2);
    expect(fill(ahead, 'c')).toEqual([]);
    const destinations = new Set(['c']);
    expect(ahead.full({ channels: new Set(), destinations }).destinations).toEqual(destinations);
  });

  test('starts in the order in which it was claimed, and is refilled when half of it has', () => {
    const { ahead, started } = filled('fast');
    const full = () => ahead.full(FULL).destinations.has('fast');
    expect(full()).toBe(true);
    const start = (count: number) => ahead.startSome(() => (count-- > 0 ? SLOT : null));
    start(31);
    expect(full()).toBe(true);
    start(1);
    expect(full()).toBe(false);
    expect(started).toEqual([...started].sort((a, b) => Number(a) - Number(b)));
    expect(started).toHaveLength(32);
  });

  test('keeps other deliveries of its channel from being claimed', () => {
    const { ahead } = filled('fast');
    expect(ahead.full(FULL).channels.size).toBe(64);
  });

  test('is taken out when it has waited for too long, and its destination is not fast any more', () => {
    const { ahead } = filled('fast');
    expect(ahead.removeOlderThan(60_000)).toEqual([]);
    expect(ahead.removeOlderThan(0)).toHaveLength(64);
    expect(ahead.isEmpty).toBe(true);
    expect(fill(ahead, 'fast')).toEqual([]);
  });
});
