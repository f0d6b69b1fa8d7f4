import { Pass } from '../../src/update-check/pass';
import { DatabaseClock } from '../../src/database/database-clock';
import { RiskRepository } from '../../src/favorite/store/risk.repository';
import { DueAlertsService } from '../../src/update-check/due-alerts.service';
import { advisory, importAdvisories, learnAdvisories, trackNamed } from '../setup/advisories';
import { useApp } from '../setup/app';
import { failNextCall, loseCommitAfter } from '../setup/named-points';
import { newUser, type Tracked } from '../setup/tracking';

const VERSIONS = ['1.0.0', '1.1.0', '2.0.0'];

const test = useApp();
let today: string;
let hour: number;

beforeAll(() => {
  const clock = test.app.get(DatabaseClock);
  const now = () => `${today} ${String(hour).padStart(2, '0')}:00:00.000000`;
  jest.spyOn(clock, 'now').mockImplementation(() => Promise.resolve(now()));
});

beforeEach(() => {
  today = '2028-01-01';
  hour = 8;
});

type Named = Tracked & { name: string };

/** Somebody who uses 1.0.0 since a while. */
async function owner(): Promise<Named> {
  const now = today;
  today = '2027-12-01';
  const tracked = await trackNamed(test, await newUser(test), '1.0.0', VERSIONS);
  today = now;
  return tracked;
}

const told = async ({ id }: Tracked): Promise<string[]> =>
  (
    await test.database.query<{ subject: string }>(
      'SELECT subject FROM notification WHERE favorite_id = ? AND subject IS NOT NULL ORDER BY created_at, id',
      [id],
    )
  ).map(({ subject }) => subject);
const about = async ({ id }: Tracked): Promise<string[]> =>
  (
    await test.database.query<{ vulnerability: string }>(
      'SELECT vulnerability FROM risk_alert WHERE favorite_id = ? ORDER BY vulnerability, is_exploited',
      [id],
    )
  ).map(({ vulnerability }) => vulnerability);

const found = (tracked: Named, id: string, facts: Parameters<typeof advisory>[3] = {}) =>
  advisory(tracked.name, id, [{ introduced: '0' }, { fixed: '1.1.0' }], facts);

/** An hour later, when versions in use may be considered as settled. */
async function later(): Promise<void> {
  hour++;
  await test.check();
}

async function exploit(id: string): Promise<void> {
  await test.database.execute('DELETE FROM exploit WHERE vulnerability = ?', [id]);
  await test.database.execute('INSERT INTO exploit (vulnerability, cisa_on, exploited_at) VALUES (?, ?, ?)', [
    id,
    today,
    `${today} ${String(hour).padStart(2, '0')}:00:00.000000`,
  ]);
}

const policy = ({ agent, id }: Tracked, fields: object) =>
  agent.patch(`/api/v1/favorite/${id}/policy`).send(fields).expect(200);

describe('an alert about vulnerabilities', () => {
  it('tells once of critical ones that became known, and leaves notified_version as it is', async () => {
    const tracked = await owner();
    await learnAdvisories(test, [
      found(tracked, 'CVE-2027-1001'),
      found(tracked, 'CVE-2027-1002'),
      found(tracked, 'CVE-2027-1003', { severity: 'high' }),
    ]);
    await later();
    await later();
    expect(await told(tracked)).toEqual(['vulnerability.found:2028-01-01']);
    expect(await about(tracked)).toEqual(['CVE-2027-1001', 'CVE-2027-1002']);
    expect((await tracked.favorite()).notified_version).toBeNull();
  });

  it('comes once a day, and tells the rest the day after', async () => {
    const tracked = await owner();
    await learnAdvisories(test, [found(tracked, 'CVE-2027-1011')]);
    await later();
    await learnAdvisories(test, [found(tracked, 'CVE-2027-1012')]);
    await later();
    expect(await told(tracked)).toEqual(['vulnerability.found:2028-01-01']);
    today = '2028-01-02';
    await later();
    expect(await told(tracked)).toEqual(['vulnerability.found:2028-01-01', 'vulnerability.found:2028-01-02']);
    expect(await about(tracked)).toEqual(['CVE-2027-1011', 'CVE-2027-1012']);
  });

  it('tells once more of what becomes known to be exploited, whatever its severity', async () => {
    const tracked = await owner();
    await learnAdvisories(test, [found(tracked, 'CVE-2027-1021', { severity: 'low' })]);
    await later();
    expect(await told(tracked)).toEqual([]);
    await exploit('CVE-2027-1021');
    await learnAdvisories(test, [found(tracked, 'CVE-2027-1022', { severity: 'low' })]);
    await later();
    await later();
    expect(await told(tracked)).toEqual(['vulnerability.exploited:2028-01-01']);
    expect(await about(tracked)).toEqual(['CVE-2027-1021']);
  });

  it('follows the policy', async () => {
    const [all, off, high] = [await owner(), await owner(), await owner()];
    await policy(all, { advisories: 'all' });
    await policy(off, { advisories: 'off' });
    await policy(high, { advisories: 'high' });
    await learnAdvisories(test, [
      found(all, 'CVE-2027-1031', { severity: 'low' }),
      found(off, 'CVE-2027-1032'),
      found(high, 'CVE-2027-1033', { severity: 'high' }),
      found(high, 'CVE-2027-1034', { severity: 'medium' }),
    ]);
    await later();
    expect([await about(all), await about(off), await about(high)]).toEqual([['CVE-2027-1031'], [], ['CVE-2027-1033']]);
    await policy(off, { advisories: 'critical' });
    await later();
    expect(await about(off)).toEqual(['CVE-2027-1032']);
  });

  it('says nothing of what is open, or known when the owner moved to the version', async () => {
    const tracked = await owner();
    await learnAdvisories(test, [
      advisory(tracked.name, 'CVE-2027-1041', [{ introduced: '0' }]),
      advisory(tracked.name, 'CVE-2027-1042', [{ introduced: '1.1.0' }, { fixed: '2.0.0' }]),
    ]);
    hour++;
    await tracked.agent.patch(`/api/v1/favorite/${tracked.id}`).send({ version: '1.1.0' }).expect(200);
    await later();
    expect(await told(tracked)).toEqual([]);
  });

  it('says nothing of what is triaged, unless an accepted risk becomes known to be exploited', async () => {
    const tracked = await owner();
    await policy(tracked, { advisories: 'all' });
    await importAdvisories(test, [
      found(tracked, 'CVE-2027-1051'),
      found(tracked, 'CVE-2027-1052'),
      found(tracked, 'CVE-2027-1053'),
    ]);
    const decide = (id: string, state: string) =>
      tracked.agent.put(`/api/v1/favorite/${tracked.id}/advisory/${id}`).send({ state, reason: 'Known.' }).expect(200);
    await decide('CVE-2027-1051', 'not_affected');
    await decide('CVE-2027-1052', 'accepted');
    await decide('CVE-2027-1053', 'in_triage');
    await later();
    expect(await told(tracked)).toEqual([]);
    await exploit('CVE-2027-1051');
    await exploit('CVE-2027-1052');
    await learnAdvisories(test, [found(tracked, 'CVE-2027-1054', { severity: 'low' })]);
    await later();
    expect(await about(tracked)).toEqual(['CVE-2027-1052', 'CVE-2027-1054']);
  });

  it('says nothing of the snapshot that comes with the service', async () => {
    const tracked = await owner();
    await learnAdvisories(test, [found(tracked, 'CVE-2027-1061')], { provider: 'bundled', isBundled: true });
    await later();
    expect(await told(tracked)).toEqual([]);
    await learnAdvisories(test, [found(tracked, 'CVE-2027-1062')], { provider: 'bundled', isBundled: true });
    await later();
    expect(await about(tracked)).toEqual(['CVE-2027-1062']);
  });

  it('is neither lost nor doubled by an error', async () => {
    const tracked = await owner();
    await importAdvisories(test, [found(tracked, 'CVE-2027-1071')]);
    await policy(tracked, { advisories: 'high' });
    hour++;
    failNextCall(test.app.get(RiskRepository), 'addTold');
    await expect(test.app.get(DueAlertsService).alert(new Pass().summary)).rejects.toThrow();
    expect(await told(tracked)).toEqual([]);
    loseCommitAfter(test.database, test.app.get(RiskRepository), 'addTold');
    await expect(test.app.get(DueAlertsService).alert(new Pass().summary)).rejects.toThrow();
    await later();
    expect(await told(tracked)).toEqual(['vulnerability.found:2028-01-01']);
  });
});
