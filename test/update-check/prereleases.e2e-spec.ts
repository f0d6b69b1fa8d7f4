import { RekeyService } from '../../src/update-check/rekey.service';
import { useApp } from '../setup/app';
import { type Agent, newUser, track, type Tracked } from '../setup/tracking';

const test = useApp();
let ada: Agent;

beforeEach(async () => {
  ada = await newUser(test);
});

const path = ({ id }: Tracked) => `/api/v1/favorite/${id}`;

interface Answer {
  version: { version: string };
  update_available: boolean;
  available_version: { version: string } | null;
}

const read = async (tracked: Tracked): Promise<Answer> =>
  (await ada.get(`${path(tracked)}?includeAvailableVersion`).expect(200)).body.data;
const offered = async (tracked: Tracked) => (await read(tracked)).available_version?.version ?? null;
const told = async (tracked: Tracked) => (await tracked.notifications()).map(({ version }) => version.version);
const setPolicy = (tracked: Tracked, policy: object) =>
  ada
    .put(`${path(tracked)}/policy`)
    .send(policy)
    .expect(200);
const latestOf = async ({ software }: Tracked) =>
  (await ada.get(`/api/v1/software/${software}?includeLatestVersion&includeFreshness`).expect(200)).body.data;

const EARLY = ['12.0-rc4', '12.0-rc5'];

/** On a version of its own that is stable, of a product of which only pre-releases are known. */
const onStable = (versions: (string | object)[] = EARLY) => track(test, ada, '10.10.3', versions);

describe('a product of which only pre-releases are known', () => {
  it('says that no stable version is known', async () => {
    const { latest_version: latest, freshness } = await latestOf(await onStable());
    expect(latest).toMatchObject({ version: '12.0-rc5', prerelease: true });
    expect(freshness).toMatchObject({ known: 'prereleases' });
    const stable = await latestOf(await track(test, ada, '1.0', ['1.0', '2.0-rc1']));
    expect(stable).toMatchObject({
      latest_version: { version: '1.0', prerelease: false },
      freshness: { known: 'stable' },
    });
  });

  it('offers none to a favorite on a stable version, nor tells of one', async () => {
    const tracked = await onStable();
    expect(await read(tracked)).toMatchObject({ update_available: false, available_version: null });
    await tracked.release(...EARLY, '12.0-rc6');
    expect(await test.check()).toMatchObject({ flagged: 0, notified: 0 });
    expect(await read(tracked)).toMatchObject({ update_available: false, available_version: null });
    expect(await told(tracked)).toEqual([]);
    expect((await ada.get('/api/v1/summary').expect(200)).body.data).toMatchObject({ tracked: 1, outdated: 0 });
    const { body } = await ada.get(`/api/v1/software/${tracked.software}/timeline`).expect(200);
    expect(JSON.stringify(body)).not.toContain('"latest"');
  });

  it.each([
    [{}, null],
    [{ series: '12' }, null],
    [{ minimum_age_days: 1, skip: ['11'] }, null],
    [{ include_prereleases: true }, '12.0-rc5'],
    [{ include_prereleases: true, skip: ['12.0-rc5'] }, null],
  ])('is offered by the policy %j as %s, in the preview too', async (policy, expected) => {
    const tracked = await onStable(EARLY.map((version) => ({ version, released_at: '2026-01-01' })));
    const { body } = await ada
      .post(`${path(tracked)}/policy/preview`)
      .send(policy)
      .expect(200);
    const { available_version: available, excluded } = body.data;
    expect(available?.version ?? null).toBe(expected);
    if (expected !== null) expect(available).toMatchObject({ kind: 'major', prerelease: true });
    if (Object.keys(policy).length === 0)
      expect(excluded.map((one: { reason: string }) => one.reason)).toEqual(['prerelease', 'prerelease']);
    await setPolicy(tracked, policy);
    expect(await offered(tracked)).toBe(expected);
    await test.check();
    expect(await told(tracked)).toEqual(expected === null ? [] : [expected]);
  });

  it('leaves the version in use where the latest one is asked for, alone and in bulk', async () => {
    const tracked = await onStable();
    const { body } = await ada.post(`${path(tracked)}/update-to-latest-version`).expect(200);
    expect(body.data).toMatchObject({ version: { version: '10.10.3' }, update_available: false });
    const bulk = await ada
      .post('/api/v1/favorite/bulk')
      .send({ action: 'update', ids: [tracked.id] })
      .expect(200);
    expect(bulk.body.data).toMatchObject({ changed: 0 });
    expect((await read(tracked)).version.version).toBe('10.10.3');
  });

  it('offers the next one to a favorite on a pre-release, in its series too', async () => {
    const tracked = await track(test, ada, '12.0-rc4', ['12.0-rc4']);
    await tracked.release(...EARLY, '13.0-beta1');
    await test.check();
    expect(await offered(tracked)).toBe('13.0-beta1');
    await setPolicy(tracked, { series: '12' });
    expect(await offered(tracked)).toBe('12.0-rc5');
    const { body } = await ada.post(`${path(tracked)}/update-to-latest-version`).expect(200);
    expect(body.data.version.version).toBe('12.0-rc5');
  });

  it('is offered a stable version once there is one, and what was offered before no more when that is withdrawn', async () => {
    const tracked = await onStable();
    await tracked.release(...EARLY, '11.0');
    await test.check();
    expect(await offered(tracked)).toBe('11.0');
    await tracked.release(...EARLY, { version: '11.0', removed_at: '2026-01-01' });
    await test.check();
    expect(await offered(tracked)).toBeNull();
    expect(await told(tracked)).toEqual(['11.0']);
  });

  it('offers none any more that an earlier version of the service offered', async () => {
    const tracked = await onStable();
    await test.database.execute(
      `UPDATE favorite SET update_available = 1, available_step = 0, available_version_id =
         (SELECT latest_version_id FROM software s WHERE s.id = favorite.software_id) WHERE id = ?`,
      [tracked.id],
    );
    await test.database.execute('UPDATE software SET ordering_revision = 3 WHERE id = ?', [tracked.software]);
    expect(await offered(tracked)).toBe('12.0-rc5');
    expect(await test.app.get(RekeyService).run('stale')).toEqual({ software: 1, versions: 0, flagged: 1 });
    expect(await read(tracked)).toMatchObject({ update_available: false, available_version: null });
  });
});

describe('a label that names no version', () => {
  it.each(['nightly', 'latest_develop', '0d1c5e7f'])(
    'is not offered, nor is it the latest version: %s',
    async (label) => {
      const tracked = await track(test, ada, '1.0', [label]);
      expect(await latestOf(tracked)).toMatchObject({ latest_version: null, freshness: { known: 'nothing' } });
      await setPolicy(tracked, { include_prereleases: true });
      expect(await offered(tracked)).toBeNull();
      const { body } = await ada.get(`/api/renovate/${tracked.software}`).expect(200);
      expect(body.releases).toEqual([]);
      await tracked.release(label, '1.1-rc1');
      await test.check();
      expect(await offered(tracked)).toBe('1.1-rc1');
    },
  );
});
