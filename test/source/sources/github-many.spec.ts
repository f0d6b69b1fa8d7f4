import { SourceError } from '../../../src/common/fetch/source-error';
import { SourceWeb } from '../../../src/common/fetch/source-web';
import { OutgoingHttp } from '../../../src/common/outgoing-http/outgoing-http';
import { acceptSettings } from '../../../src/common/settings/settings';
import { githubGraph } from '../../../src/source/sources/forge-token';
import type { Asked, OneOfMany, Release } from '../../../src/source/sources/source';
import { closeAll, config } from '../../notification/providers/peers';
import { GithubStandIn, releasesOf, type StandInRepository } from '../polling/github-stand-in';
import { sourceAt } from './one-source';

const TOKEN = 'ghp_canary000000000000000000000000000000';

const mixed: StandInRepository = {
  releases: [
    { tag: 'v2.0.0-rc.1', at: '2026-11-01T10:00:00Z', prerelease: true, notes: '**Try it**' },
    { tag: 'v3.0.0', at: '2026-11-02T10:00:00Z', draft: true },
    { tag: 'plugin-9.0.0', at: '2026-10-05T10:00:00Z' },
    { tag: 'v1.9.0', at: '2026-10-01T10:00:00Z', notes: 'Fixes' },
    { tag: 'plugin-8.0.0', at: '2026-09-01T10:00:00Z' },
    { tag: 'nightly', at: '2026-08-01T10:00:00Z', prerelease: true },
  ],
  tags: ['v1.9.0', 'v1.8.0'],
};

const REPOSITORIES: Record<string, StandInRepository> = {
  'acme/mixed': mixed,
  'acme/tags': { releases: [], tags: ['v2.0', 'v1.0', 'plugin-7.0'] },
  'acme/many-tags': { releases: [], tags: releasesOf(350).map(({ tag }) => tag) },
  'acme/empty': { releases: [], tags: [] },
  'acme/hundred': { releases: releasesOf(100), tags: [] },
  'acme/two-pages': { releases: releasesOf(130), tags: [] },
  'acme/all-pages': { releases: releasesOf(300), tags: [] },
  'acme/more-pages': { releases: [...releasesOf(200, 'app-2.'), ...releasesOf(150)], tags: [] },
  'acme/only-drafts': { releases: [{ tag: 'v1', at: '2026-11-02T10:00:00Z', draft: true }], tags: ['v0.9'] },
};
const NAMES = [...Object.keys(REPOSITORIES), 'former/name', 'acme/vanished', 'acme/forbidden'];

describe('repositories of GitHub that are asked together', () => {
  let github: GithubStandIn;
  let one: Awaited<ReturnType<typeof sourceAt>>;
  let http: OutgoingHttp;

  beforeEach(async () => {
    github = await new GithubStandIn().open();
    github.allow(TOKEN);
    for (const [name, repository] of Object.entries(REPOSITORIES)) github.repositories.set(name, repository);
    github.repositories.set('acme/forbidden', { releases: [], tags: [], forbidden: true });
    github.renamed.set('former/name', 'acme/mixed');
    one = await sourceAt('github-releases');
    http = new OutgoingHttp(config({}));
  });
  afterEach(closeAll);

  const settingsOf = (repository: string, token: string | null = TOKEN) =>
    acceptSettings(one.source, { repository, server: `${github.url}/`, ...(token && { token }) }).settings;

  async function byRest(repository: string, inUse: string[]) {
    const web = new SourceWeb(http);
    const releases = await one.source
      .fetch(settingsOf(repository), web, inUse)
      .catch((error: SourceError) => [error.message, error.code]);
    return { releases, notice: web.notice };
  }

  function together(names: string[], inUse: string[] = [], known: (string | null)[] = []) {
    const asked: Asked<object>[] = names.map((name, at) => ({
      ...{ settings: settingsOf(name), known: known[at] ?? null },
      inUse: () => Promise.resolve(inUse),
    }));
    return one.source.fetchMany!(asked, new SourceWeb(http));
  }

  const withoutNotes = (releases: Release[]) => releases.map(({ notes: _notes, ...release }) => release);

  it.each([[[]], [['plugin-8.0.0']], [['v1.9.0']], [['app-2.3']]])(
    'are answered as by REST, but for notes, with %j in use',
    async (inUse) => {
      const answers = await together(NAMES, inUse);
      for (const [at, name] of NAMES.entries()) {
        const rest = await byRest(name, inUse);
        const learnt = answers[at]!;
        if (name === 'acme/forbidden') expect(learnt).toBeNull();
        else if (learnt instanceof SourceError) expect(rest.releases).toEqual([learnt.message, learnt.code]);
        else {
          const { answer, notice } = learnt!;
          expect({ name, releases: answer!.releases, notice }).toEqual({
            name,
            releases: withoutNotes(rest.releases as Release[]),
            notice: rest.notice,
          });
        }
      }
    },
  );

  it('take few requests, and say what has not changed', async () => {
    const before = (await together(NAMES)) as (OneOfMany | SourceError | null)[];
    // The lists; the second pages and the tags; the third pages, and the second of tags; the third of tags.
    expect(github.asked).toEqual(['graphql 12', 'graphql 6', 'graphql 3', 'graphql 1']);
    const known = before.map((learnt) => (learnt !== null && 'validator' in learnt ? learnt.validator : null));
    const changed = [
      ['v9.9', 'tag'],
      ['acme/two-pages', 'notes of an old release'],
    ] as const;
    github.repositories.set('acme/tags', { releases: [], tags: [changed[0][0], 'v2.0', 'v1.0', 'plugin-7.0'] });
    const old = REPOSITORIES['acme/two-pages']!.releases.with(120, {
      ...releasesOf(130)[120]!,
      notes: 'A longer text',
    });
    github.repositories.set(changed[1][0], { releases: old, tags: [] });
    const after = await together(NAMES, [], known);
    const isNew = NAMES.filter((_name, at) => (after[at] as OneOfMany | null)?.answer);
    expect(isNew).toEqual(['acme/tags', 'acme/two-pages']);
  });

  it('are asked in smaller batches when GitHub cannot answer in time, and one by one when it cannot at all', async () => {
    const names = Array.from({ length: 60 }, (_, index) => `acme/small-${index}`);
    for (const name of names) github.repositories.set(name, { releases: releasesOf(2), tags: [] });
    github.tooHeavyFrom = 40;
    expect((await together(names)).filter((learnt) => learnt === null)).toEqual([]);
    expect(github.asked).toEqual(['graphql 60', 'graphql 30', 'graphql 30']);
    github.tooHeavyFrom = 0;
    expect((await together(names)).filter((learnt) => learnt !== null)).toEqual([]);
    github.tooHeavyFrom = Infinity;
    expect((await together(names)).filter((learnt) => learnt === null)).toEqual([]);
  });

  it('are left when the token is spent, refused, or to wait', async () => {
    github.first.push([403, { 'retry-after': '60' }, '{"message":"You have exceeded a secondary rate limit"}']);
    const web = new SourceWeb(http);
    const asked = { settings: settingsOf('acme/mixed'), known: null, inUse: () => Promise.resolve([]) };
    expect(await one.source.fetchMany!([asked], web)).toEqual([null]);
    expect(web.pause).toBe(60);
    github.allow(TOKEN, 0);
    expect(await together(NAMES)).toEqual(NAMES.map(() => null));
    github.budgets.delete(`Bearer ${TOKEN}`);
    expect(await together(NAMES)).toEqual(NAMES.map(() => null));
    expect(github.queries).toBe(3);
  });

  it.each([
    [undefined, 'https://api.github.com/graphql'],
    ['https://github.example.com/api/v3/', 'https://github.example.com/api/graphql'],
    ['https://github.example.com/api/v3', 'https://github.example.com/api/graphql'],
  ])('are asked for beside the REST API: %s', (server, url) => expect(githubGraph({ server })).toBe(url));

  it('go by REST without a token', async () => {
    const asked = { settings: settingsOf('acme/mixed', null), known: null, inUse: () => Promise.resolve([]) };
    expect(await one.source.fetchMany!([asked], new SourceWeb(http))).toEqual([null]);
    expect(github.asked).toEqual([]);
  });
});
