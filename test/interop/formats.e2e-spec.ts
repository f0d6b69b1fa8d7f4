import { execFileSync } from 'node:child_process';
import { useApp } from '../setup/app';
import { product } from '../setup/catalogue';
import { setCycles, dayIn } from '../sharing/stage';
import { type Agent, newUser, softwareOf, track, type Tracked, trackRecord } from '../setup/tracking';

const test = useApp();
let ada: Agent;

beforeEach(async () => {
  ada = await newUser(test);
});

interface Releases {
  releases: Record<string, unknown>[];
  sourceUrl?: string;
  homepage?: string;
}

const releasesOf = async (name: string): Promise<Releases> =>
  (await ada.get(`/api/renovate/${name}`).expect(200)).body as Releases;

describe("Renovate's custom datasource", () => {
  const versions = [
    { version: 'v1.0', released_at: '2026-01-02T03:04:05Z', notes_url: 'https://example.org/notes' },
    { version: 'v2.0-rc.1', prerelease: true },
    { version: 'v1.1', removed_at: '2026-05-01T00:00:00Z' },
  ];

  it('has the releases of a product, the oldest first, and nothing that is not known', async () => {
    const record = product('Firmware X', versions, { identity: { kind: 'winget', id: 'Acme.FirmwareX' } });
    await test.import({ ...record, identifiers: [{ type: 'purl', value: 'pkg:github/acme/firmware' }] });
    const answer = await releasesOf('winget:Acme.FirmwareX');
    expect(answer).toEqual({
      releases: [
        {
          version: 'v1.0',
          releaseTimestamp: '2026-01-02T03:04:05.000000Z',
          changelogUrl: 'https://example.org/notes',
          isStable: true,
        },
        { version: 'v1.1', isStable: true, isDeprecated: true },
        { version: 'v2.0-rc.1', isStable: false },
      ],
      sourceUrl: 'https://github.com/acme/firmware',
      homepage: 'https://example.org/product',
    });
    const id = await softwareOf(test, record);
    for (const name of [id, 'firmware-x', 'Firmware%20X', 'pkg:github/acme/firmware', 'pkg%3Agithub%2Facme%2Ffirmware'])
      expect(await releasesOf(name)).toEqual(answer);
  });

  it("leaves out users' own versions", async () => {
    const tracked = await track(test, ada, '1.0');
    await tracked.change({ version: '1.0-own' });
    const { releases } = await releasesOf(tracked.software);
    expect(releases.map(({ version }) => version)).toEqual(['1.0']);
  });

  it('answers 404 to a name that no product has, and 304 to who knows the answer', async () => {
    await ada.get('/api/renovate/no-such').expect(404);
    const { software } = await track(test, ada, '1.0');
    const { headers } = await ada.get(`/api/renovate/${software}`).expect(200);
    await ada.get(`/api/renovate/${software}`).set('If-None-Match', headers.etag!).expect(304);
    await test.http.get(`/api/renovate/${software}`).expect(401);
  });
});

describe('metrics of favorites', () => {
  const metrics = async () => {
    const { text } = await ada
      .get('/api/prometheus')
      .expect(200)
      .expect('Content-Type', /^text\/plain; version=0\.0\.4/);
    return text;
  };
  const outdated = (text: string, { id }: Tracked) =>
    text.split('\n').filter((line) => line.startsWith(`tracker_favorite_outdated{favorite="${id}"`));

  it('say what is outdated, by how much, and how long it is supported', async () => {
    const tracked = await track(test, ada, '1.0');
    const { name } = tracked.record.software;
    expect(outdated(await metrics(), tracked)).toEqual([
      `tracker_favorite_outdated{favorite="${tracked.id}",software="${name}",step="",environment=""} 0`,
    ]);
    await tracked.release('1.1');
    await setCycles(test, tracked.software, { 1: dayIn(-3) });
    const text = await metrics();
    expect(outdated(text, tracked)).toEqual([
      `tracker_favorite_outdated{favorite="${tracked.id}",software="${name}",step="minor",environment=""} 1`,
    ]);
    expect(text).toContain(`tracker_favorite_support_days{favorite="${tracked.id}",software="${name}"} -3\n`);
    expect(text).toContain('\ntracker_favorites_capped 0\n');
  });

  it('say it for each environment', async () => {
    const record = product('Deployed tool', ['1.0', '1.1'], {});
    await test.import({ ...record, identifiers: [{ type: 'purl', value: 'pkg:npm/deployed-tool' }] });
    const tracked = await trackRecord(test, ada, record, '1.0');
    await test.check();
    for (const [environment, version] of [
      ['prod', '1.0'],
      ['test', '1.1'],
    ] as const)
      await deploy(environment, version);
    const lines = outdated(await metrics(), tracked);
    expect(lines.map((line) => /step="(.*)",environment="(.*)"\} (\d)/.exec(line)!.slice(1))).toEqual([
      ['minor', 'prod', '1'],
      ['', 'test', '0'],
    ]);
  });

  it('have names from anywhere in their form, which promtool accepts', async () => {
    const record = product('A "quoted" \\ name', ['1.0']);
    await test.import(record);
    await trackRecord(test, ada, record, '1.0');
    const text = await metrics();
    expect(text).toContain('software="A \\"quoted\\" \\\\ name"');
    if (hasPromtool()) expect(execFileSync('promtool', ['check', 'metrics'], { input: text }).toString()).toBe('');
  });

  it('are those of the caller, who needs the scope read', async () => {
    const { id } = await track(test, ada, '1.0');
    await test.http.get('/api/prometheus').expect(401);
    await (await test.as('writer', ['write'])).get('/api/prometheus').expect(403);
    const { text } = await (await newUser(test)).get('/api/prometheus').expect(200);
    expect(text).not.toContain(id);
  });
});

async function deploy(environment: string, version: string): Promise<void> {
  await ada
    .put(`/api/v1/inventory/${environment}/content?environment=${environment}`)
    .set('Content-Type', 'text/plain')
    .send(`pkg:npm/deployed-tool@${version}\n`)
    .expect(200);
}

function hasPromtool(): boolean {
  try {
    execFileSync('promtool', ['--version']);
    return true;
  } catch {
    return false;
  }
}
