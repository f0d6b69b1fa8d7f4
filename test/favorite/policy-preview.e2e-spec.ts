import fc from 'fast-check';
import { SCHEME_NAMES, schemeFor, type SchemeName } from 'version-order';
import { expectProblem, UNKNOWN_ID } from '../setup/api';
import { useApp } from '../setup/app';
import { product } from '../setup/catalogue';
import { atScale } from '../setup/scale';
import { newUser, track, trackRecord, type Agent, type Tracked } from '../setup/tracking';
import { vectorFiles } from '../../packages/version-order/test/ordering/vector-files';

const test = useApp();

interface Preview {
  available_version: { id: string; version: string; kind: string } | null;
  excluded: { version: { id: string; version: string }; reason: string }[];
}

const preview = async (agent: Agent, id: string, policy: object) => {
  const { body } = await agent.post(`/api/v1/favorite/${id}/policy/preview`).send(policy).expect(200);
  return body.data as Preview;
};
const reasons = ({ excluded }: Preview) => excluded.map(({ version, reason }) => `${version.version} ${reason}`);
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const daysAhead = (days: number) => daysAgo(-days);

describe('the preview of a policy', () => {
  it('says what would be offered, and why nothing higher is', async () => {
    const agent = await newUser(test, null);
    const versions = [
      { version: '1.0', released_at: daysAgo(90) },
      { version: '1.1', released_at: daysAgo(60) },
      { version: '1.2', released_at: daysAgo(30) },
      { version: '1.3', released_at: daysAgo(1) },
      { version: '2.0', released_at: daysAgo(20) },
      { version: '3.0-rc.1', released_at: daysAgo(20) },
      { version: '4.0', released_at: daysAgo(20), removed_at: daysAgo(10) },
    ];
    const { id } = await track(test, agent, '1.0', versions);
    const offers = async (policy: object) => {
      const found = await preview(agent, id, policy);
      return [found.available_version?.version ?? null, ...reasons(found)];
    };
    expect(await offers({})).toEqual(['2.0', '3.0-rc.1 prerelease']);
    expect(await offers({ include_prereleases: true })).toEqual(['3.0-rc.1']);
    expect(await offers({ series: '1' })).toEqual(['1.3', '3.0-rc.1 series', '2.0 series']);
    expect(await offers({ series: '1', minimum_age_days: 7 })).toEqual([
      '1.2',
      '3.0-rc.1 series',
      '2.0 series',
      '1.3 age',
    ]);
    const skipped = ['1.3 skip', '1.2 skip', '1.1 skip'];
    expect(await offers({ skip: ['2.0'] })).toEqual([null, '3.0-rc.1 prerelease', '2.0 skip', ...skipped]);
    expect(await offers({ skip: ['1.2'] })).toEqual(['2.0', '3.0-rc.1 prerelease']);
    // What the policy could not offer is no floor: another series, a pre-release.
    expect(await offers({ series: '1', skip: ['2.0'] })).toEqual(['1.3', '3.0-rc.1 series', '2.0 series']);
    expect(await offers({ series: '1', skip: ['1.3'] })).toEqual([null, '3.0-rc.1 series', '2.0 series', ...skipped]);
    expect(await offers({ skip: ['3.0-rc.1'] })).toEqual(['2.0', '3.0-rc.1 skip']);
    expect(await offers({ skip: ['3.0-rc.1'], include_prereleases: true })).toEqual([
      ...[null, '3.0-rc.1 skip', '2.0 skip'],
      ...skipped,
    ]);
    expect(await offers({ skip: ['4.0'] })).toEqual([null, '3.0-rc.1 skip', '2.0 skip', ...skipped]);
    const snoozed = { series: '1', snoozed_until: daysAhead(1) };
    const excluded = ['3.0-rc.1 series', '2.0 series', '1.3 snoozed', '1.2 snoozed', '1.1 snoozed'];
    expect(await offers(snoozed)).toEqual([null, ...excluded]);
    expect((await preview(agent, id, {})).available_version).toMatchObject({ version: '2.0', kind: 'major' });
  });

  it('stores nothing, and takes what a policy takes', async () => {
    const agent = await newUser(test, null);
    const { id } = await track(test, agent, '1.0', ['1.0', '1.1', '2.0']);
    await agent.put(`/api/v1/favorite/${id}/policy`).send({ series: '1' }).expect(200);
    const rows = async () => [
      (await agent.get(`/api/v1/favorite/${id}/policy`).expect(200)).body.data,
      (await agent.get(`/api/v1/favorite/${id}?includeAvailableVersion`).expect(200)).body.data,
    ];
    const before = await rows();
    expect((await preview(agent, id, { skip: ['2.0'], series: '1' })).available_version?.version).toBe('1.1');
    expect(await rows()).toEqual(before);

    const path = `/api/v1/favorite/${id}/policy/preview`;
    for (const [body, field] of [
      [{ series: 'no series' }, 'series'],
      [{ channels: [UNKNOWN_ID] }, 'channels'],
      [{ remind_every: 'x' }, 'remind_every'],
    ] as const)
      expect(expectProblem(await agent.post(path).send(body), 422, 'invalid-body')).toEqual([field]);
    const stranger = await newUser(test, null);
    expectProblem(await stranger.post(path).send({}), 404, 'not-found');
  });
});

/** Labels that the scheme orders, from its vectors. */
function labelsOf(name: SchemeName): string[] {
  const scheme = schemeFor({ scheme: name, calverPattern: null } as Parameters<typeof schemeFor>[0]);
  const own = vectorFiles().filter((file) => file.scheme === name);
  const plain = ['1.0', '1.0.0', '1.1.0', '1.2.0', '1.10.1', '2.0.0', '2.0.1', '3.0.0', 'v1.0.0', 'v1.1.0', 'v2.0.0'];
  const dates = ['2024-01-01', '2024-02-01', '2024-02-02', '2025-01-01', '2025.01.02', '2025.02.01', '20250301'];
  const known = own.flatMap(({ cases }) => cases.flatMap(([a, , b]) => [a, b]));
  const spread = known.filter((_label, place) => place % Math.ceil(known.length / 40) === 0);
  const labels = [...new Set([...spread, ...plain, ...dates].map((label) => label.trim()))];
  const isKept = (label: string) => label.length > 0 && label.length <= 40 && /^\P{C}*$/u.test(label);
  return labels.filter((label) => isKept(label) && scheme.key(label) !== null).slice(0, 40);
}

const policies = (labels: string[]) =>
  fc.record(
    {
      include_prereleases: fc.boolean(),
      series: fc.constantFrom('1', '1.0', '2', '2.0', '2024', '2025', ...labels.slice(0, 5)),
      skip: fc.uniqueArray(fc.constantFrom(...labels), { maxLength: 6 }),
      snoozed_until: fc.constantFrom(daysAgo(1), daysAhead(1), daysAhead(1), daysAgo(30)),
      minimum_age_days: fc.integer({ min: 0, max: 40 }),
    },
    { requiredKeys: [] },
  );

describe('for any policy, the preview is what the check then offers', () => {
  const schemes = atScale<readonly SchemeName[]>(['generic', 'semver', 'debian', 'maven'], SCHEME_NAMES);

  it.each(schemes)('%s', async (scheme) => {
    const labels = labelsOf(scheme);
    expect(labels.length).toBeGreaterThan(4);
    // The same dates in every run: each a whole number of days and a half ago, so that no version comes of age meanwhile.
    const versions = labels.map((version, place) => ({
      version,
      released_at: daysAgo(((place * 7) % 45) + 0.5),
      ...(place % 11 === 5 ? { prerelease: true } : {}),
      ...(place % 13 === 7 ? { removed_at: daysAgo(0.2) } : {}),
    }));
    const record = { ...product(`Ordered by ${scheme}`, versions), ordering: { scheme } };
    expect((await test.import(record)).rejected).toBe(0);
    const agent = await newUser(test, null);
    const tracked: Tracked = await trackRecord(test, agent, record, labels[0]!);
    const path = `/api/v1/favorite/${tracked.id}`;
    let offers = 0;
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...labels), policies(labels), async (version, policy) => {
        await agent.patch(path).send({ version }).expect(200);
        const previewed = await agent.post(`${path}/policy/preview`).send(policy);
        const written = await agent.put(`${path}/policy`).send(policy);
        expect(previewed.status).toBe(written.status);
        if (written.status !== 200) return;
        await test.check();
        const { body } = await agent.get(`${path}?includeAvailableVersion`).expect(200);
        const data = previewed.body.data as Preview;
        expect(data.available_version).toEqual(body.data.available_version);
        if (data.available_version) offers++;
        // Each excluded version becomes the one on offer, or one below another, once its reason is gone.
        const offered = data.available_version?.version;
        expect(data.excluded.map(({ version: { version: label } }) => label)).not.toContain(offered);
        for (const { version: excluded, reason } of data.excluded)
          if (reason === 'skip') expect(policy.skip?.length).toBeGreaterThan(0);
          else if (reason === 'series') expect(policy.series).toBeDefined();
          else if (reason === 'age') expect(policy.minimum_age_days).toBeGreaterThan(0);
          else if (reason === 'snoozed') expect(policy.snoozed_until! > daysAgo(0)).toBe(true);
          else expect([excluded.version, policy.include_prereleases ?? false]).toEqual([excluded.version, false]);
      }),
      { numRuns: atScale(6, 12), seed: 27 },
    );
    expect(offers).toBeGreaterThan(0);
  });
});
