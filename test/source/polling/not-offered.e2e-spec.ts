import { closeAll, httpReceiver } from '../../notification/providers/peers';
import { PollApp } from './poll-app';

describe('versions that a source lists and does not offer', () => {
  let host: Awaited<ReturnType<typeof httpReceiver>>;
  let app: PollApp;
  let id: string;

  beforeAll(async () => {
    app = await PollApp.start();
  });

  beforeEach(async () => {
    await app.reset();
    host = await httpReceiver();
    id = await app.product('Polled');
  });

  afterEach(closeAll);
  afterAll(() => app.close());

  const setSource = (type: string, settings: object) =>
    app.setSource(id, { type, settings: { ...settings, server: new URL(host.url).origin } }).expect(200);

  const answers = (value: unknown, headers: Record<string, string> = {}) =>
    (host.respond = () => [200, headers, JSON.stringify(value)]);
  const latest = async () =>
    (
      (await app.editor.get(`/api/v1/software/${id}?includeLatestVersion`).expect(200)).body.data.latest_version as {
        version: string;
      }
    )?.version;
  const leftOut = async () => {
    const { body } = await app.editor.get(`/api/v1/software/${id}/versions?includeDetails`).expect(200);
    return (body.data as { version: string; details: { left_out: string | null } }[]).flatMap(({ version, details }) =>
      details.left_out === null ? [] : [`${version}: ${details.left_out}`],
    );
  };
  const pollAgain = async () => {
    await app.due();
    return app.poll();
  };

  it('are shown with the reason, and are the latest once they are offered', async () => {
    await setSource('npm', { package: 'widget' });
    const packument = (tag: string, deprecated?: string) =>
      answers({ 'dist-tags': { latest: tag }, versions: { '14.2.0': {}, '14.3.0': { deprecated }, '15.0.1': {} } });
    packument('14.2.0');
    await app.poll();
    expect(await latest()).toBe('14.2.0');
    packument('14.3.0', 'broken');
    await pollAgain();
    expect([await latest(), await leftOut()]).toEqual(['14.2.0', ['14.3.0: It is deprecated: broken']]);
    packument('15.0.1');
    await pollAgain();
    expect([await latest(), await leftOut()]).toEqual(['15.0.1', []]);
  });

  it('tags in another form than that in use are shown with the reason', async () => {
    await setSource('docker-tags', { image: 'a/b' });
    answers({ tags: ['1.4.2', '1.4.3', '1.4.2-lts', '1.4.1-lts', 'pr-12', 'pr-1187'] });
    await app.poll();
    expect([await latest(), (await leftOut()).sort()]).toEqual([
      '1.4.3',
      [
        '1.4.1-lts: Another form of tag: it is not like 1.4.2',
        '1.4.2-lts: Another form of tag: it is not like 1.4.2',
        'pr-1187: Another form of tag: it names no version',
        'pr-12: Another form of tag: it names no version',
      ],
    ]);
    await app.editor.post('/api/v1/favorite').send({ software: id, version: '1.4.1-lts' }).expect(201);
    await pollAgain();
    expect(await latest()).toBe('1.4.2-lts');
  });

  it('what was not read for its many pages is not withdrawn, and the source says so', async () => {
    await setSource('docker-tags', { image: 'a/b' });
    answers({ tags: ['1.0', '2.0', '2.1'] });
    await app.poll();
    expect(await app.health(id)).toMatchObject({ last_error: null, notice: null });
    let page = 0;
    host.respond = () => [
      200,
      { link: `</v2/a/b/tags/list?next_page=${++page}>; rel="next"` },
      JSON.stringify({ tags: [`1.0.${page}`] }),
    ];
    await pollAgain();
    expect(await app.health(id)).toMatchObject({
      state: 'ok',
      notice: expect.stringMatching(/^Only the first 28 entries/) as unknown,
    });
    expect(await app.versionsOf(id)).toEqual(expect.arrayContaining(['2.1', '2.0', '1.0.28']));
    answers({ tags: ['1.0', '2.0'] });
    await pollAgain();
    expect(await app.health(id)).toMatchObject({ notice: null });
    expect(await app.versionsOf(id)).toEqual(expect.arrayContaining(['2.1 (withdrawn)', '2.0']));
  });
});
