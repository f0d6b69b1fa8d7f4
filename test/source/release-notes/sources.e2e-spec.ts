import { PollApp } from '../polling/poll-app';
import { Forge } from './forge';

const atom = `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>t</title>
  <entry><id>b</id><title>v1.1.0</title><updated>2026-02-01T00:00:00Z</updated><link href="https://news.example/b"/>
  <content type="html">&lt;h2&gt;Breaking changes&lt;/h2&gt;&lt;ul&gt;&lt;li&gt;--old is gone&lt;/li&gt;&lt;/ul&gt;&lt;script&gt;x&lt;/script&gt;</content></entry>
  <entry><id>a</id><title>v1.0.0</title><updated>2026-01-01T00:00:00Z</updated></entry></feed>`;
const rss = `<?xml version="1.0"?><rss version="2.0"><channel><title>t</title>
  <item><title>1.1.0</title><pubDate>Sun, 01 Feb 2026 00:00:00 GMT</pubDate><link>https://news.example/b</link>
  <description>&lt;p&gt;&lt;b&gt;BREAKING:&lt;/b&gt; --old is gone&lt;/p&gt;</description></item></channel></rss>`;
const markdown = '### Breaking changes\n\n- `--old` is gone\n';

/** A source, what it answers, and the path that it is asked at. */
interface Case {
  path: string;
  type?: string;
  body: string;
  source: (server: string) => object;
}

const CASES: Record<string, Case> = {
  'releases of GitLab': {
    path: '/api/v4/projects/acme%2Ftool/releases',
    body: JSON.stringify([{ tag_name: 'v1.1.0', description: markdown, released_at: '2026-02-01T00:00:00Z' }]),
    source: (server) => ({ type: 'gitlab-releases', settings: { project: 'acme/tool', server } }),
  },
  'releases of Forgejo': {
    path: '/api/v1/repos/acme/tool/releases',
    body: JSON.stringify([{ tag_name: 'v1.1.0', body: markdown, published_at: '2026-02-01T00:00:00Z', draft: false }]),
    source: (server) => ({ type: 'forgejo-releases', settings: { repository: 'acme/tool', server } }),
  },
  'a feed in Atom': {
    path: '/feed.atom',
    type: 'application/atom+xml',
    body: atom,
    source: (server) => ({ type: 'feed', settings: { url: `${server}feed.atom` } }),
  },
  'a feed in RSS': {
    path: '/feed.rss',
    type: 'application/rss+xml',
    body: rss,
    source: (server) => ({ type: 'feed', settings: { url: `${server}feed.rss` } }),
  },
  'a JSON document': {
    path: '/versions.json',
    body: JSON.stringify([{ version: '1.1.0', changes: markdown }]),
    source: (server) => ({
      type: 'json',
      settings: {
        url: `${server}versions.json`,
        items: '$[*]',
        version: '$.version',
        notes_text: '$.changes',
        notes_format: 'markdown',
      },
    }),
  },
};

describe('release notes come with the first poll of', () => {
  let app: PollApp;
  let forge: Forge;

  beforeAll(async () => {
    forge = await new Forge().open();
    app = await PollApp.start({ SOURCES: 'tracked' });
  });

  afterAll(async () => {
    await app.close();
    await forge.close();
  });

  it.each(Object.entries(CASES))('%s, and say what breaks', async (name, { path, type, body, source }) => {
    forge.answers.set(path, { body, ...(type ? { headers: { 'content-type': type } } : {}) });
    const id = await app.product(name);
    await app.setSource(id, source(`${forge.url}/`)).expect(200);
    await app.editor.post('/api/v1/favorite').send({ software: id, version: '1.0' }).expect(201);
    expect(await app.poll()).toMatchObject({ new: 1, failed: 0 });
    const changes = (await app.editor.get(`/api/v1/software/${id}/changes?from=1.0&format=html`).expect(200)).body
      .data as {
      versions: { version: string; notes: string; breaking: string[] }[];
    };
    expect(changes.versions.map(({ version, breaking }) => [version.replace('v', ''), breaking])).toEqual([
      ['1.1.0', [expect.stringContaining('--old is gone')]],
    ]);
    expect(changes.versions[0]!.notes).toMatch(/<(li|p)>.*gone/s);
    expect(changes.versions[0]!.notes).not.toContain('script');
  });
});
