import { groupBy } from 'small-parts';
import { SourceRegistry } from '../../../src/source/sources/source-registry';
import { SourceSettings } from '../../../src/source/polling/source-settings';
import { closeAll } from '../../notification/providers/peers';
import { bundledLines } from '../../setup/bundled';
import { GithubStandIn, releasesOf, type StandInRelease } from './github-stand-in';
import { PollApp } from './poll-app';

const TOKEN = 'ghp_canary0000000000000000000000000000';
const AT = '2026-10-01T10:00:00Z';

interface Row {
  id: string;
  settings: string;
}

describe('all products of the bundled catalogue that are at GitHub', () => {
  let github: GithubStandIn;
  let rerouted: jest.SpyInstance;
  let app: PollApp;

  beforeAll(async () => {
    github = await new GithubStandIn().open();
    github.allow(TOKEN);
    rerouted = github.standIn();
    app = await PollApp.start({ GITHUB_TOKEN: TOKEN });
  });

  afterAll(async () => {
    rerouted.mockRestore();
    await app.close();
    await closeAll();
  });

  /** The versions that the catalogue has are their releases; every twentieth has more than one page, others only tags. */
  async function fill(): Promise<string[]> {
    const { database } = app.test;
    const source = app.test.app.get(SourceRegistry).require('github-releases');
    const settings = app.test.app.get(SourceSettings);
    const rows = await database.query<Row>(
      `SELECT software_id AS id, settings FROM software_source WHERE type = 'github-releases'`,
    );
    const versions = await database.query<{ id: string; version: string }>(
      'SELECT software_id AS id, version FROM version ORDER BY version_key DESC',
    );
    const releases = groupBy(versions, ({ id }) => id);
    return rows.map(({ id, settings: sealed }, index) => {
      const { repository } = settings.openPublic(id, source, sealed) as { repository: string };
      const own = (releases.get(id) ?? []).map(({ version }): StandInRelease => ({ tag: version, at: AT }));
      if (index % 20 === 0) own.push(...releasesOf(130, '0.0.'));
      const asTags = { releases: [], tags: own.map(({ tag }) => tag) };
      if (index % 101 !== 0)
        github.repositories.set(repository, index % 33 === 0 ? asTags : { releases: own, tags: [] });
      return repository;
    });
  }

  it('are asked in less than 100 requests', async () => {
    const lines = bundledLines().map((line) => JSON.parse(line) as { source?: { type: string } });
    await app.test.import(...lines.filter(({ source }) => source?.type === 'github-releases'));
    const repositories = await fill();
    expect(repositories.length).toBeGreaterThan(4_000);
    await app.due();
    const vanished = Math.ceil(repositories.length / 101);
    const first = await app.poll();
    expect(github.asked.length).toBeLessThan(100);
    expect(first.failed).toBeGreaterThan(vanished / 2);
    expect(first.failed).toBeLessThanOrEqual(vanished);
    expect(first.new + first.unchanged + first.failed).toBe(repositories.length);

    const changed = repositories.filter((_name, index) => index % 97 === 1 && index % 33 !== 0 && index % 101 !== 0);
    for (const name of changed) github.repositories.get(name)!.releases.unshift({ tag: '999.0', at: AT });
    github.asked.length = 0;
    await app.due();
    const second = await app.poll();
    expect(github.asked.length).toBeLessThan(100);
    expect(second.unchanged + second.new).toBe(repositories.length - first.failed);
    expect(second.new).toBe(changed.length);
  });
});
