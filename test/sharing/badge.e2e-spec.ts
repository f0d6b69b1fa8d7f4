import { useApp } from '../setup/app';
import { type Agent, newUser, track, type Tracked } from '../setup/tracking';
import { dayIn, setCycles, share } from './stage';
import { type Element, parseXml, shieldsErrors } from './validators';

const test = useApp();
let ada: Agent;
let tracked: Tracked;

beforeEach(async () => {
  ada = await newUser(test);
  tracked = await track(test, ada, '1.0');
});

interface Shields {
  label: string;
  message: string;
  color: string;
}

async function badge(input: object): Promise<Shields & { svg: Element }> {
  const { svg, json } = await share(ada, { kind: 'badge', ...input });
  const image = await test.http.get(svg).expect(200).expect('Content-Type', 'image/svg+xml; charset=utf-8');
  const { text } = await test.http.get(json).expect(200);
  const shields = JSON.parse(text) as Shields;
  expect(shieldsErrors(shields)).toEqual([]);
  const root = parseXml((image.body as Buffer).toString());
  expect(root).toMatchObject({ name: 'svg', uri: 'http://www.w3.org/2000/svg' });
  expect(root.attributes['aria-label']).toBe(`${shields.label}: ${shields.message}`);
  return { ...shields, svg: root };
}

/** Its source was asked: so many seconds ago, and failed since. */
async function asked({ software }: Tracked, ago: number, failing = false): Promise<void> {
  const { nowPlus, now } = test.database.dialect;
  await test.database.execute('DELETE FROM software_source WHERE software_id = ?', [software]);
  const writer = await test.as('writer', ['read', 'catalogue:write']);
  const settings = { repository: 'acme/tool' };
  await writer.put(`/api/v1/software/${software}/source`).send({ type: 'github-releases', settings }).expect(200);
  await test.database.execute(
    `UPDATE software_source SET last_success_at = ${nowPlus}, failing_since = ${failing ? now : 'NULL'} WHERE software_id = ?`,
    [-ago, software],
  );
}

describe('the badge of a favorite', () => {
  const own = () => badge({ favorite: tracked.id });

  it('says current only where somebody was asked', async () => {
    const { name } = tracked.record.software;
    expect(await own()).toMatchObject({ label: name, message: 'unknown' });
    await asked(tracked, 60);
    expect(await own()).toMatchObject({ label: name, message: 'current' });
    await asked(tracked, 3_600, true);
    expect(await own()).toMatchObject({ message: 'current' });
    await asked(tracked, 2 * 86_400, true);
    expect(await own()).toMatchObject({ message: 'unknown' });
    await asked(tracked, 400 * 86_400);
    expect(await own()).toMatchObject({ message: 'unknown' });
  });

  it('says what is on offer, whoever was asked, and that support has ended', async () => {
    await tracked.release('1.30.4');
    await test.check();
    expect(await own()).toMatchObject({ message: 'update 1.30.4' });
    const named = await badge({ favorite: tracked.id, name: 'Production', details: 'full' });
    expect(named).toMatchObject({ label: 'Production 1.0', message: 'update 1.30.4' });
    await setCycles(test, tracked.software, { 1: dayIn(-1) });
    expect(await own()).toMatchObject({ message: 'ended' });
    await setCycles(test, tracked.software, { 1: dayIn(-1) }, { extendedUntil: dayIn(9) });
    expect(await own()).toMatchObject({ message: 'update 1.30.4' });
  });

  it('says no version that a policy skips', async () => {
    await asked(tracked, 60);
    await tracked.release('1.1');
    await test.check();
    await ada
      .patch(`/api/v1/favorite/${tracked.id}/policy`)
      .send({ skip: ['1.1'] })
      .expect(200);
    expect(await own()).toMatchObject({ message: 'current' });
  });
});

describe('the badge of favorites', () => {
  it('counts those that match', async () => {
    expect(await badge({})).toMatchObject({ label: 'software', message: 'unknown' });
    await asked(tracked, 60);
    expect(await badge({ name: 'All' })).toMatchObject({ label: 'All', message: 'current' });
    const other = await track(test, ada, '1.0');
    expect(await badge({})).toMatchObject({ message: 'unknown' });
    await other.release('1.1');
    await test.check();
    expect(await badge({})).toMatchObject({ message: '1 update' });
    expect(await badge({ filter: { software: tracked.record.software.name } })).toMatchObject({ message: 'current' });
    await tracked.release('1.1');
    await test.check();
    expect(await badge({})).toMatchObject({ message: '2 updates' });
    await setCycles(test, tracked.software, { 1: dayIn(-1) });
    expect(await badge({})).toMatchObject({ message: '1 ended' });
    expect(await badge({ filter: { software: 'no such' } })).toMatchObject({ message: 'unknown' });
  });
});
