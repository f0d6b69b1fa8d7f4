import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { SourcePoller } from '../../../src/source/polling/source-poller';
import { expectProblem, raw } from '../../setup/api';
import { startApp, useAgent, useApp } from '../../setup/app';
import { eventually } from '../../setup/eventually';
import { FeedHost } from './feed-host';
import { GITHUB, gitlab } from './hook-payloads';

const SECRETS = ['the-secret-of-the-hooks', 'the-one-that-is-to-come'];
const TOKEN = 'the-token-of-the-hooks';
const SIGNING = `whsec_${Buffer.from('a key of thirty-two bytes, no more').subarray(0, 32).toString('base64')}`;
const ENVIRONMENT = {
  SOURCES: 'all',
  SOURCE_HOST_DELAY_MS: '0',
  GITHUB_HOOK_SECRET: SECRETS.join(','),
  GITLAB_HOOK_TOKEN: `${TOKEN},${SIGNING}`,
};
const GITHUB_NAME = 'github.com/codertocat/hello-world';
const GITLAB_NAME = 'example.com/gitlab-org/release-webhook-example';
const NO_POLL = { new: 0, unchanged: 0, failed: 0, skipped: 0, versions: 0 };

describe('a release webhook', () => {
  const test = useApp(ENVIRONMENT);
  const editor = useAgent(() => test.as('eve', ['read', 'catalogue:write']));
  let host: FeedHost;
  let products = 0;

  beforeAll(async () => {
    host = await new FeedHost().open();
  });

  beforeEach(async () => {
    await test.database.execute('DELETE FROM software_source');
    await test.database.execute('DELETE FROM source_host');
  });

  afterAll(() => host.close());

  const secret = (number = 0) => SECRETS[number]!;
  const poll = () => test.app.get(SourcePoller).pollDue();

  /** A product that was asked already, whose source is of this repository. */
  async function product(repository: string, where = host): Promise<{ id: string; name: string }> {
    const name = `hooked-${++products}`;
    await test.import({ publisher: { name: 'P' }, software: { name }, versions: [{ version: '0.1' }] });
    const { body } = await editor.get('/api/v1/software').query({ 'name[eq]': name }).expect(200);
    const id = body.data[0].id as string;
    where.publish(name, '1.0');
    await editor.put(`/api/v1/software/${id}/source`).send(where.json(name)).expect(200);
    await test.database.execute('UPDATE software_source SET repository = ? WHERE software_id = ?', [repository, id]);
    await poll();
    return { id, name };
  }

  const row = async (id: string) => {
    const { now, secondsBetween } = test.database.dialect;
    const [found] = await test.database.query<Record<string, number>>(
      `SELECT revision, ${secondsBetween(now, 'next_at')} AS next, ${secondsBetween(now, 'again_at')} AS again
       FROM software_source WHERE software_id = ?`,
      [id],
    );
    return Object.fromEntries(
      Object.entries(found!).map(([key, value]) => [key, value === null ? null : Number(value)]),
    );
  };

  /** As if so many seconds had passed. */
  async function letPass(seconds: number): Promise<void> {
    const { after } = test.database.dialect;
    const earlier = (column: string) => `${column} = ${after(column, String(-seconds))}`;
    await test.database.execute(`UPDATE software_source SET ${earlier('next_at')}, ${earlier('again_at')}`);
    await test.database.execute(`UPDATE source_host SET ${earlier('next_at')}`);
  }

  const signed = (body: string | Buffer, key = secret()) =>
    `sha256=${createHmac('sha256', key).update(body).digest('hex')}`;

  const fromGithub = (event: string, payload: object, signature?: string) => {
    const body = JSON.stringify(payload);
    return test.http
      .post('/api/v1/source-hook/github')
      .set({ 'content-type': 'application/json', 'user-agent': 'GitHub-Hookshot/044aadd' })
      .set({ 'x-github-event': event, 'x-github-delivery': '72d3162e-cc78-11e3-81ab-4c9367dc0958' })
      .set('x-hub-signature-256', signature ?? signed(body))
      .send(body);
  };

  const fromGitlab = (payload: object, headers: Record<string, string> = { 'x-gitlab-token': TOKEN }) =>
    test.http
      .post('/api/v1/source-hook/gitlab')
      .set({ 'content-type': 'application/json', 'x-gitlab-event': 'Release Hook' })
      .set(headers)
      .send(JSON.stringify(payload));

  /** As GitLab signs with a signing token. */
  const signing = (payload: object, at = new Date(), key = SIGNING) => ({
    'webhook-id': 'e5eaa373-7358-400b-847f-cca1e9869287',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': new Webhook(key).sign('e5eaa373-7358-400b-847f-cca1e9869287', at, JSON.stringify(payload)),
  });

  it('of GitHub has the product asked at once, and once more a minute later', async () => {
    const { id, name } = await product(GITHUB_NAME);
    expect(await poll()).toEqual(NO_POLL);
    const { body } = await fromGithub('release', GITHUB.published).expect(202);
    expect(body.data).toEqual({ software: 1, due: true });
    expect(await poll()).toMatchObject({ unchanged: 1 });
    const { next, again } = await row(id);
    expect([next, again]).toEqual([again, again]);
    expect(again).toBeGreaterThan(45);
    expect(again).toBeLessThanOrEqual(60);

    // The lists of the server have it only now.
    host.publish(name, '2.0');
    expect(await poll()).toEqual(NO_POLL);
    await letPass(61);
    expect(await poll()).toMatchObject({ new: 1, versions: 1 });
    expect((await row(id)).next).toBeGreaterThan(600);
    expect(await poll()).toEqual(NO_POLL);
  });

  it.each<[string, object, boolean]>([
    ['release', GITHUB.published, true],
    ['create', GITHUB.tag, true],
    ['delete', GITHUB.tag, true],
    ['push', GITHUB.pushOfTag, true],
    ['release', GITHUB.draft, false],
    ['create', GITHUB.branch, false],
    ['push', GITHUB.push, false],
    ['ping', GITHUB.ping, false],
    ['issues', { action: 'opened', repository: GITHUB.ping.repository }, false],
  ])('of GitHub with the event %s is taken: %#', async (event, payload, due) => {
    const { id } = await product(GITHUB_NAME);
    const before = await row(id);
    const { body } = await fromGithub(event, payload).expect(202);
    expect(body.data).toEqual({ software: 1, due });
    expect((await row(id)).revision).toBe(before.revision! + (due ? 1 : 0));
  });

  it('of an organization names no repository, and is taken', async () => {
    const { body } = await fromGithub('ping', GITHUB.pingOfOrganization).expect(202);
    expect(body.data).toEqual({ software: 0, due: false });
  });

  it('of GitHub may be a form, which is what GitHub sends unless it is told otherwise', async () => {
    await product(GITHUB_NAME);
    const form = new URLSearchParams({ payload: JSON.stringify(GITHUB.published) }).toString();
    const { body } = await test.http
      .post('/api/v1/source-hook/github')
      .set({ 'content-type': 'application/x-www-form-urlencoded', 'x-github-event': 'release' })
      .set('x-hub-signature-256', signed(form))
      .send(form)
      .expect(202);
    expect(body.data).toEqual({ software: 1, due: true });
  });

  it('may be signed with any of the secrets', async () => {
    await product(GITHUB_NAME);
    const signature = signed(JSON.stringify(GITHUB.published), secret(1));
    await fromGithub('release', GITHUB.published, signature).expect(202);
  });

  it('of a repository that nobody follows is answered like any other', async () => {
    const payload = { ...GITHUB.published, repository: { html_url: 'https://github.com/nobody/nothing' } };
    expect((await fromGithub('release', payload).expect(202)).body.data).toEqual({ software: 0, due: false });
    for (const html_url of ['javascript:alert(1)', '', 5, null, `https://github.com/${'x'.repeat(3_000)}`])
      await fromGithub('release', { ...payload, repository: { html_url } }).expect(202);
  });

  it('wakes every product of the repository, whatever type their sources have, and no other', async () => {
    const other = await new FeedHost().open();
    const [one, two, three] = [
      await product(GITHUB_NAME),
      await product(GITHUB_NAME, other),
      await product('github.com/a/b'),
    ];
    const { body } = await fromGithub('release', GITHUB.published).expect(202);
    expect(body.data).toEqual({ software: 2, due: true });
    const before = [one, two, three].map(({ name }) => host.times(name) + other.times(name));
    await poll();
    expect([one, two, three].map(({ name }) => host.times(name) + other.times(name))).toEqual([
      before[0]! + 1,
      before[1]! + 1,
      before[2],
    ]);
    await other.close();
  });

  it.each([
    ['github-releases', { repository: 'Codertocat/Hello-World' }],
    ['git-tags', { url: 'https://github.com/Codertocat/Hello-World.git' }],
    ['gitlab-releases', { project: 'gitlab-org/release-webhook-example', server: 'https://example.com' }],
    ['git-tags', { url: 'https://example.com/gitlab-org/release-webhook-example.git' }],
  ])('finds a source of the type %s by its settings: %j', async (type, settings) => {
    const { id } = await product('none');
    await editor.put(`/api/v1/software/${id}/source`).send({ type, settings }).expect(200);
    const sent = JSON.stringify(settings).match(/codertocat/i);
    const { body } = await (sent ? fromGithub('release', GITHUB.published) : fromGitlab(gitlab().release)).expect(202);
    expect(body.data).toEqual({ software: 1, due: true });
  });

  it('makes what is under way for an older one void, and it is asked again', async () => {
    const { id, name } = await product(GITHUB_NAME);
    host.publish(name, '2.0');
    await letPass(100_000);
    host.delayMs = 300;
    const times = host.times(name);
    const polling = poll();
    await eventually(() => host.busy > 0);
    await fromGithub('release', GITHUB.published).expect(202);
    expect(await polling).toMatchObject({ skipped: 1, new: 1 });
    host.delayMs = 0;
    expect(host.times(name)).toBe(times + 2);
    expect((await row(id)).next).toBeLessThanOrEqual(60);
  });

  it('that comes again and again makes one poll at once and one a minute after the last', async () => {
    const { id, name } = await product(GITHUB_NAME);
    const times = host.times(name);
    const { revision } = await row(id);
    for (let number = 0; number < 20; number++) {
      await fromGithub('release', GITHUB.published).expect(202);
      await poll();
    }
    expect(host.times(name)).toBe(times + 1);
    expect((await row(id)).revision).toBe(revision! + 1);
    await letPass(30);
    await fromGithub('release', GITHUB.published).expect(202);
    await letPass(31);
    await poll();
    expect(host.times(name)).toBe(times + 2);
    // That one was for the first of them; the last has one of its own.
    expect((await row(id)).next).toBeLessThan(60);
    await letPass(31);
    await poll();
    expect(host.times(name)).toBe(times + 3);
    expect((await row(id)).next).toBeGreaterThan(600);
  });

  it('many at once do no harm', async () => {
    const { name } = await product(GITHUB_NAME);
    await product(GITHUB_NAME);
    const times = host.times(name);
    const answers = await Promise.all(Array.from({ length: 12 }, () => fromGithub('release', GITHUB.published)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    await poll();
    expect(host.times(name)).toBe(times + 1);
  });

  it('asks a source that fails, but leaves a host alone that wants to be', async () => {
    const { id, name } = await product(GITHUB_NAME);
    await test.database.execute(
      `UPDATE software_source SET failures = 9, failing_since = ${test.database.dialect.now} WHERE software_id = ?`,
      [id],
    );
    await fromGithub('release', GITHUB.published).expect(202);
    expect(await poll()).toMatchObject({ unchanged: 1 });
    await letPass(120);
    await test.database.execute(`UPDATE source_host SET rest_until = '2999-01-01 00:00:00.000000'`);
    const times = host.times(name);
    await fromGithub('release', GITHUB.published).expect(202);
    expect(await poll()).toEqual(NO_POLL);
    expect(host.times(name)).toBe(times);
    await test.database.execute('UPDATE source_host SET rest_until = NULL');
    expect(await poll()).toMatchObject({ unchanged: 1 });
  });

  it('with a wrong signature is 401, and nothing is done', async () => {
    const { id } = await product(GITHUB_NAME);
    const before = await row(id);
    const body = JSON.stringify(GITHUB.published);
    const wrong = [
      '',
      'sha256=',
      signed(body).slice(7),
      signed(body, 'another secret entirely'),
      signed(`${body} `),
      `sha1=${createHmac('sha1', secret()).update(body).digest('hex')}`,
      `sha256=${'0'.repeat(64)}`,
    ];
    for (const signature of wrong) {
      const answer = await fromGithub('release', GITHUB.published, signature);
      expectProblem(answer, 401, 'unauthorized');
      expect(answer.text).not.toMatch(/hello|sha|expected/i);
    }
    const anybody = test.http.post('/api/v1/source-hook/github').set('content-type', 'application/json').send(body);
    expectProblem(await anybody, 401, 'unauthorized');
    const token = await test.as('eve', ['read', 'write', 'catalogue:write']);
    expectProblem(await token.post('/api/v1/source-hook/github').send(GITHUB.published), 401, 'unauthorized');
    expect((await row(id)).revision).toBe(before.revision);
  });

  it('that is signed but is no JSON object is told so', async () => {
    for (const body of ['', '{', '[]', 'null', '"text"']) {
      const answer = await test.http
        .post('/api/v1/source-hook/github')
        .set({ 'content-type': 'application/json', 'x-github-event': 'release' })
        .set('x-hub-signature-256', signed(body))
        .send(body);
      expectProblem(answer, 400, 'invalid-json');
    }
  });

  it('of more than a mebibyte is refused, whether it says so before or not', async () => {
    const big = JSON.stringify({ ...GITHUB.push, commits: ['x'.repeat(1_048_576)] });
    const send = () => test.http.post('/api/v1/source-hook/github').set('content-type', 'application/json');
    expectProblem(await send().set('x-hub-signature-256', signed(big)).send(big), 413, 'too-large');
    const head = 'POST /api/v1/source-hook/github HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
    expect((await raw(test, `${head}Content-Length: 26214400\r\n\r\n`)).status).toBe(413);
    const chunk = `${(65_536).toString(16)}\r\n${'x'.repeat(65_536)}\r\n`;
    const chunked = await raw(test, `${head}Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(17)}0\r\n\r\n`);
    expect(chunked.status).toBe(413);
    // As large as any release, and larger than any other body of the API.
    const large = JSON.stringify({ ...GITHUB.published, release: { draft: false, body: 'x'.repeat(600_000) } });
    const answer = await send()
      .set({ 'x-hub-signature-256': signed(large), 'x-github-event': 'release' })
      .send(large);
    expect(answer.status).toBe(202);
  });

  it('is under /api too, with its answer in the envelope', async () => {
    const body = JSON.stringify(GITHUB.ping);
    const answer = await test.http
      .post('/api/source-hook/github')
      .set({ 'content-type': 'application/json', 'x-github-event': 'ping', 'x-hub-signature-256': signed(body) })
      .send(body);
    expect([answer.status, answer.body]).toEqual([202, { data: { software: 0, due: false } }]);
  });

  describe('of GitLab', () => {
    it.each<[string, object, boolean]>([
      ['a release', gitlab().release, true],
      ['a tag', gitlab().tag, true],
      ['a push', gitlab().push, false],
    ])('that tells of %s is taken', async (_what, payload, due) => {
      await product(GITLAB_NAME);
      expect((await fromGitlab(payload).expect(202)).body.data).toEqual({ software: 1, due });
    });

    it('may be signed with a signing token, as the library of Standard Webhooks does', async () => {
      await product(GITLAB_NAME);
      const { release } = gitlab();
      const { body } = await fromGitlab(release, signing(release)).expect(202);
      expect(body.data).toEqual({ software: 1, due: true });
      const two = signing(release);
      const several = { ...two, 'webhook-signature': `v1,${'A'.repeat(43)}= ${two['webhook-signature']}` };
      await fromGitlab(release, several).expect(202);
    });

    it('finds the project where GitLab is served below a path', async () => {
      await product('git.example.net/gitlab-org/release-webhook-example');
      await product('git.example.net/gitlab/gitlab-org/release-webhook-example');
      const { body } = await fromGitlab(gitlab('https://git.example.net/gitlab').release).expect(202);
      expect(body.data).toEqual({ software: 2, due: true });
    });

    it('with a wrong token or signature is 401', async () => {
      const { id } = await product(GITLAB_NAME);
      const before = await row(id);
      const { release, tag } = gitlab();
      const other = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
      const wrong: Record<string, string>[] = [
        {},
        { 'x-gitlab-token': '' },
        { 'x-gitlab-token': 'something else' },
        // The signing token is no secret token: it is never sent.
        { 'x-gitlab-token': SIGNING },
        signing(tag),
        signing(release, new Date(), other),
        signing(release, new Date(Date.now() - 360_000)),
        signing(release, new Date(Date.now() + 360_000)),
        { ...signing(release), 'webhook-id': 'another' },
        { ...signing(release), 'webhook-timestamp': 'soon' },
        { ...signing(release), 'webhook-signature': '' },
      ];
      for (const headers of wrong) expectProblem(await fromGitlab(release, headers), 401, 'unauthorized');
      expect((await row(id)).revision).toBe(before.revision);
    });
  });

  it('is counted, by what it was', async () => {
    const { text } = await test.http.get('/metrics').expect(200);
    for (const outcome of ['news', 'other', 'refused'])
      expect(text).toMatch(new RegExp(`source_hooks_total\\{forge="github",outcome="${outcome}"\\} [1-9]`));
  });
});

describe('a service without secrets for them', () => {
  it('takes no release webhooks, and says which variable is missing', async () => {
    const test = await startApp();
    for (const [forge, variable] of [
      ['github', 'GITHUB_HOOK_SECRET'],
      ['gitlab', 'GITLAB_HOOK_TOKEN'],
    ]) {
      const unsigned = createHmac('sha256', '').update('{}').digest('hex');
      const answer = await test.http
        .post(`/api/v1/source-hook/${forge}`)
        .set({ 'x-hub-signature-256': `sha256=${unsigned}`, 'x-gitlab-token': '' })
        .set('content-type', 'application/json')
        .send('{}');
      expectProblem(answer, 404, 'not-found');
      expect(answer.body.detail).toContain(variable);
    }
    await test.close();
  });
});
