import { LifecycleHost, release } from '../knowledge/lifecycle-host';
import { beforeStatements } from '../../setup/statements';
import { PollApp } from './poll-app';

describe('a source of the type endoflife', () => {
  let host: LifecycleHost;
  let app: PollApp;
  let id: string;

  beforeAll(async () => {
    app = await PollApp.start();
  });

  beforeEach(async () => {
    await app.reset();
    host = await new LifecycleHost().open();
    id = await app.product('Polled');
    const server = new URL(host.url).origin;
    await app.setSource(id, { type: 'endoflife', settings: { product: 'polled', server } }).expect(200);
  });

  afterEach(() => host.close());
  afterAll(() => app.close());

  const says = (...releases: object[]) =>
    host.answers({ schema_version: '1.2.0', result: { name: 'polled', releases } });
  const pollAgain = async () => {
    await app.due();
    return app.poll();
  };
  const cycles = async () => {
    const { body } = await app.editor.get(`/api/v1/software/${id}/lifecycle`).expect(200);
    return (body.data.cycles as { cycle: string; eol_on: string; gone: boolean }[]).map(
      ({ cycle, eol_on, gone }) => `${cycle} ${eol_on}${gone ? ' gone' : ''}`,
    );
  };

  it('brings versions and cycles with one request a poll, and keeps cycles that are dropped', async () => {
    says(release('13', '2026-01-31'), release('14', '2027-01-31'));
    expect(await app.poll()).toMatchObject({ new: 1, failed: 0 });
    expect(await app.versionsOf(id)).toEqual(['14.9', '13.9', '1.0']);
    expect(await cycles()).toEqual(['14 2027-01-31', '13 2026-01-31']);
    says(release('14', '2027-01-31'), release('15', '2029-01-31'));
    await pollAgain();
    expect(await cycles()).toEqual(['15 2029-01-31', '14 2027-01-31', '13 2026-01-31 gone']);
    // A date has moved, although no version is new.
    says(release('14', '2027-06-30'), release('15', '2029-01-31'));
    expect(await pollAgain()).toMatchObject({ failed: 0, versions: 0 });
    expect(await cycles()).toEqual(['15 2029-01-31', '14 2027-06-30', '13 2026-01-31 gone']);
    expect(host.asked.map(({ url }) => url)).toEqual(Array(3).fill('/api/v1/products/polled'));
  });

  it('writes no version and no cycle when nothing has changed, with or without a 304', async () => {
    says(release('14', '2027-01-31'));
    await app.poll();
    const written: string[] = [];
    const stop = beforeStatements(app.test, (statement) => {
      const [, table] = /^\s*(?:INSERT INTO|UPDATE|DELETE FROM)\s+"?`?(\w+)/i.exec(statement) ?? [];
      if (table && !table.startsWith('source_') && table !== 'software_source') written.push(statement);
    });
    await pollAgain();
    // The same facts in another text.
    says({ ...release('14', '2027-01-31'), custom: { anything: 'else' } });
    await pollAgain();
    stop();
    expect(host.asked.map(({ status }) => status)).toEqual([200, 304, 200]);
    expect(written).toEqual([]);
    expect(await cycles()).toEqual(['14 2027-01-31']);
  });
});
