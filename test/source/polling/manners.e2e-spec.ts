import { SourcePoller } from '../../../src/source/polling/source-poller';
import { startApp, type TestApp } from '../../setup/app';
import { FeedHost } from './feed-host';

describe('a process that polls', () => {
  let test: TestApp;
  let host: FeedHost;

  /** One product for each name, with a source at the host. */
  async function start(environment: Record<string, string>, ...names: string[]): Promise<void> {
    test = await startApp({ SOURCES: 'all', ...environment });
    host = await new FeedHost().open();
    await test.import(...names.map((name) => ({ publisher: { name: 'P' }, software: { name }, versions: [] })));
    const agent = await test.as('eve', ['read', 'catalogue:write']);
    const { body } = await agent.get('/api/v1/software').expect(200);
    for (const { id, name } of body.data as { id: string; name: string }[]) {
      host.publish(name, '1.0');
      await agent.put(`/api/v1/software/${id}/source`).send(host.json(name)).expect(200);
    }
  }

  afterEach(async () => {
    await test.close();
    await host.close();
  });

  it('keeps a delay between the requests to a host', async () => {
    await start({ SOURCE_HOST_DELAY_MS: '120' }, 'a', 'b', 'c', 'd');
    const begun = performance.now();
    await test.app.get(SourcePoller).pollDue();
    // As the process sees it: on its way, a request may be overtaken by the time between two.
    expect(performance.now() - begun).toBeGreaterThanOrEqual(3 * 120);
    expect(host.asked).toHaveLength(4);
  });

  it('is ended by a stop at once, and what was under way stays due', async () => {
    await start({ SOURCE_HOST_DELAY_MS: '0' }, 'a');
    host.wrong.set('a', () => undefined);
    const poller = test.app.get(SourcePoller);
    const polling = poller.pollDue();
    while (host.asked.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await poller.onModuleDestroy();
    // Had it been waited for until it was too slow, it would have failed.
    expect(await polling).toMatchObject({ failed: 0, skipped: 1 });
    const [row] = await test.database.query<Record<string, unknown>>(
      `SELECT failures, h.claim_id, s.next_at <= ${test.database.dialect.now} AS due
       FROM software_source s JOIN source_host h ON h.host = s.host`,
    );
    expect(row).toMatchObject({ failures: 0, claim_id: null });
    expect(Number(row!.due)).toBe(1);
  });
});
