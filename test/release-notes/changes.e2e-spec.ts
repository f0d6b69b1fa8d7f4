import { NoteStore, type NewNote } from '../../src/version/release-notes/store/note-store';
import { expectProblem, type Known, known, UNKNOWN_ID } from '../setup/api';
import { useAgent, useApp } from '../setup/app';
import { newUser } from '../setup/tracking';
import { workOf } from '../setup/timing';

interface Entry {
  id: string;
  version: string;
  notes: unknown;
  breaking: string[];
  cut: boolean;
  [name: string]: unknown;
}

const PAGE = 256 * 1024;

describe('release notes between versions', () => {
  const test = useApp();
  const agent = useAgent(() => newUser(test, null));

  async function give(product: Known, texts: Record<string, string | Partial<NewNote>>): Promise<void> {
    const notes = Object.entries(texts).map(([label, text]): NewNote => {
      const note = { versionId: product.versions[label]!, format: 'markdown' as const, url: null };
      return typeof text === 'string' ? { ...note, text } : { text: '', ...note, ...text };
    });
    await test.database.transaction((sql) => test.app.get(NoteStore).record(sql, product.id, notes));
  }

  const get = async (path: string) => (await agent.get(`/api/v1/${path}`).expect(200)).body.data;
  const labels = (data: { versions: Entry[] }) => data.versions.map(({ version }) => version);

  describe('of software', () => {
    let product: Known;

    beforeAll(async () => {
      const versions = ['1.8', '1.9', '1.10', '1.10.1', '1.11', '1.12-rc.1', '1.12', '1.13'];
      product = await known(test, 'Between', versions);
      await give(product, {
        '1.9': '- not asked for',
        '1.10':
          '## Breaking changes\n\n- The configuration moved\n- Port 80 is gone\n\n## Fixes\n\n- Fixes CVE-2026-12345',
        '1.11': {
          text: '<p>See <a href="https://a.example/x">more</a><img src="https://a.example/p.gif"></p>',
          format: 'html',
          url: 'https://notes.example/1.11',
        },
        '1.12': '- faster\n- @everyone <script>alert(1)</script>',
        '1.13': '- not asked for either',
      });
    });

    it('are exactly those of the versions between, newest first', async () => {
      const data = await get(`software/${product.id}/changes?from=1.9&to=1.12`);
      expect(labels(data)).toEqual(['1.12', '1.12-rc.1', '1.11', '1.10.1', '1.10']);
      expect(data).toMatchObject({ from: '1.9', to: '1.12', without_notes: 2, more: null });
      const [newest, candidate, third, , oldest] = data.versions as [Entry, Entry, Entry, Entry, Entry];
      expect(newest).toMatchObject({
        id: product.versions['1.12'],
        prerelease: false,
        url: null,
        breaking: [],
        cut: false,
      });
      expect(candidate).toMatchObject({ prerelease: true, notes: null });
      expect(third.url).toBe('https://notes.example/1.11');
      expect(oldest.breaking).toEqual(['The configuration moved', 'Port 80 is gone']);
      expect(oldest.security).toMatchObject({ ids: ['CVE-2026-12345'] });
    });

    it('go from the first and to the newest version without the one or the other, and take labels that nobody knows', async () => {
      expect(labels(await get(`software/${product.id}/changes?to=1.9.99`))).toEqual(['1.9', '1.8']);
      expect(labels(await get(`software/${product.id}/changes?from=1.11.5`))).toEqual(['1.13', '1.12', '1.12-rc.1']);
      expect(labels(await get(`software/${product.id}/changes?from=1.12&to=1.12`))).toEqual([]);
    });

    it('come as Markdown, text, HTML and a tree, none of which has a script, an image or a mention', async () => {
      const forms = ['markdown', 'text', 'html', 'blocks'] as const;
      const [markdown, text, html, blocks] = await Promise.all(
        forms.map((format) => get(`software/${product.id}/changes?from=1.10&to=1.12&format=${format}`)),
      );
      expect(text.versions[0].notes).toContain('faster');
      expect(html.versions[0].notes).toContain('<li>');
      expect(blocks.versions[0].notes[0]).toMatchObject({ type: 'list', ordered: false });
      for (const data of [markdown, text, html, blocks]) {
        const all = JSON.stringify(data.versions.map(({ notes }: Entry) => notes));
        expect(all).not.toMatch(/<img|!\[|p\.gif/);
        expect(all).toContain('https://a.example/x');
      }
      expect(html.versions[0].notes).not.toContain('<script');
      expect(markdown.versions[0].notes).toContain('\\<script');
      expect(markdown).toEqual(await get(`software/${product.id}/changes?from=1.10&to=1.12`));
      expect(markdown.versions[0].notes).not.toContain('@everyone');
    });

    it('are refused with the names of the parameters', async () => {
      const path = `/api/v1/software/${product.id}/changes`;
      const fieldsOf = async (query: string) =>
        expectProblem(await agent.get(`${path}?${query}`), 400, 'invalid-query');
      expect(await fieldsOf('from=1.12&to=1.9')).toEqual(['from']);
      expect(await fieldsOf('format=pdf&from=&cursor=x&page=2')).toEqual(['format', 'from', 'cursor', 'page']);
      expect(await fieldsOf('to=1&to=2')).toEqual(['to']);
      expect(await fieldsOf(`from=${'1'.repeat(256)}`)).toEqual(['from']);
      for (const id of [UNKNOWN_ID, 'x'])
        expectProblem(await agent.get(`/api/v1/software/${id}/changes`), 404, 'not-found');
      await test.http.get(path).expect(401);
    });

    it('have a tag by which an unchanged answer is not sent again', async () => {
      const path = `/api/v1/software/${product.id}/changes?from=1.9`;
      const { etag } = (await agent.get(path).expect(200)).headers as { etag: string };
      await agent.get(path).set('If-None-Match', etag).expect(304);
    });

    it('are given of one version', async () => {
      const path = `software/${product.id}/versions`;
      const entry = await get(`${path}/${product.versions['1.10']}/notes?format=text`);
      expect(entry).toMatchObject({ version: '1.10', breaking: ['The configuration moved', 'Port 80 is gone'] });
      expect(await get(`${path}/${product.versions['1.8']}/notes`)).toMatchObject({ version: '1.8', notes: null });
      const other = await known(test, 'Other');
      for (const id of [UNKNOWN_ID, 'x', other.versions['1.0']])
        expectProblem(await agent.get(`/api/v1/${path}/${id}/notes`), 404, 'not-found');
    });

    it('are a filter of versions', async () => {
      const of = async (query: string) =>
        ((await get(`software/${product.id}/versions?${query}`)) as Entry[]).map(({ version }) => version);
      expect(await of('has_notes=true')).toEqual(['1.13', '1.12', '1.11', '1.10', '1.9']);
      expect(await of('has_notes=false')).toEqual(['1.12-rc.1', '1.10.1', '1.8']);
    });
  });

  describe('of many versions', () => {
    it('come in pages of at most 200 versions, without a gap', async () => {
      const all = Array.from({ length: 450 }, (_, index) => `1.${index}`);
      const product = await known(test, 'Many', all);
      const seen = await pagesOf(`/api/v1/software/${product.id}/changes?from=1.9&format=text`);
      expect(seen.map(({ versions }) => versions.length)).toEqual([200, 200, 40]);
      expect(seen.flatMap(({ versions }) => versions.map(({ version }) => version))).toEqual(all.slice(10).reverse());
    });

    it('come in pages of at most 256 KiB, also where one text alone is long', async () => {
      const all = Array.from({ length: 5 }, (_, index) => `1.${index}`);
      const product = await known(test, 'Long', all);
      const text = (label: string) => `# ${label}\n\n${'- <&"\u{1F600}> `x` \\ \'\n'.repeat(4_000)}`;
      await give(product, Object.fromEntries(all.map((label) => [label, text(label)])));
      for (const format of ['markdown', 'html', 'blocks']) {
        const seen = await pagesOf(`/api/v1/software/${product.id}/changes?format=${format}`);
        expect(seen.flatMap(({ versions }) => versions.map(({ version }) => version))).toEqual([...all].reverse());
        for (const { bytes } of seen) expect(bytes).toBeLessThanOrEqual(PAGE);
      }
    });

    it('of 20 versions take less than 100 ms of work', async () => {
      const all = Array.from({ length: 21 }, (_, index) => `1.${index}`);
      const product = await known(test, 'Quick', all);
      const text = (label: string) => `## ${label}\n\n${'- something was changed in this version\n'.repeat(30)}`;
      await give(product, Object.fromEntries(all.map((label) => [label, text(label)])));
      const request = async () =>
        expect(labels(await get(`software/${product.id}/changes?from=1.0&format=blocks`))).toHaveLength(20);
      const times: number[] = [];
      for (let turn = 0; turn < 15; turn++) times.push(await workOf(request));
      expect(Math.min(...times)).toBeLessThan(100);
    });
  });

  async function pagesOf(path: string): Promise<{ versions: Entry[]; bytes: number }[]> {
    const pages: { versions: Entry[]; bytes: number }[] = [];
    for (let at: string | null = path; at !== null;) {
      const { body, text } = await agent.get(at).expect(200);
      pages.push({ versions: body.data.versions, bytes: Buffer.byteLength(text) });
      const { more } = body.data as { more: { cursor: string; url: string } | null };
      at = more && new URL(more.url).pathname + new URL(more.url).search;
      if (more) expect(new URL(more.url).searchParams.get('cursor')).toBe(more.cursor);
      if (pages.length > 30) throw new Error('there is no end of pages');
    }
    return pages;
  }

  describe('of a favorite', () => {
    const versions = ['1.0', '1.1', '1.2-beta', '1.2', '1.3', '2.0', '2.1-rc'];

    async function favoriteOf(name: string, policy?: object): Promise<{ id: string; product: Known }> {
      const product = await known(test, name, versions);
      await give(product, { '1.1': '- BREAKING: old', '1.2': '- two', '2.0': '- **Breaking:** three' });
      const body = { software: product.id, version: '1.0' };
      const { body: made } = await agent.post('/api/v1/favorite').send(body).expect(201);
      if (policy) await agent.patch(`/api/v1/favorite/${made.data.uuid}/policy`).send(policy).expect(200);
      await test.check();
      return { id: made.data.uuid, product };
    }

    it('are those from the version in use to the one on offer', async () => {
      const { id } = await favoriteOf('Plain');
      const data = await get(`favorite/${id}/changes`);
      expect(data).toMatchObject({ from: '1.0', to: '2.0', without_notes: 1, more: null });
      expect(labels(data)).toEqual(['2.0', '1.3', '1.2', '1.1']);
    });

    it('leave out what the policy skips, and have pre-releases if it wants them', async () => {
      const { id } = await favoriteOf('Policy', { include_prereleases: true, skip: ['1.1'] });
      const data = await get(`favorite/${id}/changes`);
      expect(data.to).toBe('2.1-rc');
      expect(labels(data)).toEqual(['2.1-rc', '2.0', '1.3', '1.2', '1.2-beta']);
      const { id: series } = await favoriteOf('Series', { series: '1' });
      expect(labels(await get(`favorite/${series}/changes`))).toEqual(['1.3', '1.2', '1.1']);
    });

    it('leave out other series and what is too young, as the offer does', async () => {
      const { id: series } = await favoriteOf('From another series', { series: '2' });
      expect(labels(await get(`favorite/${series}/changes`))).toEqual(['2.0']);
      const now = new Date();
      const day = (ago: number) => new Date(now.getTime() - ago * 86_400_000).toISOString();
      const product = await known(test, 'Backport', [
        { version: '1.0', released_at: day(90) },
        { version: '2.0', released_at: day(30) },
        { version: '1.1', released_at: day(2) },
        { version: '2.1', released_at: day(1) },
      ]);
      const body = { software: product.id, version: '1.0' };
      const { uuid } = (await agent.post('/api/v1/favorite').send(body).expect(201)).body.data as { uuid: string };
      await agent.patch(`/api/v1/favorite/${uuid}/policy`).send({ minimum_age_days: 7 }).expect(200);
      await test.check();
      const data = await get(`favorite/${uuid}/changes`);
      expect(data.to).toBe('2.0');
      expect(labels(data)).toEqual(['2.0']);
    });

    it('are none without an update', async () => {
      const { id } = await favoriteOf('Snoozed', { snoozed_until: '2999-01-01' });
      expect(await get(`favorite/${id}/changes`)).toEqual({
        from: '1.0',
        to: null,
        versions: [],
        without_notes: 0,
        more: null,
      });
    });

    it('are warned of in a list as the notes themselves warn', async () => {
      const { id, product } = await favoriteOf('Warned');
      const { id: skipped } = await favoriteOf('Warned but skipped', { skip: ['1.1'] });
      const { id: none } = await favoriteOf('Not warned', { snoozed_until: '2999-01-01' });
      await give(product, {
        '1.3': '- Fixes CVE-2026-12345',
        '2.0': '- BREAKING: x\n- CVE-2026-22222, CVE-2026-12345',
      });
      const listed = await get('favorite?includeHighlights&per_page=100');
      const highlightsOf = (of: string) => listed.find(({ uuid }: { uuid: string }) => uuid === of).highlights;
      expect(highlightsOf(id)).toEqual({ breaking: 2, security: ['CVE-2026-22222', 'CVE-2026-12345'] });
      expect(highlightsOf(skipped)).toEqual({ breaking: 1, security: [] });
      expect(highlightsOf(none)).toEqual({ breaking: 0, security: [] });
      for (const one of listed) {
        const { versions } = await get(`favorite/${one.uuid}/changes`);
        const breaking = versions.flatMap((version: Entry) => version.breaking);
        const ids = versions.flatMap((version: Entry) => (version.security as { ids: string[] }).ids);
        expect(one.highlights.breaking).toBe(breaking.length);
        expect(new Set(one.highlights.security)).toEqual(new Set(ids));
      }
      expect((await get(`favorite/${id}?includeHighlights`)).highlights.breaking).toBe(2);
      expect(await get(`favorite/${id}`)).not.toHaveProperty('highlights');
    });

    it('are those of its owner alone', async () => {
      const { id } = await favoriteOf('Mine');
      const other = await newUser(test, null);
      expectProblem(await other.get(`/api/v1/favorite/${id}/changes`), 404, 'not-found');
      expect(expectProblem(await agent.get(`/api/v1/favorite/${id}/changes?from=1`), 400, 'invalid-query')).toEqual([
        'from',
      ]);
    });
  });
});
