import { useApp } from '../setup/app';
import { type Agent, newUser, track, type Tracked } from '../setup/tracking';
import { bytesOf, dayIn, setCycles, share, type Shared } from './stage';
import { readCalendar, type ReadEvent } from './validators';

const test = useApp({ PUBLIC_URL: 'https://tracker.example', WEB: 'true' });
let ada: Agent;
let tracked: Tracked;

beforeEach(async () => {
  ada = await newUser(test);
  tracked = await track(test, ada, '14.1', ['14.1', '15.0']);
});

async function events({ ics }: Shared): Promise<ReadEvent[]> {
  await test.http.head(ics).expect(200).expect('Content-Type', 'text/calendar; charset=utf-8');
  return readCalendar(await bytesOf(test, ics));
}

const dayAfter = (day: string) => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);

describe('a calendar', () => {
  it('has the last day of support as a whole day, and tells programs to come twice a day', async () => {
    const [day, name] = [dayIn(40), tracked.record.software.name];
    await setCycles(test, tracked.software, { 14: day }, { latest: '14.9', link: 'https://example.org/dates' });
    const full = await share(ada, { kind: 'calendar', details: 'full' });
    const expected = { summary: `${name} 14: last day of support`, start: day, end: dayAfter(day), sequence: 0 };
    expect(await events(full)).toMatchObject([expected]);
    const { text } = await test.http.get(full.ics).expect(200);
    const unfolded = text.replaceAll('\r\n ', '');
    expect(unfolded).toContain('REFRESH-INTERVAL;VALUE=DURATION:PT12H\r\nX-PUBLISHED-TTL:PT12H\r\n');
    expect(unfolded).toContain('You use 14.1.\\nNewest of 14: 14.9.\\nAs of ');
    expect(unfolded).toContain('URL:https://example.org/dates\r\n');
    const names = await share(ada, { kind: 'calendar' });
    expect(await events(names)).toMatchObject([{ summary: `${name}: last day of support`, start: day }]);
    expect((await test.http.get(names.ics)).text).not.toMatch(/14\.1|14\.9/);
  });

  it('keeps the id of an event whose day moves, and counts its moves', async () => {
    const days = [dayIn(40), dayIn(80), dayIn(20)];
    const shared = await share(ada, { kind: 'calendar' });
    const seen: ReadEvent[] = [];
    for (const day of days) {
      await setCycles(test, tracked.software, { 14: day });
      const [event, ...others] = await events(shared);
      // Reading it again is no move, and neither is another calendar.
      expect([others, await events(shared)]).toEqual([[], [event]]);
      expect(await events(await share(ada, { kind: 'calendar', favorite: tracked.id }))).toEqual([event]);
      seen.push(event!);
    }
    expect(seen.map(({ start }) => start)).toEqual(days);
    expect(seen.map(({ sequence }) => sequence)).toEqual([0, 1, 2]);
    expect(new Set(seen.map(({ uid }) => uid)).size).toBe(1);
  });

  it('counts a move once when many read it at the same time', async () => {
    const shared = await share(ada, { kind: 'calendar' });
    await setCycles(test, tracked.software, { 14: dayIn(40) });
    const readAll = async () => {
      const read = await Promise.all(Array.from({ length: 8 }, () => events(shared)));
      return new Set(read.map(([event]) => event!.sequence));
    };
    expect(await readAll()).toEqual(new Set([0]));
    await setCycles(test, tracked.software, { 14: dayIn(41) });
    expect(await readAll()).toEqual(new Set([1]));
  });

  it('has another event for another cycle, and the own date of a policy', async () => {
    const shared = await share(ada, { kind: 'calendar' });
    await setCycles(test, tracked.software, { 14: dayIn(40), 15: dayIn(400) });
    const [first] = await events(shared);
    await tracked.change({ version: '15.0' });
    const [second] = await events(shared);
    expect(second).toMatchObject({ start: dayIn(400), sequence: 0 });
    expect(second!.uid).not.toBe(first!.uid);
    await ada.patch(`/api/v1/favorite/${tracked.id}/policy`).send({ supported_until: dayIn(800) });
    expect(await events(shared)).toMatchObject([{ uid: second!.uid, start: dayIn(800), sequence: 1 }]);
  });

  it('has the releases on offer when they are asked for, and those of favorites that match', async () => {
    await setCycles(test, tracked.software, { 14: dayIn(40) });
    await tracked.release({ version: '14.2', released_at: `${dayIn(-3)}T12:00:00Z` });
    await test.import({ ...tracked.record, versions: [{ version: '15.0', released_at: `${dayIn(-2)}T12:00:00Z` }] });
    await test.check();
    const other = await track(test, ada, '1.0');
    await setCycles(test, other.software, { 1: dayIn(50) });
    const summaries = async (input: object) =>
      (await events(await share(ada, { kind: 'calendar', ...input }))).map(({ summary }) => summary).sort();
    const [name, otherName] = [tracked.record.software.name, other.record.software.name];
    const both = [name, otherName].map((one) => `${one}: last day of support`);
    expect(await summaries({})).toEqual(both.toSorted());
    expect(await summaries({ releases: true })).toEqual([...both, `${name} 15.0 released`].sort());
    expect(await summaries({ filter: { software: otherName } })).toEqual([both[1]]);
    expect(await summaries({ favorite: tracked.id, releases: true })).toEqual([`${name} 15.0 released`, both[0]]);
  });

  it('has what has ended for a year, and not what nobody knows a day of', async () => {
    const shared = await share(ada, { kind: 'calendar' });
    await setCycles(test, tracked.software, { 14: dayIn(-300) });
    expect(await events(shared)).toHaveLength(1);
    await setCycles(test, tracked.software, { 14: dayIn(-400) });
    // A program can read it all the same.
    expect(await events(shared)).toEqual([]);
  });
});
