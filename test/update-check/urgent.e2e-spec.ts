import { advisory, learnAdvisories, trackNamed } from '../setup/advisories';
import { useApp } from '../setup/app';
import { newUser, type Tracked } from '../setup/tracking';

const test = useApp();

const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
const released = (version: string, days: number) => ({ version, released_at: daysAgo(days) });

/** Somebody who uses 1.0.0 and waits for thirty days; 1.1.0 is three days old, 1.2.0 an hour. */
async function patient(urgent: object | null): Promise<Tracked & { name: string }> {
  const tracked = await trackNamed(test, await newUser(test), '1.0.0', ['1.0.0']);
  await tracked.release(released('1.0.1', 40), released('1.1.0', 3), released('1.2.0', 0.04));
  await tracked.agent.patch(`/api/v1/favorite/${tracked.id}/policy`).send({ minimum_age_days: 30, urgent }).expect(200);
  return tracked;
}

const offered = async ({ agent, id }: Tracked): Promise<string | null> => {
  const { body } = await agent.get(`/api/v1/favorite/${id}?includeAvailableVersion`).expect(200);
  return body.data.available_version?.version ?? null;
};
const fixedIn = (tracked: { name: string }, id: string, version: string, severity: 'critical' | 'high' = 'critical') =>
  advisory(tracked.name, id, [{ introduced: '0' }, { fixed: version }], { severity });

describe('an urgent fix', () => {
  it('is offered after the shorter age, and no version that is younger', async () => {
    const tracked = await patient({ from: 'critical', minimum_age_days: 2 });
    expect(await offered(tracked)).toBe('1.0.1');
    await learnAdvisories(test, [fixedIn(tracked, 'CVE-2026-3001', '1.1.0')]);
    await test.check();
    expect(await offered(tracked)).toBe('1.1.0');
  });

  it('is off by default, and must fix something of its rank', async () => {
    const all = [
      await patient({ from: 'critical', minimum_age_days: 2 }),
      await patient({ from: 'critical', minimum_age_days: 2 }),
      await patient({ from: 'exploited', minimum_age_days: 2 }),
      await patient(null),
    ] as const;
    await learnAdvisories(test, [
      fixedIn(all[0], 'CVE-2026-3021', '1.2.0'),
      fixedIn(all[1], 'CVE-2026-3022', '1.1.0', 'high'),
      fixedIn(all[2], 'CVE-2026-3023', '1.1.0'),
      fixedIn(all[3], 'CVE-2026-3011', '1.1.0'),
    ]);
    await test.check();
    for (const one of all) expect(await offered(one)).toBe('1.0.1');
  });

  it('leaves a skipped version skipped, and waits no longer than its age', async () => {
    const tracked = await patient({ from: 'critical', minimum_age_days: 2 });
    await tracked.agent
      .patch(`/api/v1/favorite/${tracked.id}/policy`)
      .send({ skip: ['1.1.0'] })
      .expect(200);
    await learnAdvisories(test, [fixedIn(tracked, 'CVE-2026-3031', '1.1.0')]);
    await test.check();
    expect(await offered(tracked)).toBeNull();
    const [row] = await test.database.query<{ evaluate_at: string }>('SELECT evaluate_at FROM favorite WHERE id = ?', [
      tracked.id,
    ]);
    // 1.2.0 is two days old then.
    const days = (Date.parse(`${row!.evaluate_at.slice(0, 19)}Z`) - Date.now()) / DAY_MS;
    expect(days).toBeGreaterThan(1);
    expect(days).toBeLessThan(2);
  });

  it('ends with the triage of its vulnerability', async () => {
    const tracked = await patient({ from: 'critical', minimum_age_days: 2 });
    await learnAdvisories(test, [fixedIn(tracked, 'CVE-2026-3041', '1.1.0')]);
    await test.check();
    await tracked.agent
      .put(`/api/v1/favorite/${tracked.id}/advisory/CVE-2026-3041`)
      .send({ state: 'not_affected', reason: 'Not built in.' })
      .expect(200);
    expect(await offered(tracked)).toBe('1.0.1');
  });
});
