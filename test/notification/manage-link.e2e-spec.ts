import type { Response } from 'supertest';
import { ManageLinks } from '../../src/notification/link/signed-links';
import { expectProblem } from '../setup/api';
import { startApp, type TestApp, useApp } from '../setup/app';
import { product } from '../setup/catalogue';
import { expectSafePage } from '../setup/pages';
import { type HttpReceiver, outside } from '../setup/receivers';
import { type Agent, newUser, track, type Tracked, trackRecord } from '../setup/tracking';
import { fromDate } from '../../src/common/time/utc-timestamp';

const PUBLIC_URL = 'https://tracker.example';
const DAY = 86_400;
const LINK = /^https:\/\/tracker\.example(\/update\/[\w-]{94})$/;

const world = outside();
let receiver: HttpReceiver;
const test = useApp({ PUBLIC_URL, WEB: 'true' });

beforeEach(async () => {
  receiver = await world.http();
  for (const table of ['favorite', 'channel']) await test.database.execute(`DELETE FROM ${table}`);
});

interface Told {
  agent: Agent;
  tracked: Tracked;
  /** The path of the link in the message. */
  path: string;
  policy(): Promise<{ skip: string[]; snoozed_until: string | null }>;
}

/** One more message. @returns the paths of the links in all of them, in order */
async function links(answer = 200, { check, deliver } = test): Promise<(string | undefined)[]> {
  receiver.will(answer);
  await check();
  await deliver();
  return receiver.requests.map(({ body }) => {
    const { data } = JSON.parse(body) as { data: { links: { manage?: string } } };
    return data.links.manage === undefined ? undefined : LINK.exec(data.links.manage)![1]!;
  });
}

const newReader = (at: TestApp = test) =>
  newUser(at, { type: 'webhook', name: 'hook', settings: { url: receiver.url } });

/** Somebody on 1.0 of a product who was told of 1.1. */
async function told(answer = 200): Promise<Told> {
  const agent = await newReader();
  const tracked = await track(test, agent, '1.0');
  await tracked.release('1.1');
  const path = (await links(answer)).at(-1)!;
  return {
    agent,
    tracked,
    path,
    policy: async () => (await agent.get(`/api/v1/favorite/${tracked.id}/policy`).expect(200)).body.data,
  };
}

const press = (path: string, action: string) => test.http.post(path).type('form').redirects(0).send(`action=${action}`);

/** The request that a page shows, sent by its owner. */
async function undo(agent: Agent, page: Response): Promise<void> {
  const [, path, body] = /<pre>PATCH https:\/\/tracker\.example(\S+)\n(.*)<\/pre>/.exec(page.text)!;
  await agent
    .patch(path!)
    .send(JSON.parse(body!.replaceAll('&quot;', '"')))
    .type('json')
    .expect(200);
}

describe('the link to skip or snooze an update', () => {
  it('shows what it is about and changes nothing, however often it is opened', async () => {
    const { tracked, path, policy } = await told();
    const before = [await tracked.favorite(), await policy()];
    for (const method of ['get', 'head', 'get'] as const) await test.http[method](path).expect(200);
    const page = await test.http.get(`${path}?utm_source=scanner`).expect(200);
    expectSafePage(page);
    expect(page.text).toMatch(/Product \d+ 1\.1<\/bdi><\/h1>/);
    const open = `<a href="${PUBLIC_URL}/software/${tracked.software}">Open ${tracked.record.software.name} in the tracker</a>`;
    expect(page.text).toContain(open);
    expect(page.text).toMatch(/You use<\/small>\s*<b><bdi>1\.0<[^]*New version<\/small>\s*<b><bdi>1\.1</);
    expect([await tracked.favorite(), await policy()]).toEqual(before);
  });

  it.each([
    ['updated', 'updated'],
    ['skip', 'skip'],
    ['snooze', 'snooze-week'],
    ['%3Cscript%3E', 'updated'],
    ['skip&do=snooze', 'skip'],
  ])('shows first what the link was called (%s), and still changes nothing', async (wanted, main) => {
    const { tracked, path, policy } = await told();
    const before = [await tracked.favorite(), await policy()];
    const page = await test.http.get(`${path}?do=${wanted}`).expect(200);
    expectSafePage(page);
    const buttons = [...page.text.matchAll(/<button name="action" value="([\w-]+)"( class="quiet")?/g)];
    const snoozes = ['snooze-day', 'snooze-week', 'snooze-month'];
    const groups = [['updated'], ['skip'], snoozes, ['mute']];
    const first = groups.find((group) => group.includes(main))!;
    expect(buttons.map(([, value]) => value)).toEqual([first, ...groups.filter((group) => group !== first)].flat());
    expect(buttons.filter(([, , quiet]) => !quiet).map(([, value]) => value)).toEqual([main]);
    expect([await tracked.favorite(), await policy()]).toEqual(before);
  });

  it('skips that version beside those that are skipped, each time anew, and says how to undo it', async () => {
    const { agent, tracked, path, policy } = await told();
    await agent
      .patch(`/api/v1/favorite/${tracked.id}/policy`)
      .send({ skip: ['0.9'], series: '1' })
      .expect(200);
    let page: Response | undefined;
    for (let count = 0; count < 3; count++) {
      page = await press(path, 'skip').expect(200);
      expectSafePage(page);
      expect(page.text).toMatch(/1\.1 is skipped/);
      expect(await policy()).toMatchObject({ skip: ['0.9', '1.1'], series: '1' });
      expect(await tracked.favorite()).toMatchObject({ update_available: false, version: { version: '1.0' } });
    }
    await undo(agent, page!);
    expect(await policy()).toMatchObject({ skip: ['0.9'] });
    expect(await tracked.favorite()).toMatchObject({ update_available: true });
  });

  it('skips each of two versions that are skipped at once', async () => {
    const { agent, tracked, path, policy } = await told();
    await tracked.release('1.2');
    const second = (await links()).at(-1)!;
    await Promise.all([path, second, path, second].map((link) => press(link, 'skip').expect(200)));
    expect((await policy()).skip.sort()).toEqual(['1.1', '1.2']);
    await agent.get(`/api/v1/favorite/${tracked.id}`).expect(200);
  });

  it('skips nothing when the list is full, and says so', async () => {
    const { agent, tracked, path, policy } = await told();
    const skip = Array.from({ length: 200 }, (_, index) => `0.${index}`);
    await agent.patch(`/api/v1/favorite/${tracked.id}/policy`).send({ skip }).expect(200);
    expectSafePage(await press(path, 'skip').expect(409));
    expect((await policy()).skip).toHaveLength(200);
  });

  it('skips and snoozes beside what became wrong in the policy meanwhile', async () => {
    const { agent, tracked, path, policy } = await told();
    const channel = await agent.post('/api/v1/channel').send({ type: 'log', name: 'log', settings: {} });
    const { id } = channel.body.data as { id: string };
    await agent
      .patch(`/api/v1/favorite/${tracked.id}/policy`)
      .send({ channels: [id] })
      .expect(200);
    await agent.delete(`/api/v1/channel/${id}`).expect(204);
    await press(path, 'skip').expect(200);
    await press(path, 'snooze-day').expect(200);
    expect(await policy()).toMatchObject({ skip: ['1.1'], snoozed_until: expect.any(String) });
  });

  it.each([
    ['snooze-day', 1],
    ['snooze-week', 7],
    ['snooze-month', 30],
  ])('snoozes the favorite: %s', async (action, days) => {
    const { agent, tracked, path, policy } = await told();
    const begun = Date.now();
    const page = await press(path, action).expect(200);
    const until = Date.parse((await policy()).snoozed_until!);
    expect(Math.abs(until - begun - days * DAY * 1_000)).toBeLessThan(60_000);
    expect(page.text).toContain(new Date(until).toISOString().slice(0, 10));
    expect(page.text).toContain('you get one more notification');
    expect(await tracked.favorite()).toMatchObject({ update_available: false });
    await undo(agent, page);
    expect(await policy()).toMatchObject({ snoozed_until: null });
    expect(await tracked.favorite()).toMatchObject({ update_available: true });
  });

  it('moves the favorite to that version, and never back from a newer one', async () => {
    const { agent, tracked, path } = await told();
    const page = await press(path, 'updated').expect(200);
    expect(await tracked.favorite()).toMatchObject({ version: { version: '1.1' }, update_available: false });
    expect((await press(path, 'updated').expect(200)).text).toContain('There was nothing to change.');
    await undo(agent, page);
    expect(await tracked.favorite()).toMatchObject({ version: { version: '1.0' }, update_available: true });
    await tracked.release('1.2');
    await tracked.change({ version: '1.2' });
    await press(path, 'updated').expect(200);
    expect(await tracked.favorite()).toMatchObject({ version: { version: '1.2' } });
    const opened = await test.http.get(path).expect(200);
    expect(opened.text).toMatch(/You use Product \d+ 1\.2[^]*there is nothing to do/);
  });

  it('ends the messages about the product', async () => {
    const { agent, tracked, path } = await told();
    for (let count = 0; count < 2; count++) await press(path, 'mute').expect(200);
    await tracked.release('1.2');
    expect((await test.check()).notified).toBe(0);
    expect(await tracked.favorite()).toMatchObject({ notifications_enabled: false, update_available: true });
    await undo(agent, await press(path, 'mute'));
    expect(await tracked.favorite()).toMatchObject({ notifications_enabled: true });
  });

  it('of one person changes nothing of another who follows the same product', async () => {
    const mine = await told();
    const agent = await newReader();
    const theirs = await trackRecord(test, agent, mine.tracked.record, '1.0');
    const before = await theirs.favorite();
    const url = `/api/v1/favorite/${theirs.id}/policy`;
    const policy = (await agent.get(url).expect(200)).body.data as object;
    for (const action of ['skip', 'snooze-week', 'mute', 'updated']) await press(mine.path, action).expect(200);
    expect(await mine.tracked.favorite()).toMatchObject({ version: { version: '1.1' } });
    expect(await theirs.favorite()).toEqual(before);
    expect((await agent.get(url).expect(200)).body.data).toEqual(policy);
  });

  it('does nothing for what is no action, and shows the buttons again', async () => {
    const { tracked, path, policy } = await told();
    const before = [await tracked.favorite(), await policy()];
    const bodies = ['', 'action=', 'action=delete', 'action=toString', 'action=__proto__', 'skip', '{"action":"skip"}'];
    for (const body of bodies) {
      const page = await test.http.post(path).type('form').send(body).expect(400);
      expectSafePage(page);
      expect(page.text).toContain('value="skip"');
    }
    expect([await tracked.favorite(), await policy()]).toEqual(before);
  });

  it('takes a small body only, and no other methods', async () => {
    const { path } = await told();
    expectProblem(await press(path, 'x'.repeat(3_000)), 413, 'too-large');
    for (const method of ['put', 'patch', 'delete'] as const) {
      const response = await test.http[method](path);
      expectProblem(response, 405, 'method-not-allowed');
      expect(response.headers.allow).toBe('GET, HEAD, OPTIONS, POST');
    }
    expectProblem(await test.http.get('/update'), 404, 'not-found');
    expectProblem(await test.http.get(`${path}/more`), 404, 'not-found');
  });

  it('that is forged, cut, of another kind or expired shows the same page and does nothing', async () => {
    const { tracked, path } = await told();
    const [notification] = await tracked.notifications();
    const make = (age: number) => {
      const noticed = fromDate(new Date(Date.now() - age * 1_000));
      return LINK.exec(test.app.get(ManageLinks).make(tracked.id, notification!.version.id, noticed)!)![1]!;
    };
    const turned = (index: number) => path.slice(0, index) + (path[index] === 'A' ? 'B' : 'A') + path.slice(index + 1);
    const bad = [
      '/update/x',
      `/update/${'A'.repeat(94)}`,
      path.slice(0, -1),
      `${path}A`,
      `${path.slice(0, -1)}${path.endsWith('A') ? 'B' : 'A'}`,
      ...[10, 30, 50, 70, 90].map(turned),
      make(90 * DAY + 60),
    ];
    const pages = new Set<string>();
    for (const link of bad) {
      pages.add((await test.http.get(link).expect(410)).text);
      pages.add((await press(link, 'updated').expect(410)).text);
    }
    expect(pages.size).toBe(1);
    expectSafePage(await test.http.get(bad[0]!));
    expect(await tracked.favorite()).toMatchObject({ version: { version: '1.0' }, notifications_enabled: true });
    await test.http.get(make(90 * DAY - 60)).expect(200);
    // A token of another kind under the same path, and this one under others.
    await test.http.post(path.replace('update', 'confirm')).expect(410);
  });

  it('asks the database nothing for a forged token', async () => {
    const query = jest.spyOn(test.database, 'query');
    await test.http.get(`/update/${'A'.repeat(94)}`).expect(410);
    await press(`/update/${'A'.repeat(94)}`, 'skip').expect(410);
    expect(query).not.toHaveBeenCalled();
    query.mockRestore();
  });

  it('says so when the favorite was deleted, or follows other software', async () => {
    const gone = await told();
    const moved = await told();
    const other = await track(test, await newUser(test), '5.0');
    await gone.agent.delete(`/api/v1/favorite/${gone.tracked.id}`).expect(204);
    await moved.tracked.change({ software: other.software, version: '5.0' });
    for (const { path } of [gone, moved]) {
      for (const response of [await test.http.get(path), await press(path, 'updated')]) {
        expect(response.status).toBe(410);
        expectSafePage(response);
        expect(response.text).toContain('There is nothing left to do');
      }
    }
    expect(await moved.tracked.favorite()).toMatchObject({ version: { version: '5.0' } });
  });

  it('shows a hostile name as the text that it is', async () => {
    const agent = await newReader();
    const record = product('"><script>alert(1)</script>\u202E&amp; <b>', ['1.0']);
    await test.import(record);
    const tracked = await trackRecord(test, agent, record, '1.0');
    await test.check();
    await tracked.release({ version: '1.1</b><img src=x onerror=alert(1)>', prerelease: false });
    const path = (await links()).at(-1)!;
    for (const page of [await test.http.get(path), await press(path, 'skip'), await press(path, 'updated')]) {
      expect(page.status).toBe(200);
      expect(page.text).not.toMatch(/<script|<img|<b>alert|\u202E/);
      expect(page.text).toContain('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;');
    }
  });

  it('is the same on every attempt, and another for each version and each person', async () => {
    const first = await told(500);
    await test.database.execute(`UPDATE delivery SET next_at = '2020-01-01 00:00:00.000000'`);
    expect(await links()).toEqual([first.path, first.path]);
    await first.tracked.release('1.2');
    expect(new Set(await links()).size).toBe(2);
    expect((await told()).path).not.toBe(first.path);
  });
});

it('is in no message, and links that are out already do not work, where the operator wants none', async () => {
  // Whatever the database has: the token is refused before it is asked.
  const { path } = await told();
  const without = await startApp({ PUBLIC_URL, MANAGE_LINKS: 'false' });
  await without.http.get(path).expect(410);
  await without.http.post(path).type('form').send('action=skip').expect(410);
  const tracked = await track(without, await newReader(without), '1.0');
  await tracked.release('1.1');
  const all = await links(200, without);
  await without.close();
  expect(all.at(-1)).toBeUndefined();
});
