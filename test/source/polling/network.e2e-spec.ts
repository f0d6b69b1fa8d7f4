import { Logger } from '@nestjs/common';
import { MOMENT } from '../../setup/api';
import { eventually } from '../../setup/eventually';
import { FeedHost } from './feed-host';
import { PollApp } from './poll-app';

const MISSING = 'no source can be reached: without a network, polling rests';
const BACK = 'there is a network again, polling goes on';

describe('polling without a network', () => {
  let app: PollApp;

  beforeEach(async () => {
    jest.spyOn(Logger.prototype, 'warn');
    jest.spyOn(Logger.prototype, 'log');
    app = await PollApp.start();
  });

  afterEach(async () => {
    jest.restoreAllMocks();
    await app.close();
  });

  const logged = (msg: string) =>
    [Logger.prototype.warn, Logger.prototype.log].flatMap((method) =>
      jest.mocked(method).mock.calls.filter(([entry]) => (entry as { msg?: string } | undefined)?.msg === msg),
    ).length;

  /** Since when the operator and users are told of it, and the metric. */
  const since = async () => {
    const admin = await app.test.as('olga', ['read', 'admin']);
    const { sources } = (await admin.get('/api/v1/overview').expect(200)).body.data;
    const { sources_unreachable_since } = (await admin.get('/api/v1/summary').expect(200)).body.data;
    const { text } = await app.test.http.get('/metrics').expect(200);
    return [
      sources.unreachable_since,
      sources_unreachable_since,
      Number(/^source_network_missing (\d)$/m.exec(text)![1]),
    ];
  };

  it('says so once, calls no product failing, and goes on by itself', async () => {
    const names = ['a', 'b', 'c', 'd'];
    const ids = await app.products(...names);
    // Names that nobody has (RFC 6761): what a machine without a network makes of every name.
    for (const name of names)
      await app
        .setSource(ids.get(name)!, { type: 'json', settings: { url: `https://${name}.invalid/x.json` } })
        .expect(200);
    expect(await app.poll()).toMatchObject({ failed: 0, new: 0 });
    expect(await app.poll()).toEqual({ new: 0, unchanged: 0, failed: 0, skipped: 0, versions: 0 });
    const states = await Promise.all(names.map((name) => app.health(ids.get(name)!)));
    expect(states.map(({ state, failures }) => [state, failures])).toEqual(names.map(() => ['new', 0]));
    // Who has misspelt the only name there is sees why nothing comes.
    const words = 'The address is unknown or not allowed, or nothing answers there';
    expect(states.map(({ last_error }) => last_error)).toContain(words);
    expect([logged(MISSING), logged(BACK)]).toEqual([1, 0]);
    expect(await since()).toEqual([expect.stringMatching(MOMENT), expect.stringMatching(MOMENT), 1]);

    const host = await new FeedHost().open();
    host.publish('there', '1.0', '2.0');
    const there = await app.product('there');
    await app.setSource(there, host.json('there')).expect(200);
    await eventually(async () => (await app.poll()).new === 1);
    expect(await since()).toEqual([null, null, 0]);
    expect(await app.health(there)).toMatchObject({ state: 'ok', last_error: null });
    expect([logged(MISSING), logged(BACK)]).toEqual([1, 1]);
    // There is a network: now it is these hosts that are not there.
    await eventually(async () => {
      await app.poll();
      return (await app.health(ids.get('a')!)).state === 'failing';
    });
    expect(logged(MISSING)).toBe(1);
    await host.close();
  });
});
